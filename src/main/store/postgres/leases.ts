import type { Lease, Leases } from '../seam/leases'
import type { Sql } from './database'
import type { Workspace } from './turn'
import { booleanIn, numberIn } from './values'

/** A lease that its holder does not renew is free after this. Seconds. */
const LASTS = 30
const RENEWED_MS = 10_000
/** How soon a holder on another node hears that it is asked to stop. */
const HEARD_MS = 2_000

interface Held {
  readonly fence: number
  readonly stop: AbortController
  readonly timer: NodeJS.Timeout
  renewedAt: number
}

interface HeldLeases extends Leases {
  /**
   * Ends the lease of this signal with the transaction, which nobody can stop any more then; or aborts it
   * where somebody has.
   */
  endUnlessStopped(sql: Pick<Sql, 'change'>, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Who works on what only one may work on, on whichever node: by a lease that runs out when nobody renews it. */
export function leasesIn(
  { database, id }: Pick<Workspace, 'database' | 'id'>,
  run: string,
  stops: { call(): void; listen(listener: () => void): () => void }
): HeldLeases {
  const held = new Map<string, Held>()
  /** Given back, and not yet known to the database. */
  const giving = new Map<string, Promise<unknown>>()

  function forget(work: string, one: Held): boolean {
    clearInterval(one.timer)
    return held.get(work) === one && held.delete(work)
  }

  async function look(work: string, one: Held): Promise<void> {
    const isDue = performance.now() - one.renewedAt >= RENEWED_MS
    const row = await database.one(
      isDue
        ? `update leases set until = now() + make_interval(secs => ${LASTS})
           where workspace_id = $1 and work = $2 and run = $3 and fence = $4 returning stop_wanted`
        : 'select stop_wanted from leases where workspace_id = $1 and work = $2 and run = $3 and fence = $4',
      [id, work, run, one.fence]
    )
    // somebody else has it: what it was for is theirs now
    if (!row || booleanIn(row, 'stop_wanted')) one.stop.abort()
    else if (isDue) one.renewedAt = performance.now()
  }

  /** A database that does not answer for as long as a lease lasts may have given it to another. */
  function watch(work: string, one: Held): void {
    look(work, one).catch(() => {
      if (performance.now() - one.renewedAt > LASTS * 1000 - HEARD_MS) one.stop.abort()
    })
  }

  const stopListening = stops.listen(() => {
    for (const [work, one] of held) watch(work, one)
  })

  function give(work: string, one: Held): void {
    if (!forget(work, one)) return
    const given = database
      .change('delete from leases where workspace_id = $1 and work = $2 and run = $3 and fence = $4', [
        id,
        work,
        run,
        one.fence
      ])
      .catch(() => undefined)
      .finally(() => {
        if (giving.get(work) === given) giving.delete(work)
      })
    giving.set(work, given)
  }

  return {
    async take(work, before): Promise<Lease | null> {
      await giving.get(work)
      const row = await database.one(
        `insert into leases (workspace_id, work, run, fence, until)
         values ($1, $2, $3, $4, now() + make_interval(secs => ${LASTS}))
         on conflict (workspace_id, work) do update set
           run = excluded.run, fence = greatest(excluded.fence, leases.fence + 1), until = excluded.until, stop_wanted = false
         where leases.until < now()
         returning fence`,
        [id, work, run, (before?.fence ?? 0) + 1]
      )
      if (!row) return null
      const stop = new AbortController()
      const one: Held = {
        fence: numberIn(row, 'fence'),
        stop,
        timer: setInterval(() => watch(work, one), HEARD_MS),
        renewedAt: performance.now()
      }
      one.timer.unref()
      held.set(work, one)
      return {
        run,
        fence: one.fence,
        signal: stop.signal,
        stop: () => stop.abort(),
        release: () => give(work, one)
      }
    },
    async isHeld(work) {
      await giving.get(work)
      return (
        (await database.one('select 1 from leases where workspace_id = $1 and work = $2 and until >= now()', [
          id,
          work
        ])) !== null
      )
    },
    async stop(work) {
      await giving.get(work)
      const asked = await database.change(
        'update leases set stop_wanted = true where workspace_id = $1 and work = $2 and until >= now()',
        [id, work]
      )
      held.get(work)?.stop.abort()
      if (asked > 0 && !held.has(work)) stops.call()
      return asked > 0
    },
    async endUnlessStopped(sql, signal) {
      const [work, one] = [...held].find(([, { stop }]) => stop.signal === signal) ?? []
      if (work === undefined || !one) return
      const ended = await sql.change(
        `delete from leases where workspace_id = $1 and work = $2 and run = $3 and fence = $4 and not stop_wanted`,
        [id, work, run, one.fence]
      )
      if (ended === 0) one.stop.abort()
    },
    async close() {
      stopListening()
      for (const [work, one] of [...held]) give(work, one)
      await Promise.all(giving.values())
    }
  }
}
