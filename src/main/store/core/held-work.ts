import { GalleyError, type Reason } from '../../../common/errors'
import type { LeaseNote, Leases } from '../seam/leases'
import type { KeyedRecords, ParseRecord } from '../seam/records'
import type { Store } from '../seam/store'

/** A record of work that only one may do at a time. */
interface WorkRecord {
  /** Who works on it, or did last. */
  readonly lease?: LeaseNote
}

/** Work whose lease is held: what its holder writes counts as long as nobody else has taken the work on. */
export interface HeldWork<T extends WorkRecord> {
  /** What the record said when the lease was taken. */
  readonly before: T | null
  /** Another run than this one wrote the record last. */
  readonly wasElsewhere: boolean
  /** Aborted when somebody asked the holder to stop. */
  readonly signal: AbortSignal
  /**
   * Writes the record, with the lease.
   * @returns it
   * @throws GalleyError in-use when somebody else has taken the work on: nothing is written
   */
  put(value: T): Promise<T>
  /** To be asked before anything else is written for this work; cheap. @throws GalleyError in-use as `put` */
  require(): Promise<void>
  release(): void
}

/** Work of one kind, each told of by a record that its holder alone writes. */
interface Works<T extends WorkRecord> {
  readonly records: KeyedRecords<T>
  /** Takes the lease of the work that a record tells of; null while somebody holds it. */
  hold(key: string): Promise<HeldWork<T> | null>
  /** Whether somebody is at it, here or in another process. */
  isHeld(key: string): Promise<boolean>
  /** Asks who is at it to stop. @returns false when nobody is */
  stop(key: string): Promise<boolean>
}

export function openWorks<T extends WorkRecord>(
  { records: open, leases }: Pick<Store, 'records' | 'leases'>,
  { kind, parse }: { readonly kind: string; readonly parse: ParseRecord<T> }
): Works<T> {
  const records = open(kind, parse)
  const workOf = (key: string) => `${kind}/${key}`
  return {
    records,
    hold: (key) => holdWork(leases, records, workOf(key), key),
    isHeld: (key) => leases.isHeld(workOf(key)),
    stop: (key) => leases.stop(workOf(key))
  }
}

async function holdWork<T extends WorkRecord>(
  leases: Leases,
  records: KeyedRecords<T>,
  work: string,
  key: string
): Promise<HeldWork<T> | null> {
  const before = await records.get(key)
  const lease = await leases.take(work, before?.lease)
  if (!lease) return null
  const { run, fence } = lease
  const isLost = (now: T | null) =>
    now?.lease !== undefined &&
    (now.lease.fence > fence || (now.lease.fence === fence && now.lease.run !== run))
  let looked: number | null = null
  return {
    before,
    wasElsewhere: before?.lease !== undefined && before.lease.run !== run,
    signal: lease.signal,
    async put(value) {
      const mine = { ...value, lease: { run, fence } }
      const there = await records.change(key, (now) => (isLost(now) ? null : mine))
      if (isLost(there)) throw takenOver(key)
      return mine
    },
    async require() {
      const stamp = await records.stamp()
      if (stamp === looked) return
      if (isLost(await records.get(key))) throw takenOver(key)
      looked = stamp
    },
    release: () => lease.release()
  }
}

/** What ends a work: the next thing that it would do would meet it too. */
export const endsWork: ReadonlySet<Reason> = new Set([
  'disk-full',
  'read-only',
  'no-access',
  'io-failed',
  'in-use',
  'closed',
  'internal'
])

const takenOver = (where: string) =>
  new GalleyError(
    'in-use',
    'Another process has taken this work on, so nothing more was written here. How far it is shows there.',
    { where }
  )
