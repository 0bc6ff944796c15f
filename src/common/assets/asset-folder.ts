import { isPage } from '../formats/files'
import { clashKey, nameOf, parentOf, segmentsOf, splitName, type ContentPath } from '../content/paths'

/**
 * The folder in which a page keeps what only it shows: `/a/b/page.html` → `/a/b/.page` (VE10). Null for what
 * is no page, and where the name is somebody else's: `.trash`, in which clients delete, and the service
 * folder of a site.
 * @param serviceFolder its name, without its dot
 */
export function assetFolderOf(path: ContentPath, serviceFolder: string): ContentPath | null {
  const { name, ext } = splitName(nameOf(path))
  if (!isPage(ext) || segmentsOf(path).length < 3) return null
  return free(`${parentOf(path)}/.${name}` as ContentPath, serviceFolder)
}

/**
 * The page that a folder would be the asset folder of: `/a/b/.page` → `/a/b/page.html`; null for any other.
 */
export function pageOfAssetFolder(folder: ContentPath, serviceFolder: string): ContentPath | null {
  const name = nameOf(folder)
  if (!name.startsWith('.') || segmentsOf(folder).length < 3) return null
  return free(folder, serviceFolder) && (`${parentOf(folder)}/${name.slice(1)}.html` as ContentPath)
}

function free(folder: ContentPath, serviceFolder: string): ContentPath | null {
  const key = clashKey(nameOf(folder))
  if (key === '.trash') return null
  return segmentsOf(folder).length === 3 && key === clashKey(`.${serviceFolder}`) ? null : folder
}
