import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { electronBinary } from '../electron-binary.mjs'
import { Problem, root } from '../project.mjs'

const electronPackage = join(root, 'node_modules/electron')

/**
 * The Electron that is packed (PK3).
 * @param zip the archive of a release of Electron; its name and sum have to be those that the electron package lists. Without one
 *   it is the program that the tests use, and what is made of it is marked
 * @returns `dist`, the zip or the folder of it, its `version`, whether it is `testOnly`, and the `sha256` of what was looked at
 * @throws Problem when it is not the Electron that package.json names
 */
export async function chosenRuntime({ zip, checksums = readChecksums(), version = namedVersion() }) {
  if (zip !== undefined) return released(zip, checksums, version)
  const binary = electronBinary()
  if (binary === null) throw new Problem("Electron's program is not here: name its archive with --electron.")
  const folder = dirname(binary)
  return {
    dist: folder,
    version: readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, ''),
    testOnly: true,
    sha256: await sha256(binary)
  }
}

async function released(zip, checksums, version) {
  if (!existsSync(zip)) throw new Problem(`no such file: ${zip}`)
  const name = basename(zip)
  if (!new RegExp(`^electron-v${version.replaceAll('.', '\\.')}-[a-z0-9]+-[a-z0-9]+\\.zip$`).test(name))
    throw new Problem(`package.json names Electron ${version}, and this is ${name}.`)
  const wanted = checksums[name]
  if (wanted === undefined) throw new Problem(`the electron package lists no sum of ${name}.`)
  const found = await sha256(zip)
  if (found !== wanted) throw new Problem(`${name} is not what Electron released: its SHA-256 is ${found}.`)
  return { dist: zip, version, testOnly: false, sha256: found }
}

const readChecksums = () => JSON.parse(readFileSync(join(electronPackage, 'checksums.json'), 'utf8'))
const namedVersion = () => JSON.parse(readFileSync(join(electronPackage, 'package.json'), 'utf8')).version

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
