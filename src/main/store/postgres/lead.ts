import type { PoolClient } from 'pg'
import type { Lease } from '../seam/leases'
import type { Workspace } from './turn'
import { maybe, numberIn, textIn } from './values'

/** So long a node that says nothing keeps its place. Seconds. */
const LASTS = 30
const RENEWED_MS = 5_000
/** How often a node that waits looks, and one whose connection was cut. */
const ASKED_MS = 1_000
const AGAIN_MS = 200
/** A node whose connection was cut, as all are when the database begins anew, is given so long to come back. */
const GRACE_MS = 3_000

/** The name of the lease by which one node alone keeps what only one can. */
export const LEAD = 'service'
/** The first half of the number of its lock; the second is made of the workspace. */
const LOCK = 7_420_118

type Place = Pick<Workspace, 'database' | 'id'>

/**
 * Waits until no other node leads, and takes its place. A node has it by a lock of its
 * connection, which ends with the node, however that ends, and by a lease for a node that hangs: whoever waits
 * ends the connection of one that has not renewed its lease. What the lease says is what counts.
 * @param address where the other nodes reach this one
 * @returns null when `stop` came first
 */
export async function takeLead(
  place: Place,
  run: string,
  address: string,
  stop: AbortSignal
): Promise<Lease | null> {
  const { database, id } = place
  let freeSince: number | null = null
  for (; !stop.aborted; await pause(ASKED_MS, stop)) {
    const client = await locked(place).catch(() => null)
    if (client) {
      freeSince ??= performance.now()
      if (performance.now() - freeSince < GRACE_MS && (await isLed(place).catch(() => true))) {
        // with its connection the lock goes
        client.release(true)
        continue
      }
      const row = await database
        .one(
          `insert into leases (workspace_id, work, run, fence, until, address)
         values ($1, $2, $3, 1, now() + make_interval(secs => ${LASTS}), $4)
         on conflict (workspace_id, work) do update set
           run = excluded.run, fence = leases.fence + 1, until = excluded.until, address = excluded.address,
           stop_wanted = false
         returning fence`,
          [id, LEAD, run, address]
        )
        .catch((error: unknown) => {
          // its lock would keep everybody from leading
          client.release(true)
          throw error
        })
      return leading(place, run, row ? numberIn(row, 'fence') : 1, client)
    }
    freeSince = null
    await database
      .one(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and granted and classid::bigint = ${LOCK} and objsubid = 2
           and objid::bigint = (hashtext($1::text)::bigint & 4294967295)
           and exists (select from leases where workspace_id = $1::uuid and work = $2 and until < now())`,
        [id, LEAD]
      )
      .catch(() => null)
  }
  return null
}

/** Where the node that leads is reached; null while none does. */
export async function leaderAddress({ database, id }: Place): Promise<string | null> {
  const row = await database.one(
    'select address from leases where workspace_id = $1 and work = $2 and until >= now()',
    [id, LEAD]
  )
  return (row && maybe(row, 'address', textIn)) ?? null
}

/** Whether a lease has not run out and was not given back. */
async function isLed({ database, id }: Place): Promise<boolean> {
  const row = await database.one(
    'select 1 from leases where workspace_id = $1 and work = $2 and until >= now()',
    [id, LEAD]
  )
  return row !== null
}

/** A connection with the lock; null while another one has it. */
async function locked({ database, id }: Place): Promise<PoolClient | null> {
  const client = await database.connection()
  try {
    const { rows } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_lock(${LOCK}, hashtext($1)) got`,
      [id]
    )
    if (rows[0]?.got === true) return client
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  return null
}

function leading(place: Place, run: string, fence: number, first: PoolClient): Lease {
  const { database, id } = place
  const stop = new AbortController()
  const isOver = () => stop.signal.aborted
  let client: PoolClient | null = null
  let renewedAt = performance.now()

  function hold(held: PoolClient): void {
    client = held
    held.once('error', () => {
      if (client !== held) return
      client = null
      held.release(true)
      void lockAgain()
    })
  }

  /** The connection was cut. Whoever was quicker has written so into the lease. */
  async function lockAgain(): Promise<void> {
    while (!isOver()) {
      const again = await locked(place).catch(() => null)
      if (again) {
        hold(again)
        await renew()
        return
      }
      await pause(AGAIN_MS, stop.signal)
    }
  }

  async function renew(): Promise<void> {
    try {
      const mine = await database.change(
        `update leases set until = now() + make_interval(secs => ${LASTS})
         where workspace_id = $1 and work = $2 and run = $3 and fence = $4`,
        [id, LEAD, run, fence]
      )
      if (mine > 0) renewedAt = performance.now()
      else end()
    } catch {
      // a database that does not answer for so long may have given it to another
      if (performance.now() - renewedAt > LASTS * 1000 - RENEWED_MS) end()
    }
  }

  function end(): void {
    clearInterval(timer)
    stop.abort()
    client?.release(true)
    client = null
  }

  const timer = setInterval(() => void renew(), RENEWED_MS)
  timer.unref()
  hold(first)
  return {
    run,
    fence,
    signal: stop.signal,
    stop: end,
    release: () => {
      clearInterval(timer)
      const held = client
      client = null
      if (!held || isOver()) return
      // who waits need not wait for it to run out
      held
        .query(
          'update leases set until = now() where workspace_id = $1 and work = $2 and run = $3 and fence = $4',
          [id, LEAD, run, fence]
        )
        .catch(() => undefined)
        .finally(() => held.release(true))
    }
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    stop.addEventListener('abort', done)
  })
}
