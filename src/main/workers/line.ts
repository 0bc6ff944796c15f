/** One piece of work that waits for its turn. */
export interface Waiting {
  /** Whose work it is: a site, a caller. Tenants take turns. */
  readonly tenant: string
  /** What it works on. */
  readonly bytes: number
  /** Before what is not, of the same tenant. */
  readonly urgent: boolean
}

/** Who is next, so that no tenant waits for all that another one wants. */
interface FairLine<T extends Waiting> {
  readonly length: number
  /** How many of a tenant wait. */
  count(tenant: string): number
  add(work: T): void
  /** False when it does not wait (any more). */
  remove(work: T): boolean
  /**
   * The next one that `may` begin now: one tenant after another, the patient ones behind all others. Null:
   * none may.
   */
  take(may: (work: T) => boolean, isPatient: (tenant: string) => boolean): T | null
  /** Everything that waits, which waits no more. */
  clear(): T[]
}

export function openFairLine<T extends Waiting>(): FairLine<T> {
  // in the order of turns: who got one goes to the end
  const tenants = new Map<string, T[]>()

  function takeFrom(patient: boolean, may: (work: T) => boolean, isPatient: (tenant: string) => boolean) {
    for (const [tenant, works] of tenants) {
      if (isPatient(tenant) !== patient) continue
      const found = works.find((work) => work.urgent && may(work)) ?? works.find(may)
      if (!found) continue
      tenants.delete(tenant)
      works.splice(works.indexOf(found), 1)
      if (works.length > 0) tenants.set(tenant, works)
      return found
    }
    return null
  }

  return {
    get length() {
      let count = 0
      for (const works of tenants.values()) count += works.length
      return count
    },
    count: (tenant) => tenants.get(tenant)?.length ?? 0,
    add(work) {
      const works = tenants.get(work.tenant)
      if (works) works.push(work)
      else tenants.set(work.tenant, [work])
    },
    remove(work) {
      const works = tenants.get(work.tenant)
      const at = works?.indexOf(work) ?? -1
      if (!works || at < 0) return false
      works.splice(at, 1)
      if (works.length === 0) tenants.delete(work.tenant)
      return true
    },
    take: (may, isPatient) => takeFrom(false, may, isPatient) ?? takeFrom(true, may, isPatient),
    clear() {
      const all = [...tenants.values()].flat()
      tenants.clear()
      return all
    }
  }
}
