import type { Environment } from '../publishing/environments'
import type { Person } from '../person'

/**
 * One event of the live stream (`GET /events`, server-sent events). The SSE event name is `type`, its data
 * the whole object. `seq` counts up within one run of the service: a gap, or a new `run`, means: read again
 * what you show.
 */
export type ServiceEvent = { readonly seq: number } & ServiceEventBody

export type ServiceEventBody =
  | { readonly type: 'hello'; readonly run: string }
  | FileEvent
  | {
      readonly type: 'folder'
      readonly change: 'created' | 'deleted'
      readonly path: string
      readonly by: Person
    }
  | {
      readonly type: 'folder'
      readonly change: 'moved'
      readonly path: string
      readonly from: string
      readonly by: Person
    }
  | { readonly type: 'version'; readonly path: string; readonly fileId: string; readonly label?: string }
  | { readonly type: 'trash'; readonly site: string }
  /** A config was made or changed. `path` is the one that the config is of. */
  | { readonly type: 'config'; readonly path: string; readonly by: Person }
  /** How far a move or copy is, by the name that its request gave it. */
  | {
      readonly type: 'progress'
      readonly operation: string
      readonly path: string
      readonly done: number
      readonly total: number
      /** Who began it; told to the owner. */
      readonly by?: Person
    }
  /** A path was published to an environment, or taken out of it (U1). */
  | {
      readonly type: 'published'
      readonly change: 'published' | 'unpublished'
      readonly environment: Environment
      readonly path: string
      readonly by: Person
    }
  | { readonly type: 'workspace' }
  /** Somebody signed in, or a session ended; the owner's alone. */
  | { readonly type: 'sessions' }
  /**
   * The store, the disk or the place of the workspace is otherwise than before (W11 to W13); the owner's
   * alone.
   */
  | { readonly type: 'health' }
  /** Something of the sync is otherwise than before; the owner's alone. */
  | { readonly type: 'sync' }

export interface FileEvent {
  readonly type: 'file'
  readonly change: 'created' | 'changed' | 'deleted' | 'moved' | 'restored'
  readonly path: string
  /** Only for `moved`. */
  readonly from?: string
  readonly fileId: string
  /** The new content; absent for `deleted`. */
  readonly etag?: string
  readonly by: Person
  /**
   * Only for `created` and `changed`: the editing session that wrote it (`X-Galley-Session`), so that a
   * window knows its own changes.
   */
  readonly session?: string
  /** `outside`: another program changed the file on disk. */
  readonly origin: 'api' | 'outside'
}
