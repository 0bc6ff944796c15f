import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Where a build says which packages are in it, until `scripts/build.mjs` has read it. */
const listName = '.packages.json'

const root = import.meta.dirname

/**
 * Lists the packages whose modules are in a build, its workers' too: what the notices and the list of parts are made from (PK4). One that
 * was read and then left out as unused is in the list as well.
 * @returns the plugin of the build, and that of its workers
 */
export function moduleLists(): { build: () => Plugin; worker: () => Plugin } {
  const found = new Set<string>()
  const take = (ids: Iterable<string>) => {
    for (const id of ids) {
      const folder = packageFolder(id)
      if (folder !== null) found.add(folder)
    }
  }
  return {
    build: () => ({
      name: 'galley:module-list',
      apply: 'build',
      generateBundle() {
        take(this.getModuleIds())
        this.emitFile({ type: 'asset', fileName: listName, source: JSON.stringify([...found].sort()) })
      }
    }),
    worker: () => ({
      name: 'galley:module-list-of-worker',
      apply: 'build',
      generateBundle() {
        take(this.getModuleIds())
      }
    })
  }
}

/** @returns the folder of the package that a module is of, from the root of the checkout; null for our own */
function packageFolder(id: string): string | null {
  const path = relative(root, id.replace(/^\0+/, '').replace(/[?#].*$/, '')).replaceAll('\\', '/')
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//.exec(path)
  if (match === null || match[1] === undefined || match[1].startsWith('..')) return null
  return join(match[1]).replaceAll('\\', '/')
}
