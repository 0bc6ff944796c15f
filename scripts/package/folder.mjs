import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '../build.mjs'
import { Problem, root } from '../project.mjs'
import { ensureBuilder, runBuilder } from './builder.mjs'
import { allowedLicences } from './licences.mjs'
import { noticesText } from './notices.mjs'
import { partsFile } from './parts.mjs'
import { partsList } from './sbom.mjs'
import { settle } from './tree.mjs'

/**
 * Makes the folder of the app for Linux: Electron with its fuses set, `app.asar`, what lies unpacked beside it, the notices and the list of
 * parts. The same sources give the same bytes (PK2).
 * @param runtime see `chosenRuntime`
 * @param into where it is made; what is there is replaced
 * @returns the folder
 */
export async function makeFolder({ runtime, into, version, epoch }) {
  await ensureBuild()
  await ensureBuilder()
  const parts = readParts()
  refuseOthers(parts)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  await runBuilder(
    [
      '--linux',
      'dir',
      '--x64',
      `-c.directories.output=${into}`,
      `-c.electronDist=${runtime.dist}`,
      `-c.electronVersion=${runtime.version}`,
      `-c.extraMetadata.version=${version}`
    ],
    { SOURCE_DATE_EPOCH: String(epoch), ...(runtime.testOnly ? { GALLEY_TEST_ONLY: '1' } : {}) }
  )
  const folder = join(into, 'linux-unpacked')
  if (!existsSync(join(folder, 'resources/app.asar'))) throw new Problem('electron-builder made no app.asar.')
  // an app of its own that a runtime came with: nothing but the archive is ever started
  for (const other of ['app', 'default_app.asar'])
    rmSync(join(folder, 'resources', other), { recursive: true, force: true })
  writeFileSync(join(folder, 'THIRD-PARTY.md'), noticesText(runtimeNotices))
  writeFileSync(join(folder, 'sbom.cdx.json'), partsList({ parts, runtime, version, epoch }))
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  settle(folder, epoch)
  return folder
}

const runtimeNotices =
  'The licences of Electron, Chromium, Node.js and ffmpeg are in LICENSE.electron.txt and LICENSES.chromium.html beside the program.'

const readParts = () => JSON.parse(readFileSync(join(root, 'out', partsFile), 'utf8'))

function refuseOthers(parts) {
  const others = parts.filter(({ licence }) => !allowedLicences.includes(licence))
  if (others.length > 0)
    throw new Problem(
      `licences that nobody has allowed yet: ${others.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`
    )
}
