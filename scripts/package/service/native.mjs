import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem, root } from '../../project.mjs'
import { unbundledPackages } from '../packed-files.mjs'

/** Of prebuilt libraries only those of the machines that the packages are for. */
const target = 'linux-x64'
/** A service has no keychain (A10). */
const names = unbundledPackages.filter((name) => name !== 'keytar')

/** Puts the packages that are no part of the bundle beside the program, from the checkout's own. */
export function stageNative(folder) {
  for (const name of names) {
    const from = join(root, 'node_modules', name)
    if (!existsSync(from)) throw new Problem(`${name} is not installed: npm ci`)
    const to = join(folder, 'node_modules', name)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to, { recursive: true, filter: (file) => isWanted(file.slice(from.length)) })
    thin(join(to, 'prebuilds'))
  }
}

/** What is run, and its licence: no sources of libraries, tests, types or pages. */
function isWanted(path) {
  const name = path.split('/').at(-1) ?? ''
  if (/^\/(node_modules|test|tests|vendor|src|cmake|\.github|CMakeLists\.txt|binding\.c)(\/|$)/.test(path))
    return false
  return !/\.(d\.[cm]?ts|map|md|c|h|cc|gyp)$/.test(name) || /^(LICEN[CS]E|NOTICE)/i.test(name)
}

function thin(folder) {
  if (!existsSync(folder)) return
  for (const path of readdirSync(folder, { recursive: true }))
    if (!path.startsWith(target) || path.endsWith('.bare'))
      rmSync(join(folder, path), { recursive: true, force: true })
}
