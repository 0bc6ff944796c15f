import { chmodSync, lstatSync, lutimesSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Everything below a folder in one order on every machine, folders before what is in them.
 * @returns `{ path, stats }` for each, `path` relative with `/`
 */
export function walk(folder, under = '') {
  return readdirSync(join(folder, under))
    .sort()
    .flatMap((name) => {
      const path = under === '' ? name : `${under}/${name}`
      const stats = lstatSync(join(folder, path))
      return [{ path, stats }, ...(stats.isDirectory() ? walk(folder, path) : [])]
    })
}

/**
 * Gives everything below a folder, and it itself, the times and modes that a package has, whatever the umask was: folders 755, files 644,
 * or 755 where they can be run and are no library. `modes` names those that have another one, by their path.
 */
export function settle(folder, epoch, modes = {}) {
  const entries = walk(folder)
  for (const path of Object.keys(modes))
    if (!entries.some((entry) => entry.path === path)) throw new Error(`no such file in the package: ${path}`)
  for (const { path, stats } of entries)
    if (!stats.isSymbolicLink()) chmodSync(join(folder, path), modes[path] ?? usualMode(path, stats))
  for (const { path } of entries) lutimesSync(join(folder, path), epoch, epoch)
  chmodSync(folder, 0o755)
  lutimesSync(folder, epoch, epoch)
}

function usualMode(path, stats) {
  if (stats.isDirectory()) return 0o755
  const library = /\.(so(\.\d+)*|node)$/.test(path)
  return !library && (stats.mode & 0o111) !== 0 ? 0o755 : 0o644
}
