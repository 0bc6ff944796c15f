import type { PoolClient } from 'pg'
import type { ServiceEventBody } from '../../../common/api/events'
import type { Database } from './database'
import { maybe, numberIn, textIn } from './values'

/** How often it looks when nobody says that there is something. */
const LOOK_MS = 1_000
/** So long a change waits at most until whoever listens here has heard of it. */
const HEARD_MS = 250
/** So long a question waits at most for what other nodes have done before. */
const CAUGHT_UP_MS = 1_000
/** So soon it is looked again for what an older transaction holds up. */
const AGAIN_MS = 2
const KEPT_HOURS = 24
const TRIM_MS = 60 * 60_000
const CHANNEL = 'galley_events'
/** What nodes call each other for. */
const EVENTS = ''
const STOPS = 'stops'

/** What happened in a workspace, by whichever node, in one order for all of them. */
interface Outbox {
  subscribe(listener: (event: ServiceEventBody) => void): () => void
  /** Says that a transaction has events. Resolves when they were told here, or when that takes long. */
  told(xid: string): Promise<void>
  /** Tells the other nodes of what no change says; what a database that is away does not take is lost. */
  tell(event: ServiceEventBody): Promise<void>
  /** Resolves when all that had happened before was told here, or when that takes long. */
  heard(): Promise<void>
  /** Seconds since the oldest change that was not told here; 0: all were. */
  behind(): Promise<number>
  /** Asks all nodes to look at whether their work is to stop. */
  callForStops(): void
  /** @returns a function that ends it */
  onStops(listener: () => void): () => void
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
export async function openOutbox(database: Database, workspace: string, run: string): Promise<Outbox> {
  const stops = new Set<() => void>()
  let telling: Promise<void> = Promise.resolve()
  const untold: string[] = []
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
        `select xid::text, n, body, run from events where workspace_id = $1
           and (xid, n) > ($2::text::xid8, $3::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
         order by events.xid, events.n limit 500`,
        [workspace, at.xid, at.n]
      )
      for (const row of rows) {
        at = { xid: textIn(row, 'xid'), n: numberIn(row, 'n') }
        if (maybe(row, 'run', textIn) === run) continue
        const event = JSON.parse(textIn(row, 'body')) as ServiceEventBody
        for (const listener of [...listeners]) listener(event)
      }
      for (const go of waiting) go()
      if (rows.length < 500 && !asked) return
    }
  }

  function look(): Promise<void> {
    asked = true
    turn = turn.then(() => (asked && !isClosed ? read() : undefined)).catch(() => undefined)
    return turn
  }

  async function tellAll(): Promise<void> {
    const bodies = untold.splice(0)
    await database
      .change(
        `insert into events (workspace_id, body, run)
         select $1, body, $3 from unnest($2::text[]) with ordinality given (body, n) order by n`,
        [workspace, bodies, run]
      )
      .then(
        () => ear.say(EVENTS),
        () => undefined
      )
  }

  function nextLook(): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(late)
        waiting.delete(go)
        resolve()
      }
      const late = setTimeout(go, AGAIN_MS)
      waiting.add(go)
    })
  }

  async function until(isThere: (position: Position) => boolean, ms: number): Promise<void> {
    const end = performance.now() + ms
    while (!isThere(at) && !isClosed && performance.now() < end) {
      await look()
      // an older transaction is still under way: when it ends, it may be one of this process, which looks at once
      if (!isThere(at)) await nextLook()
    }
  }

  const ear = listen(database, (what) => {
    if (what === STOPS) for (const listener of [...stops]) listener()
    else void look()
  })
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
      ear.say(EVENTS)
      await until((position) => BigInt(position.xid) >= BigInt(xid), HEARD_MS)
    },
    tell(event) {
      untold.push(JSON.stringify(event))
      if (untold.length === 1) telling = telling.then(tellAll)
      return telling
    },
    async heard() {
      const last = await database.one(
        'select xid::text, n from events where workspace_id = $1 order by events.xid desc, events.n desc limit 1',
        [workspace]
      )
      if (last) await until(isAfter({ xid: textIn(last, 'xid'), n: numberIn(last, 'n') }), CAUGHT_UP_MS)
    },
    async behind() {
      const row = await database.one(
        `select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::double precision behind from events
         where workspace_id = $1 and (xid, n) > ($2::text::xid8, $3::bigint)`,
        [workspace, at.xid, at.n]
      )
      return row ? numberIn(row, 'behind') : 0
    },
    callForStops: () => ear.say(STOPS),
    onStops(listener) {
      stops.add(listener)
      return () => void stops.delete(listener)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await telling
      await turn
      await ear.close()
      listeners.clear()
    }
  }
}

/** Whether a reader is as far as there, or further. */
const isAfter =
  (there: Position) =>
  (at: Position): boolean =>
    BigInt(at.xid) > BigInt(there.xid) || (at.xid === there.xid && at.n >= there.n)

/** Where a reader begins that has seen nothing: with what no transaction that is under way can have come before. */
async function end(database: Database): Promise<Position> {
  const row = await database.one(
    'select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text xid'
  )
  return { xid: row ? textIn(row, 'xid') : '0', n: Number.MAX_SAFE_INTEGER }
}

/** Nodes call each other ten times a second at most, and never within a transaction: those would end one after the other. */
const CALL_MS = 100

function listen(database: Database, hear: (what: string) => void) {
  const heard = ({ payload = '' }: { readonly payload?: string | undefined }) => hear(payload)
  const wanted = new Set<string>()
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
    // what was called for until then was not heard
    hear(EVENTS)
    hear(STOPS)
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
    say(what: string) {
      wanted.add(what)
      calling ??= setTimeout(() => {
        calling = null
        for (const one of wanted)
          void database.change('select pg_notify($1, $2)', [CHANNEL, one]).catch(() => undefined)
        wanted.clear()
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
