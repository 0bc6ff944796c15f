import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { licenceOf, licenceTexts } from './licences.mjs'
import { unbundledPackages } from './packed-files.mjs'

const lists = ['main', 'preload', 'renderer'].map((name) => `${name}/.packages.json`)

/** What is in a build, without its own code: `out/parts.json`. */
export const partsFile = 'parts.json'
/** The same with the texts of the licences, for the window: `out/renderer/licences.json`. */
export const noticesFile = 'renderer/licences.json'

/**
 * Turns what the bundler listed (`vite.module-list.mts`) into the two files of a build that tell what it is made of (PK4).
 * @param out the folder of the build
 */
export function tellParts(out) {
  const bundled = lists.flatMap((list) => JSON.parse(readFileSync(join(out, list), 'utf8')))
  const beside = unbundledPackages
    .map((name) => `node_modules/${name}`)
    .filter((folder) => existsSync(join(root, folder)))
  const parts = [...partsIn(bundled, true), ...partsIn(beside, false)].sort(byName)
  write(
    join(out, partsFile),
    parts.map(({ name, version, licence, isBundled }) => ({ name, version, licence, isBundled }))
  )
  write(join(out, noticesFile), notices(parts))
  for (const list of lists) rmSync(join(out, list))
}

/** Each text once: many packages share one. */
function notices(parts) {
  const texts = [...new Set(parts.flatMap((part) => part.texts))]
  return {
    parts: parts.map(({ name, version, licence, texts: own }) => ({
      name,
      version,
      licence,
      texts: own.map((text) => texts.indexOf(text))
    })),
    texts
  }
}

function partsIn(folders, isBundled) {
  const found = new Map()
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    if (!manifest.name || !manifest.version) continue
    found.set(`${manifest.name} ${manifest.version}`, {
      name: manifest.name,
      version: manifest.version,
      licence: licenceOf(manifest),
      isBundled,
      texts: licenceTexts(join(root, folder), manifest)
    })
  }
  return [...found.values()]
}

const byName = (a, b) => (key(a) < key(b) ? -1 : 1)
const key = ({ name, version }) => `${name} ${version}`

const write = (file, value) => writeFileSync(file, JSON.stringify(value))
