import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../project.mjs'
import { dayOf, filled } from './fill.mjs'

export const appId = 'app.galley.Galley'
/** Modes that are not the usual ones: the helper of the sandbox becomes root to make one, on systems without user namespaces. */
export const linuxModes = { 'opt/Galley/chrome-sandbox': 0o4755 }

/**
 * Lays the app out as it lies in a Linux system: the folder in `/opt/Galley`, and what makes it known to the desktop.
 * @param folder see `makeFolder`
 * @param into where the tree is made; what is there is replaced
 */
export function makeLinuxTree({ folder, into, version, epoch }) {
  const values = { VERSION: version, DATE: dayOf(epoch) }
  rmSync(into, { recursive: true, force: true })
  const put = (path, content) => {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), content, { mode: path.startsWith('usr/bin/') ? 0o755 : 0o644 })
  }
  mkdirSync(join(into, 'opt'), { recursive: true })
  cpSync(folder, join(into, 'opt/Galley'), { recursive: true })
  rmSync(join(into, 'opt/Galley/THIRD-PARTY.md'))
  put('usr/bin/galley-app', filled('linux/galley-app.sh', values))
  put(`usr/share/applications/${appId}.desktop`, filled(`linux/${appId}.desktop`, values))
  put(`usr/share/metainfo/${appId}.metainfo.xml`, filled(`linux/${appId}.metainfo.xml`, values))
  put('usr/share/mime/packages/galley.xml', filled('linux/galley.xml', values))
  put('usr/share/man/man1/galley-app.1.gz', packed(filled('linux/galley-app.1', values)))
  put('usr/share/doc/galley/THIRD-PARTY.md.gz', packed(readFileSync(join(folder, 'THIRD-PARTY.md'))))
  put('usr/share/doc/galley/NEWS.gz', packed(readFileSync(join(root, 'CHANGELOG.md'))))
  for (const [size, icon] of icons()) put(`usr/share/icons/hicolor/${size}/apps/${icon.name}`, icon.bytes)
}

/** gzip without a time and a name in it. */
export const packed = (content) => gzipSync(content, { level: 9 })

function icons() {
  const folder = join(root, 'scripts/package/icons')
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name))
      if (name.endsWith('.svg')) return ['scalable', { name: 'galley.svg', bytes }]
      const size = name.replace('.png', '')
      return [`${size}x${size}`, { name: 'galley.png', bytes }]
    })
}
