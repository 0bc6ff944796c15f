import { Pool, types, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { GalleyError } from '../../../common/errors'
import type { DatabaseLoad } from '../seam/load'

/** One line of an answer, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Statements, each with its values; on one connection where they are a transaction. */
export interface Sql {
  /** @param how `seldom`: a statement that is made for one question, and is kept ready by nobody */
  all(text: string, values?: readonly unknown[], how?: 'seldom'): Promise<readonly Row[]>
  /** The first line, or null. */
  one(text: string, values?: readonly unknown[]): Promise<Row | null>
  /** @returns how many lines it changed */
  change(text: string, values?: readonly unknown[]): Promise<number>
}

export interface Database extends Sql {
  /**
   * All of it, or nothing (READ COMMITTED). Work that met another one is begun again from the start, so it
   * must change nothing outside of the database.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * One statement that is a transaction of its own, begun again as `transaction` is. @returns its first line
   * @throws busy, also when nobody can say whether it was done
   */
  alone(text: string, values: readonly unknown[]): Promise<Row | null>
  /**
   * As `transaction`, once and for as long as it takes. `one-moment` changes nothing and sees the database as it was when
   * it began, whatever others do meanwhile.
   */
  long<T>(way: 'change' | 'one-moment', work: (sql: Sql) => Promise<T>): Promise<T>
  /** Whether so many questions have waited for so long that another one would not be answered soon. */
  isCrowded(): boolean
  /** How much is asked of it now. */
  load(): Omit<DatabaseLoad, 'behind' | 'nodes' | 'objects'>
  /** A connection of its own, for what is told by the database itself. It is the caller's to release. */
  connection(): Promise<PoolClient>
  close(): Promise<void>
}

/** How long who asks waits for a connection before it is told to come again (TM15). */
const WAIT_MS = 2_000
const TRIES = 6
/** So many questions may wait for each connection: more are too many when they are so for longer than a wave of requests is. */
const WAITING = 4
const WAVE_MS = 1_000
/** A statement ends after so long, by the server; in milliseconds. */
const STATEMENT_MS = 10_000
/** A server that says nothing for so long, not even that, is not there any more, whatever the network holds. */
const SILENT_MS = STATEMENT_MS + 2_000
/** Longer than anything lasts; a timer takes no more. */
const FOR_EVER_MS = 2 ** 31 - 1

/** Of a transaction that lasts. */
const LONG = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

const INT8 = 20
/** Counts and sizes: all of them are below what a number tells exactly. */
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : (types.getTypeParser(oid, format as 'text') as (text: string) => unknown)
}

/**
 * Serialization, deadlock, two that made the same at the same time, and a content that was taken away before what names it was
 * written: begun again they see each other.
 */
const met: ReadonlySet<unknown> = new Set(['40001', '40P01', '23505', '23503'])
/** Serialization and deadlock, met again and again, and a lock that was not had in time. */
const passing: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03'])
/** Connections, a server that is going or starting, and one that has no more room for connections. */
const cut: ReadonlySet<string> = new Set(['08', '57', '53'])

export interface DatabaseOptions {
  /** Connections, at most. */
  readonly most?: number
  /** Milliseconds that who asks waits for one; default two seconds. */
  readonly wait?: number
}

/** @param url postgres://… */
export function openDatabase(url: string, { most = 10, wait = WAIT_MS }: DatabaseOptions = {}): Database {
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: wait,
    idleTimeoutMillis: 30_000,
    // a command that has nothing more to ask does not wait for its connections
    allowExitOnIdle: true,
    application_name: 'galley',
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENT_MS,
    // and who only listens hears of it as well
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    idle_in_transaction_session_timeout: 30_000,
    types: parsers
  })
  // a connection that ends while nobody uses it; who needs one gets another
  pool.on('error', () => undefined)
  // one that is given up may still say that it was cut, and nobody hearing that would end the process
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const isFull = () => pool.waitingCount >= WAITING * most
  let fullSince: number | null = null
  pool.on('release', () => {
    if (!isFull()) fullSince = null
  })
  const sql = asking((text, values, how) => pool.query<Row>(statement(text, values, SILENT_MS, how)))

  /** @param work what it throws was taken back, unless the connection is told to be of no use any more */
  async function connected<T>(
    work: (client: PoolClient, give: (error: unknown) => void, isBroken: () => boolean) => Promise<T>
  ): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw translated(error)
    })
    let broken: Error | undefined
    const lost = (error: unknown) =>
      void (broken ??= error instanceof Error ? error : new Error(String(error)))
    client.on('error', lost)
    try {
      return await work(client, lost, () => broken !== undefined)
    } finally {
      client.off('error', lost)
      client.release(broken)
    }
  }

  /** @param silent how long a statement of it may take to be answered */
  const once = <T>(work: (sql: Sql) => Promise<T>, begin = 'begin', silent = SILENT_MS): Promise<T> =>
    connected(async (client, giveUp, isBroken) => {
      try {
        await client.query(begin)
        const result = await work(
          asking((text, values, how) => client.query<Row>(statement(text, values, silent, how)))
        )
        await client.query(statement('commit', [], silent)).catch((error: unknown) => {
          throw isCut(error) ? unknownOutcome(error) : error
        })
        return result
      } catch (error) {
        // who does not hear is not asked to take it back
        if (wasCut(error)) giveUp(error)
        if (!isBroken()) await client.query('rollback').catch(giveUp)
        throw error
      }
    })

  const only = (text: string, values: readonly unknown[]): Promise<Row | null> =>
    connected(async (client, giveUp) => {
      const answer = await client.query<Row>(statement(text, values)).catch((error: unknown) => {
        if (!wasCut(error)) throw error
        giveUp(error)
        throw unknownOutcome(error)
      })
      return answer.rows[0] ?? null
    })

  let begunAgain = 0

  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (error) {
        if (tries === TRIES || !met.has(codeOf(error))) throw translated(error)
        begunAgain += 1
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** tries))
      }
    }
  }

  return {
    ...sql,
    transaction: (work) => again(() => once(work)),
    alone: (text, values) => again(() => only(text, values)),
    long: (way, work) =>
      once(
        work,
        `${way === 'change' ? 'begin' : 'begin isolation level repeatable read read only'}; ${LONG}`,
        FOR_EVER_MS
      ).catch((error: unknown) => {
        throw translated(error)
      }),
    isCrowded() {
      if (!isFull()) {
        fullSince = null
        return false
      }
      fullSince ??= performance.now()
      return performance.now() - fullSince > WAVE_MS
    },
    load: () => ({
      most,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      begunAgain
    }),
    connection: () => pool.connect(),
    close: () => pool.end()
  }
}

type Ask = (text: string, values: readonly unknown[], how?: 'seldom') => Promise<QueryResult<Row>>

function asking(ask: Ask): Sql {
  const asked: Ask = async (text, values, how) => {
    try {
      return await ask(text, values, how)
    } catch (error) {
      // who begins again has to know why
      throw met.has(codeOf(error)) ? error : translated(error)
    }
  }
  return {
    all: async (text, values = [], how) => (await asked(text, values, how)).rows,
    one: async (text, values = []) => (await asked(text, values)).rows[0] ?? null,
    change: async (text, values = []) => (await asked(text, values)).rowCount ?? 0
  }
}

/** What the types of `pg` do not tell yet. */
interface Statement extends QueryConfig {
  readonly query_timeout: number
}

/**
 * By a name of its own a statement is read and planned once by each connection. Without values there may be several in one text.
 * @param silent so long it may take to be answered, in milliseconds
 */
function statement(text: string, values: readonly unknown[], silent = SILENT_MS, how?: 'seldom'): Statement {
  if (values.length === 0) return { text, query_timeout: silent }
  if (how === 'seldom') return { text, values: [...values], query_timeout: silent }
  const name = names.get(text) ?? `g${names.size}`
  names.set(text, name)
  return { name, text, values: [...values], query_timeout: silent }
}

const names = new Map<string, string>()

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** The connection or the server ended, or there was none to be had. */
function isCut(error: unknown): boolean {
  const code = codeOf(error)
  if (typeof code === 'string') return cut.has(code.slice(0, 2)) || code.startsWith('E')
  return error instanceof Error && /terminated|timeout|Connection/i.test(error.message)
}

/** A statement that the server itself ended: it took too long, or there was no room for what it writes. */
const isTakenBack = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === '57014' || (typeof code === 'string' && code.startsWith('53'))
}

/** The same of what was told in other words already; and nobody can ask on that connection any more. */
const wasCut = (error: unknown): boolean => {
  const first = error instanceof GalleyError ? error.cause : error
  return isCut(first) && !isTakenBack(first)
}

function translated(error: unknown): unknown {
  if (error instanceof GalleyError) return error
  if (isCut(error) || passing.has(codeOf(error)))
    return new GalleyError('busy', 'The database does not answer just now. Try again in a moment.', {
      cause: error
    })
  return new GalleyError('internal', 'Something went wrong in the store itself.', { cause: error })
}

const unknownOutcome = (cause: unknown) =>
  new GalleyError(
    'busy',
    'The database went away while this was saved. It may be saved: look before you repeat it.',
    {
      cause
    }
  )
