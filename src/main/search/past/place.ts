import { contentPath, nameOf, parentOf, type ContentPath } from '../../../common/content/paths'

/** What an entry of the index of what was stands for (FI7). */
export type Past =
  | {
      readonly was: 'went'
      readonly version: string
      /** The version after it, or what is there now; null: the file went with it. */
      readonly next: { readonly version: string } | 'now' | null
      /** Of a file that a client moved to `.trash`: what it is there. Only who sees that learns of it. */
      readonly item: string | null
    }
  | {
      readonly was: 'trash'
      /** Of the trash: the file itself, or a folder that it was in. */
      readonly item: string
      /** The version that holds its content; `lies`: the file itself, in `.trash`; null: that is not read. */
      readonly content: { readonly version: string } | 'lies' | null
    }

const TRASH = 'trash'

/** Where an entry lies in the index: below its file, so that places and rights are those of that. */
export function pastPath(file: ContentPath, past: Past): string {
  if (past.was === 'trash') return `${file}/${TRASH}.${past.item}.${nameOfState(past.content, '')}`
  const { version, next, item } = past
  return `${file}/${version}.${nameOfState(next, 'gone')}${item === null ? '' : `.${item}`}`
}

const nameOfState = (state: { readonly version: string } | string | null, none: string): string =>
  state === null ? none : typeof state === 'string' ? state : state.version

/** What was written there. */
export function pastAt(indexed: string): { readonly path: ContentPath; readonly past: Past } {
  const at = contentPath(indexed)
  const [first = '', second = '', third] = nameOf(at).split('.')
  const past: Past =
    first === TRASH
      ? {
          was: 'trash',
          item: second,
          content: third === undefined || third === '' ? null : third === 'lies' ? third : { version: third }
        }
      : {
          was: 'went',
          version: first,
          next: second === 'gone' ? null : second === 'now' ? second : { version: second },
          item: third ?? null
        }
  return { path: parentOf(at), past }
}
