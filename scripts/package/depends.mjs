import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Problem } from '../project.mjs'
import { walk } from './tree.mjs'

/** Libraries that have another name in Ubuntu 24.04 and Debian 13, where times have 64 bits. */
const renamed =
  /^(libgtk-3-0|libasound2|libatk1\.0-0|libatk-bridge2\.0-0|libatspi2\.0-0|libcups2|libglib2\.0-0|libcurl4|libssl3)$/

/** What the app goes on without. */
const optional = /^libsecret-/

/**
 * What the programs and libraries of a folder need of a Debian system, from what they say themselves.
 * @returns the value of the field `Depends`, sorted
 * @throws Problem when a library is not in this system, or is of no package: nobody knows then what to depend on
 */
export function debianDepends(folder) {
  const files = walk(folder)
    .filter(({ stats }) => stats.isFile())
    .map(({ path }) => join(folder, path))
    .filter(isElf)
  const own = new Set(files.map((file) => basename(file)))
  const packages = new Set()
  for (const file of files) {
    const found = located(file)
    for (const name of neededBy(file)) {
      if (own.has(name) || /^ld-linux|^lib(c|m|dl|pthread|rt)\.so/.test(name)) continue
      const path = found.get(name)
      if (path === undefined)
        throw new Problem(
          `${basename(file)} needs ${name}, which is not in this system: install its package first.`
        )
      const owner = packageOf(path)
      if (!optional.test(owner)) packages.add(renamed.test(owner) ? `${owner}t64 | ${owner}` : owner)
    }
  }
  return [`libc6 (>= ${glibcOf(files)})`, ...packages, 'xdg-utils'].sort().join(', ')
}

const isElf = (file) => readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF'

function neededBy(file) {
  const answer = spawnSync('objdump', ['-p', file], { encoding: 'utf8' })
  if (answer.error) throw new Problem('objdump is needed: apt-get install binutils')
  return [...answer.stdout.matchAll(/^\s+NEEDED\s+(\S+)$/gm)].map(([, name]) => name)
}

function located(file) {
  const text = spawnSync('ldd', [file], { encoding: 'utf8' }).stdout ?? ''
  return new Map([...text.matchAll(/^\s+(\S+) => (\/\S+) /gm)].map(([, name, path]) => [name, path]))
}

/** A library may be known by its path with or without `/usr`. */
function packageOf(path) {
  const real = realpathSync(path)
  for (const one of [path, real, real.replace(/^\/usr/, ''), `/usr${path}`]) {
    const answer = spawnSync('dpkg', ['-S', one], { encoding: 'utf8' })
    if (answer.status === 0) return answer.stdout.split(':')[0]
  }
  throw new Problem(`${path} is of no package of this system.`)
}

/** The newest version of the C library that any of them asks for. */
function glibcOf(files) {
  const minors = files.flatMap((file) => {
    const text = execFileSync('objdump', ['-T', file], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore']
    })
    return [...text.matchAll(/\(?GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor))
  })
  return `2.${Math.max(17, ...minors)}`
}
