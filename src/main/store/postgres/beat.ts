import type { Database } from './database'
import { numberIn } from './values'

/** A node that has said nothing for so long is not there any more. Seconds. */
const LASTS = 30
const BEAT_MS = 10_000

/** That a node lives, and how many do. */
interface Beat {
  /** The nodes of the workspace that live, this one with them, as was known ten seconds ago at the latest. */
  nodes(): number
  close(): Promise<void>
}

/** Says now and then that this node lives. A database that is away is asked again; what was known last counts until then. */
export async function openBeat(
  { database, id }: { readonly database: Pick<Database, 'one' | 'change'>; readonly id: string },
  run: string
): Promise<Beat> {
  const work = `node:${run}`
  let live = 1

  async function beat(): Promise<void> {
    const row = await database.one(
      `with mine as (
         insert into leases (workspace_id, work, run, fence, until)
         values ($1, $2, $3, 1, now() + make_interval(secs => ${LASTS}))
         on conflict (workspace_id, work) do update set until = excluded.until),
       gone as (
         delete from leases where workspace_id = $1 and work like 'node:%' and work <> $2
           and until < now() - interval '1 hour')
       select count(*) others from leases
       where workspace_id = $1 and work like 'node:%' and work <> $2 and until >= now()`,
      [id, work, run]
    )
    live = 1 + (row ? numberIn(row, 'others') : 0)
  }

  await beat()
  let beating: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beat().catch(() => undefined)
  }, BEAT_MS)
  timer.unref()
  return {
    nodes: () => live,
    async close() {
      clearInterval(timer)
      await beating
      await database
        .change('delete from leases where workspace_id = $1 and work = $2', [id, work])
        .catch(() => undefined)
    }
  }
}
