import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Problem } from '../../project.mjs'

/** What is started by itself: the command line, its threads, the examination of the store. */
const entries = ['cli.js', 'worker.js', 'check.js', 'rooms.js', 'search.js']

/**
 * The built files that the service needs of `out/main`, sorted: not those of the app alone.
 * @throws Problem when one is missing, or would load Electron
 */
export function programFiles(folder) {
  const found = new Set()
  const waiting = [...entries]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const text = read(folder, name)
    if (/require\(["'`]electron["'`]\)/.test(text))
      throw new Problem(`out/main/${name} loads Electron: it is no part of the service.`)
    for (const [, other] of text.matchAll(/(?:require|import)\(\s*["'`](\.{1,2}\/[\w./-]+\.js)["'`]\s*\)/g))
      waiting.push(relative(folder, join(folder, dirname(name), other)))
  }
  return [...found, ...dataFiles(folder)].sort()
}

/** What lies beside the programs and is read by them. */
const dataFiles = (folder) =>
  readdirSync(join(folder, 'chunks'))
    .filter((name) => !name.endsWith('.js'))
    .map((name) => `chunks/${name}`)

function read(folder, name) {
  const file = join(folder, name)
  if (!existsSync(file)) throw new Problem(`out/main/${name} is missing: build first (npm run build).`)
  return readFileSync(file, 'utf8')
}
