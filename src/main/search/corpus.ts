import { contentPath, type ContentPath } from '../../common/content/paths'
import type { SearchHit } from '../../common/search/answer'
import { configFile } from '../configs/config-file'
import type { Known } from '../http/asked'
import { configsFor } from '../permissions/configs'
import type { Store } from '../store/types'
import type { Candidate, Details, Was } from './engine/types'
import { configAt } from './marks'
import { readable, shownPath } from './readable'

/** What is looked in: what is there now, or what was (FI7). */
export interface Corpus {
  /** Undefined: what is there. */
  readonly was: Was | undefined
  /** Of what may be hits, those that the caller may read; `most` of them are enough. */
  readable(found: readonly Candidate[], most: number): Promise<Candidate[]>
  /** Null for what is gone, or is not the caller's to read, since the index was asked. */
  contentOf(details: Details): Promise<HitContent | null>
}

export interface HitContent {
  /** What says how it is read. */
  readonly path: ContentPath
  readonly bytes: Uint8Array
  /** Of a state that went. */
  readonly went?: {
    /** The one that came after it; null where none did. */
    readonly next: Uint8Array | null
    /** What is there now, unless that came after it; null where nothing is. */
    readonly now: Uint8Array | null
  }
  /** What it is told as. */
  readonly hit: Pick<SearchHit, 'path' | 'id' | 'was'>
}

/** What is there now, for a caller. */
export function nowCorpus(store: Store, asked: Known): Corpus {
  return {
    was: undefined,
    readable: (found, most) => readable(asked, found, most),
    async contentOf({ path: indexed, file }) {
      const path = shownPath(indexed)
      const config = configAt(indexed)
      const content = await (
        config === null ? asked.content.read(path) : configsFor(store, asked.access).read(path)
      ).catch(() => null)
      return (
        content && {
          path: config === null ? path : configFile(contentPath(config)),
          bytes: content.bytes,
          hit: { path, id: file }
        }
      )
    }
  }
}
