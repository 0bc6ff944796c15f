import type { Operation, Plan, SyncKey, Theirs } from '../../common/sync'
import type { SyncMemory } from './memory'
import type { Merging } from './merging'
import type { Contents, LocalSide, RemoteSide } from './sides'

/** What happened to one file, for people. */
export interface AppliedChange {
  readonly path: string
  readonly did:
    | 'pulled'
    | 'pushed'
    | 'merged'
    | 'conflict'
    | 'deleted-here'
    | 'deleted-there'
    | 'renamed-there'
    | 'renamed-here'
    /** It was renamed on both sides: it has the server's name. */
    | 'renamed-twice'
    /** It was renamed here and changed there: it has both. */
    | 'merged-renamed'
    /** It was deleted there and changed here, so it was made there again; or the reverse. */
    | 'kept-there'
    | 'kept-here'
  /** Who wrote what came from the server. */
  readonly theirs?: Theirs
}

export interface Failure {
  readonly path: string
  readonly reason: string
  readonly message: string
}

interface PassOptions {
  readonly firstSync: 'ask' | 'local' | 'remote'
  readonly lowerCase: boolean
  /** Keys of deletions that somebody has said yes to. */
  readonly approved: ReadonlySet<string>
  /** Requests at once. */
  readonly atOnce: number
  /** Whether nothing is to be done with the file at a path (Y33). */
  readonly leavesOut?: (path: string) => boolean
  /** Folders with a dot that are asked for in any case. */
  readonly hidden?: readonly string[]
  /** The asset folder of the page at a path of either side (VE10); null for what has none. */
  readonly assetsOf?: (path: string) => string | null
  /** The files are configs: a merge must keep their rules, and none is ever deleted. */
  readonly isConfig?: boolean
  /** Nothing else is done: what somebody tries again (Y32). */
  readonly only?: (key: SyncKey) => boolean
  /** Only tells what would be done; reads, and writes nothing. */
  readonly dryRun?: boolean
}

/** How far a pass is. `bytes`: what travels, as far as the lists tell sizes; null when they tell none. */
export interface PassProgress {
  readonly done: number
  readonly total: number
  readonly bytes: { readonly done: number; readonly total: number } | null
}

/** Hears of what a pass plans and does, to show it. */
export interface PassWatch {
  /** @param only what the pass is about; default: everything */
  planned(plan: Plan, only?: (key: SyncKey) => boolean): void
  /** Also when it was nothing any more. */
  done(step: Operation): void
  failed(failure: Failure): void
}

/** All that one pass over a pair works with. */
export interface SyncWorld {
  readonly local: LocalSide
  readonly remote: RemoteSide
  readonly memory: SyncMemory
  readonly contents: Contents
  /** Unix milliseconds; only told to people. */
  readonly now: () => number
  /** In which pass a remote file was first found missing. */
  readonly suspects: Map<string, number>
  /** Counts the passes of this run. */
  readonly pass: number
  readonly options: PassOptions
  readonly merge: Merging
  readonly onProgress?: (progress: PassProgress) => void
  /** Hears of each change as it is applied. */
  readonly onApplied?: (change: AppliedChange) => void
  readonly watch?: PassWatch
  readonly signal?: AbortSignal
  readonly requireHeld?: () => Promise<void>
}
