import { kindOf } from '../formats/files'
import { splitName } from '../content/paths'

/**
 * What an import list can hold. `redirects`: the site's redirects sheet, and paths that only lead somewhere
 * else.
 */
export const itemKinds = ['document', 'sheet', 'redirects', 'image', 'video', 'other'] as const

export type ItemKind = (typeof itemKinds)[number]

/**
 * What a path below a site probably is, by its name alone (IM2).
 * @param path begins with a slash; encoded or not
 */
export function kindOfPath(path: string): ItemKind {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { ext } = splitName(name)
  const kind = kindOf(ext)
  if (ext === '' || kind === 'html') return 'document'
  if (path === '/redirects.json') return 'redirects'
  if (kind === 'json') return 'sheet'
  if (kind === 'image' || kind === 'video') return kind
  // `/releases/v1.2` is a page, `/files/plan.zip` is not
  return kind === 'other' && !/^[a-z][a-z0-9]{0,4}$/i.test(ext) ? 'document' : 'other'
}

/** Whether what an address of this kind answers is taken over byte by byte. */
export const isMedia = (kind: ItemKind): boolean => kind === 'image' || kind === 'video' || kind === 'other'
