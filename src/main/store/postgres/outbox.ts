import type { PoolClient } from 'pg'
import type { ServiceEventBody } from '../../../common/api/events'
import type { Database } from './database'
import { numberIn, textIn } from './values'

/** How often it looks when nobody says that there is something. */
const LOOK_MS = 1_000
/** So long a change waits at most until whoever listens here has heard of it. */
const HEARD_MS = 250
const KEPT_HOURS = 24
const TRIM_MS = 60 * 60_000
const CHANNEL = 'galley_events'

/** What happened in a workspace, by whichever node, in one order for all of them. */
interface Outbox {
  subscribe(listener: (event: ServiceEventBody) => void): () => void
  /** Says that a transaction has events. Resolves when they were told here, or when that takes long. */
  told(xid: string): Promise<void>
  close(): Promise<void>
}

interface Position {
  readonly xid: string
  readonly n: number
}

/**
 * Reads the events of a workspace as transactions end. A number that is given before its transaction ends is
 * no order: an event counts when no transaction that is older can still end, so none is passed over.
 */
export async function openOutbox(database: Database, workspace: string): Promise<Outbox> {
  const listeners = new Set<(event: ServiceEventBody) => void>()
  const waiting = new Set<() => void>()
  let at = await end(database)
  let isClosed = false
  let turn: Promise<void> = Promise.resolve()
  let asked = false
  let trimmedAt = performance.now()

  async function read(): Promise<void> {
    for (;;) {
      asked = false
      const rows = await database.all(
        `select xid::text, n, body from events where workspace_id = $1
           and (xid, n) > ($2::text::xid8, $3::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
         order by xid, n limit 500`,
        [workspace, at.xid, at.n]
      )
      for (const row of rows) {
        at = { xid: textIn(row, 'xid'), n: numberIn(row, 'n') }
        const event = JSON.parse(textIn(row, 'body')) as ServiceEventBody
        for (const listener of [...listeners]) listener(event)
      }
      for (const look of [...waiting]) look()
      if (rows.length < 500 && !asked) return
    }
  }

  function look(): Promise<void> {
    asked = true
    turn = turn.then(() => (asked && !isClosed ? read() : undefined)).catch(() => undefined)
    return turn
  }

  const ear = listen(database, look)
  const timer = setInterval(() => {
    void look()
    if (performance.now() - trimmedAt < TRIM_MS) return
    trimmedAt = performance.now()
    void database
      .change(
        `delete from events where workspace_id = $1 and at < now() - make_interval(hours => ${KEPT_HOURS})`,
        [workspace]
      )
      .catch(() => undefined)
  }, LOOK_MS)
  timer.unref()

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async told(xid) {
      ear.say()
      const isTold = () => BigInt(at.xid) >= BigInt(xid)
      const until = performance.now() + HEARD_MS
      while (!isTold() && !isClosed && performance.now() < until) {
        await look()
        // an older transaction is still under way
        if (!isTold()) await new Promise((resolve) => setTimeout(resolve, 2))
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await turn
      await ear.close()
      listeners.clear()
    }
  }
}

/** Where a reader begins that has seen nothing: with what no transaction that is under way can have come before. */
async function end(database: Database): Promise<Position> {
  const row = await database.one(
    'select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text xid'
  )
  return { xid: row ? textIn(row, 'xid') : '0', n: Number.MAX_SAFE_INTEGER }
}

/** Nodes call each other ten times a second at most, and never within a transaction: those would end one after the other. */
const CALL_MS = 100

function listen(database: Database, heard: () => unknown) {
  let client: PoolClient | null = null
  let isClosed = false
  let calling: NodeJS.Timeout | null = null
  let again: NodeJS.Timeout | null = null

  async function open(): Promise<void> {
    const made = await database.connection()
    if (isClosed) return made.release(true)
    client = made
    made.on('notification', heard)
    made.once('error', () => {
      if (client !== made) return
      client = null
      made.release(true)
      retry()
    })
    await made.query(`listen ${CHANNEL}`)
    heard()
  }
  function retry(): void {
    if (isClosed) return
    again = setTimeout(begin, LOOK_MS).unref()
  }
  function begin(): void {
    open().catch(() => {
      client?.release(true)
      client = null
      retry()
    })
  }
  begin()

  return {
    say() {
      calling ??= setTimeout(() => {
        calling = null
        void database.change(`select pg_notify('${CHANNEL}', '')`).catch(() => undefined)
      }, CALL_MS).unref()
    },
    async close() {
      isClosed = true
      if (calling) clearTimeout(calling)
      if (again) clearTimeout(again)
      client?.removeListener('notification', heard)
      client?.release(true)
      client = null
    }
  }
}
