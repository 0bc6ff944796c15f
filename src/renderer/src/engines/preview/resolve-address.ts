import { contentPathFromUrl, parentOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'

/**
 * The path in the workspace that an address in a document means: relative to the document, or from the site's
 * root (with or without `/org/site` before it).
 * @returns null for addresses outside the workspace
 */
export function resolveAddress(address: string, document: ContentPath): ContentPath | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return null
  const [org = '', site = ''] = segmentsOf(document)
  const root = `/${org}/${site}`
  const fromRoot = address.startsWith('/') && !address.startsWith(`${root}/`)
  try {
    const { pathname } = new URL(
      fromRoot ? root + address : address,
      `https://workspace${parentOf(document)}/`
    )
    return contentPathFromUrl(pathname)
  } catch {
    return null
  }
}
