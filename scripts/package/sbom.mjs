import { createHash } from 'node:crypto'

/** Parts of Electron that no package manager knows. Their versions are those of the Electron that has them. */
const insideElectron = [
  { name: 'Chromium', licence: 'BSD-3-Clause' },
  { name: 'Node.js', licence: 'MIT' },
  { name: 'V8', licence: 'BSD-3-Clause' },
  { name: 'ffmpeg', licence: 'LGPL-2.1-or-later' }
]

/**
 * The list of what is in the package, as CycloneDX 1.5 (PK4). The same sources give the same text: serial number and time are made from
 * them.
 * @param parts `out/parts.json`
 * @param runtime see `chosenRuntime`
 */
export function partsList({ parts, runtime, version, epoch }) {
  const components = [
    electron(runtime),
    ...insideElectron.map(({ name, licence }) => ({
      type: 'library',
      'bom-ref': `${name}@electron-${runtime.version}`,
      name,
      version: `of Electron ${runtime.version}`,
      licenses: [{ license: { id: licence } }]
    })),
    ...parts.map(component)
  ]
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, epoch, components]))}`,
      version: 1,
      metadata: {
        timestamp: new Date(epoch * 1000).toISOString(),
        component: {
          type: 'application',
          'bom-ref': `galley@${version}`,
          name: 'galley',
          version,
          licenses: [{ license: { id: 'MIT' } }]
        }
      },
      components,
      dependencies: [{ ref: `galley@${version}`, dependsOn: components.map((one) => one['bom-ref']).sort() }]
    },
    null,
    2
  )}\n`
}

const electron = ({ version, sha256 }) => ({
  type: 'framework',
  'bom-ref': `electron@${version}`,
  name: 'electron',
  version,
  purl: `pkg:github/electron/electron@v${version}`,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: [{ license: { id: 'MIT' } }]
})

function component({ name, version, licence, isBundled }) {
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [
      /[ (]/.test(licence)
        ? { expression: licence.replace(/^\((.*)\)$/, '$1') }
        : { license: { id: licence } }
    ],
    properties: [{ name: 'galley:packed', value: isBundled ? 'in the bundles' : 'as it is' }]
  }
}

/** A UUID (version 8) of a text: the same text has the same. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((parseInt(hex[16], 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
