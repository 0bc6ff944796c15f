import type { Finding, Value } from '../../row'
import { figure } from '../../verdict'

/** What some kinds of work cost at three sizes. */
interface Grown<Name extends string> {
  /** Each four times the one before. */
  readonly sizes: readonly [number, number, number]
  /** What each kind is called in the table. */
  readonly kinds: Readonly<Record<Name, string>>
  /** Does the work at a size. @returns for each kind processor milliseconds of the process, or megabytes */
  readonly cost: (size: number) => Promise<Readonly<Record<Name, number>>>
  /** Default: ms. */
  readonly unit?: Value['unit']
  /** How often each size is measured; the least counts. */
  readonly times?: number
}

/** Four times the work: an exponent of 1.2, and some for what is not the same each time. */
const AT_MOST = 5.5

/**
 * Measures work at three sizes by processor time, which other programs disturb less than the clock. The smallest size is done
 * once before, so that what is done once in a process counts for none of them.
 */
export async function grown<Name extends string>({
  sizes,
  kinds,
  cost,
  unit = 'ms',
  times = 2
}: Grown<Name>): Promise<Finding[]> {
  await cost(sizes[0])
  const least = sizes.map(() => new Map<string, number>())
  for (let time = 0; time < times; time += 1)
    for (const [at, size] of sizes.entries()) {
      const took = await cost(size)
      for (const name of namesOf(kinds))
        least[at]?.set(name, Math.min(least[at].get(name) ?? Infinity, took[name]))
    }
  const [small, middle, large] = sizes.map((size) => size.toLocaleString('en'))
  return namesOf(kinds).map((name) => {
    const [one, four, sixteen] = least.map((took) => took.get(name) ?? Number.NaN)
    return {
      what: `${kinds[name]}, ${large}`,
      galley: { value: sixteen ?? Number.NaN, unit },
      baseline: {
        what: `${middle}; ${small}: ${figure(one ?? Number.NaN)} ${unit}`,
        took: { value: four ?? Number.NaN, unit }
      },
      budget: { kind: 'growth', atMost: AT_MOST }
    }
  })
}

const namesOf = <Name extends string>(kinds: Readonly<Record<Name, string>>) => Object.keys(kinds) as Name[]

/** Processor milliseconds of this process, its threads included, until the work is done. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
