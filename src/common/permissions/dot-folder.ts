/** `/docs/a` → `/docs/.a`; null for the organization itself. */
export function dotFolderOf(prefix: string): string | null {
  const cut = prefix.lastIndexOf('/')
  return cut < 0 ? null : `${prefix.slice(0, cut)}/.${prefix.slice(cut + 1)}`
}

/**
 * The asset folder of the page that a path without wildcard is about (VE10): `/docs/a` and `/docs/a.html` →
 * `/docs/.a`. Null for a site, and for the trash of clients.
 */
export function assetFolderOfRule(prefix: string): string | null {
  const page = prefix.endsWith('.html') ? prefix.slice(0, -'.html'.length) : prefix
  if (page.lastIndexOf('/') <= 0 || page.endsWith('/')) return null
  const folder = dotFolderOf(page)
  if (folder === null || /\/\.trash$/i.test(folder)) return null
  return folder
}
