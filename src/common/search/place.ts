/**
 * Whether a file is at or below a place as a person writes it: of the whole workspace or of whichever site, also
 * without its extension.
 * @param pathKey the path of the file, as names are compared
 */
export function isBelowPlace(pathKey: string, place: string): boolean {
  if (place === '' || place === '/') return true
  const inSite = /^\/[^/]*\/[^/]*(.*)$/s.exec(pathKey)?.[1] ?? ''
  return [pathKey, inSite].some(
    (path) => `${path}/`.startsWith(`${place}/`) || `${path}/`.startsWith(`${place}.html/`)
  )
}
