import { nameOf, parentOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import { isPage } from '../../../../../common/formats/files'
import { siteFolder } from '../../../../../common/publishing/addresses'
import { resolveAddress } from '../../../engines/preview/resolve-address'
import type { TreeState } from '../../../engines/tree/tree-state'
import { tree } from '../../../engines/tree/tree-store'
import { isRedirected } from './redirected'

/** Whether an address in a page is one of its site, and nothing is there. */
export function leadsNowhere(address: string, page: ContentPath): boolean {
  const files = filesMeant(address, page)
  return files !== null && files.every((path) => isMissing(tree(), path) && !isRedirected(path))
}

/**
 * The files of the site that an address in a page may mean, the likeliest first; null for what lies
 * elsewhere, or in the page itself.
 */
export function filesMeant(address: string, page: ContentPath): readonly ContentPath[] | null {
  const [bare = ''] = address.split(/[?#]/)
  if (bare === '') return null
  const root = siteFolder(page)
  const path = /^\/+$/.test(bare) ? root : resolveAddress(bare.replace(/(?<=[^/])\/+$/, ''), page)
  if (path === null || (path !== root && !path.startsWith(`${root}/`))) return null
  const index = `${path}/index.html` as ContentPath
  if (path === root || bare.endsWith('/')) return [index]
  const { ext } = splitName(nameOf(path))
  const own = `${path}.html` as ContentPath
  return ext === '' ? [own, index] : isPage(ext) ? [path] : [path, own]
}

/**
 * Whether the tree knows that there is no such file. A folder that was not read, or may not be seen, says
 * nothing; neither do folders that lists leave out.
 */
export function isMissing({ folders, root }: TreeState, path: ContentPath): boolean {
  if (root === null || !path.startsWith(`${root}/`) || path.slice(root.length).includes('/.')) return false
  let at = path
  while (at !== root) {
    const folder = parentOf(at)
    const known = folders.get(folder)
    const name = at
    if (known?.status === 'ready') return !known.entries.some((entry) => entry.path === name)
    if (known !== undefined) return false
    at = folder
  }
  return false
}
