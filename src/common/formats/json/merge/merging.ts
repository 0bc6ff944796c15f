import type { Stop } from '../../core/stop'
import type { JsonValue } from '../../../schema'
import type { ConflictKind, Decisions } from '../../core/conflict'
import type { At } from './places'

/** What a merge of values goes by. */
export interface JsonMerging {
  readonly decisions: Decisions
  readonly stop: Stop
  /** The member that tells items of the list at a place apart, where a schema names one. */
  readonly keyAt?: ((at: At) => string | undefined) | undefined
}

/** `undefined`: it is not there. */
export type Maybe = JsonValue | undefined

export interface Three {
  readonly base: Maybe
  readonly local: Maybe
  readonly remote: Maybe
}

/** Merges one thing that another one holds. */
export type Merge = (three: Three, at: At, merging: JsonMerging, kind: ConflictKind) => Maybe
