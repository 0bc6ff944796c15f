import type { ContentPath } from '../content/paths'
import { contentPathFromUrl, pathToUrl } from '../content/paths'
import { webPathOf, resourcePathOf, siteFolder } from '../publishing/addresses'
import type { Said } from './address'

/**
 * What an address says, in the form by which links are looked for (LK1): the site and the path, decoded, with a
 * slash or `.html` at the end as it is said. Null for what no file can be called.
 */
export function keyOf({ site, pathname }: Pick<Said, 'site' | 'pathname'>): string | null {
  const isFolder = pathname.endsWith('/')
  try {
    const path = contentPathFromUrl(pathToUrl(site) + (isFolder ? pathname.slice(0, -1) : pathname))
    return isFolder ? `${path}/` : path
  } catch {
    return null
  }
}

/** Every key that could mean a file, whatever else is there; in small letters too. */
export function keysOf(file: ContentPath): string[] {
  const small = inSmallLetters(file)
  return small === file ? keysAs(file) : [...keysAs(file), ...keysAs(small)]
}

/** The site itself has one spelling. */
function inSmallLetters(file: ContentPath): ContentPath {
  const site = siteFolder(file)
  return (site + file.slice(site.length).toLowerCase()) as ContentPath
}

function keysAs(file: ContentPath): string[] {
  const site = siteFolder(file)
  const whole = `${site}${resourcePathOf(file)}`
  const said = `${site}${webPathOf(file)}`
  const keys = new Set([whole, said])
  if (!file.endsWith('.html')) return [...keys]
  const bare = whole.slice(0, -'.html'.length)
  keys.add(bare).add(`${bare}.plain.html`)
  if (said.endsWith('/')) keys.add(said.slice(0, -1))
  return [...keys]
}

/** Every key that asks for a row of redirects: its source with and without slash and `.html`. */
export const keysOfSource = (site: ContentPath, source: string): string[] => {
  const bare = `${site}${source === '/' ? '' : source}`
  return [bare, `${bare}/`, `${bare}.html`]
}

/** Whether a file is called so but for its case, and the path is in small letters. */
export const isSpelled = (file: ContentPath, path: ContentPath): boolean =>
  file !== path && inSmallLetters(file) === path

/** Who asks in small letters is sent on to the one file that is written so. */
export function spellingsIn(files: Iterable<ContentPath>): (path: ContentPath) => ContentPath | null {
  const known = new Map<ContentPath, ContentPath | null>()
  for (const file of files) {
    const small = inSmallLetters(file)
    if (small !== file) known.set(small, known.has(small) ? null : file)
  }
  return (path) => known.get(path) ?? null
}
