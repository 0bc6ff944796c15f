import { assetFolderOf } from '../../../../../common/assets/asset-folder'
import { isWithin, parentOf, pathToUrl, siteOf, type ContentPath } from '../../../../../common/content/paths'

/**
 * The folder that a new picture of a page goes into (VE10): its own one, or, where that name is somebody
 * else's, the one it lies in.
 */
export const pictureFolder = (page: ContentPath, serviceFolder: string): ContentPath =>
  assetFolderOf(page, serviceFolder) ?? parentOf(page)

/**
 * How a page writes the address of a picture of its site: from the page where it lies below the folder of
 * that, so that it holds when the folder moves, else from the site's root. Null for a file of another site.
 */
export function pictureAddress(picture: ContentPath, page: ContentPath, folder: ContentPath): string | null {
  const site = siteOf(page)
  if (siteOf(picture) !== site || picture === site) return null
  if (isWithin(picture, folder)) return `.${pathToUrl(picture.slice(parentOf(page).length))}`
  return pathToUrl(picture.slice(site.length))
}
