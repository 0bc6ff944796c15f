import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'
import type { Asking } from '../asking'

/** Folders that one search looks through at most. */
const MOST_FOLDERS = 2_000

/** Paths below a folder that hold all words of a query, in any letters; and whether every folder was looked through. */
export async function namesWith(
  { api }: Asking,
  folder: ContentPath,
  query: string
): Promise<{
  readonly found: readonly { path: string; kind: 'file' | 'folder' }[]
  readonly isWhole: boolean
}> {
  const words = folded(query).split(/\s+/)
  const found: { path: string; kind: 'file' | 'folder' }[] = []
  const waiting = [folder]
  let looked = 0
  for (let next = waiting.shift(); next !== undefined && looked < MOST_FOLDERS; next = waiting.shift()) {
    looked += 1
    for (const { path, ext } of await api.list(next, { missing: 'empty' })) {
      const kind = ext === undefined ? 'folder' : 'file'
      const name = folded(path)
      if (words.every((word) => name.includes(word))) found.push({ path, kind })
      const below = kind === 'folder' ? contentPath(path) : null
      if (below !== null && isWithin(below, folder)) waiting.push(below)
    }
    if (looked === MOST_FOLDERS && waiting.length > 0) return { found, isWhole: false }
  }
  return { found, isWhole: true }
}

const folded = (text: string) => text.normalize('NFC').toLowerCase()
