import { contentPath, nameOf, parentOf, type ContentPath } from '../../../common/content/paths'

/** What an entry of the index of what was stands for (FI7). */
export type Past =
  | {
      readonly was: 'went'
      readonly version: string
      /** The version after it, or what is there now; null: the file went with it. */
      readonly next: { readonly version: string } | 'now' | null
    }
  | {
      readonly was: 'trash'
      /** Of the trash: the file itself, or a folder that it was in. */
      readonly item: string
      /** The version that holds its content; null: that is not read. */
      readonly version: string | null
    }

const TRASH = 'trash'

/** Where an entry lies in the index: below its file, so that places and rights are those of that. */
export function pastPath(file: ContentPath, past: Past): string {
  if (past.was === 'trash') return `${file}/${TRASH}.${past.item}.${past.version ?? ''}`
  const { version, next } = past
  return `${file}/${version}.${next === null ? 'gone' : next === 'now' ? 'now' : next.version}`
}

/** What was written there. */
export function pastAt(indexed: string): { readonly path: ContentPath; readonly past: Past } {
  const at = contentPath(indexed)
  const [first = '', second = '', third = ''] = nameOf(at).split('.')
  const past: Past =
    first === TRASH
      ? { was: 'trash', item: second, version: third === '' ? null : third }
      : {
          was: 'went',
          version: first,
          next: second === 'gone' ? null : second === 'now' ? 'now' : { version: second }
        }
  return { path: parentOf(at), past }
}
