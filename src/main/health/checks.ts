import { failedCheck, type StoreCheck, type WorkspaceHealth } from '../../common/health'
import { GalleyError } from '../../common/errors'
import type { Store } from '../store/types'
import { beginExamination, type Examination } from './examination'
import type { HealthTimes } from './times'
import { checkOf, type KeptHealth } from './kept'
import { brisk, type Pace } from './pace'

interface StoreChecksOptions {
  readonly store: Store
  readonly program: string | null
  readonly kept: Promise<KeptHealth>
  readonly every: Pick<HealthTimes, 'quiet' | 'good' | 'rest' | 'ask'>
  /** Whether one begins without being asked for. */
  readonly byItself: boolean
  readonly onChange: () => void
  readonly onDamage: (check: StoreCheck) => void
}

/** Examines the whole store when the last time is long ago, one at a time, and when somebody asks for it (W11). */
interface StoreChecks {
  state(kept: KeptHealth): Promise<WorkspaceHealth['check']>
  begin(): void
  /** Ends one that is under way. */
  close(): Promise<void>
}

export function openStoreChecks(options: StoreChecksOptions): StoreChecks {
  const { store, program, kept, every, byItself, onChange, onDamage } = options
  let running: { readonly examination: Examination; readonly over: Promise<void> } | null = null
  let failed: { readonly message: string; readonly at: number } | null = null
  /** What could not be written down counts for this run all the same. */
  let latest: StoreCheck | null = null
  let closed = false

  const lastOf = async (known: KeptHealth) => latest ?? (await known.check())

  function begin(pace: Pace): void {
    if (closed || running) return
    const examination = beginExamination(store, program, pace)
    running = { examination, over: finish(examination) }
    onChange()
  }

  async function finish(examination: Examination): Promise<void> {
    try {
      const diagnosis = await examination.diagnosis
      if (closed) return
      latest = checkOf(diagnosis, Date.now())
      failed = null
      await (await kept).setCheck(latest).catch(() => undefined)
      onDamage(latest)
    } catch (error) {
      failed = {
        message: error instanceof GalleyError ? error.message : failedCheck,
        at: Date.now()
      }
    } finally {
      running = null
      if (!closed) onChange()
    }
  }

  async function beginIfDue(): Promise<void> {
    const last = await lastOf(await kept)
    // a time that is still to come is no time
    const isDone = (at: number, good: number) => at <= Date.now() && Date.now() - at < good
    if (last && isDone(last.at, every.good)) return
    if (failed && isDone(failed.at, every.good / 7)) return
    begin({ ...brisk, restMs: every.rest })
  }

  const ask = () => void beginIfDue().catch(() => undefined)
  let timer = byItself
    ? setTimeout(() => {
        ask()
        timer = setInterval(ask, every.ask).unref()
      }, every.quiet).unref()
    : undefined

  return {
    async state(known) {
      const last = await lastOf(known)
      return { running: running !== null, last, failed: failed?.message ?? null }
    },
    begin: () => begin(brisk),
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(timer)
      const under = running
      await under?.examination.end()
      await under?.over
    }
  }
}
