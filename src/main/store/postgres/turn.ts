import type { ServiceEventBody } from '../../../common/api/events'
import { GalleyError } from '../../../common/errors'
import type { Objects } from './contents'
import type { Database, Sql } from './database'

/** One operation of a workspace: its transaction, and what is to be told once that is durable. */
export interface Turn extends Sql {
  readonly workspace: string
  readonly objects: Objects | null
  /** Unix milliseconds. */
  now(): number
  emit(event: ServiceEventBody): void
  /** To be asked last in long work: another node may have been told to stop it. @throws cancelled */
  requireGoing(signal: AbortSignal | undefined, words: string): Promise<void>
}

/** What a workspace's operations have in common. */
export interface Workspace {
  readonly id: string
  readonly database: Database
  /** Where large contents lie; null: in the database, like all others. */
  readonly objects: Objects | null
  /** Unix milliseconds. */
  readonly now: () => number
  /** Told after a transaction with events, with their transaction's number. Resolves when whoever listens here has heard of them. */
  readonly onEvents: (xid: string) => Promise<void>
  /** Aborts long work that another node was asked to stop; else nobody can stop it any more. */
  readonly endUnlessStopped: (sql: Sql, signal: AbortSignal) => Promise<void>
}

/**
 * Runs an operation as one transaction; it may be begun again from the start, so it changes nothing else.
 * What it emits is written with it, and heard by every node that serves the workspace.
 */
export async function inTurn<T>(
  { id, database, objects, now, onEvents, endUnlessStopped }: Workspace,
  work: (turn: Turn) => Promise<T>
): Promise<T> {
  const { result, xid } = await database.transaction(async (sql) => {
    const events: ServiceEventBody[] = []
    const turn: Turn = {
      ...sql,
      workspace: id,
      objects,
      now,
      emit: (event) => void events.push(event),
      async requireGoing(signal, words) {
        if (!signal) return
        await endUnlessStopped(sql, signal)
        if (signal.aborted) throw new GalleyError('cancelled', words)
      }
    }
    const result = await work(turn)
    if (events.length === 0) return { result, xid: null }
    const told = await sql.one(
      `insert into events (workspace_id, body)
       select $1, body from unnest($2::text[]) with ordinality given (body, n) order by n returning xid::text`,
      [id, events.map((event) => JSON.stringify(event))]
    )
    return { result, xid: typeof told?.['xid'] === 'string' ? told['xid'] : null }
  })
  if (xid !== null) await onEvents(xid)
  return result
}
