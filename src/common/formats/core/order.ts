/** Three orders of things that have keys; a thing has the same key on each side. */
interface Orders {
  readonly base: readonly string[]
  readonly local: readonly string[]
  readonly remote: readonly string[]
}

/**
 * One order for the things that are kept. Who alone has moved something has it their way; what somebody has
 * added stands behind the thing it was put behind. Where both have added at one place, the text of `rank`
 * decides, so that the sides may be swapped.
 * @param clash both have moved things, each their own way: whose order counts
 */
export function mergedOrder(
  { base, local, remote }: Orders,
  kept: ReadonlySet<string>,
  rank: (key: string) => string,
  clash: () => 'local' | 'remote'
): string[] {
  const inLocal = new Set(local)
  const inRemote = new Set(remote)
  const common = (keys: readonly string[]) =>
    keys.filter((key) => kept.has(key) && inLocal.has(key) && inRemote.has(key))
  const [b, l, r] = [common(base), common(local), common(remote)]
  const skeleton = skeletonOf(b, l, r, clash)
  const inSkeleton = new Set(skeleton)
  const added = [local, remote].map((keys) => anchored(keys, kept, inSkeleton))
  const result: string[] = []
  const place = (anchor: string | null) => {
    const [one, two] = added.map((groupsOf) => groupsOf.get(anchor))
    const isTurned = one && two && rank(two[0] ?? '') < rank(one[0] ?? '')
    for (const key of isTurned ? [...two, ...one] : [...(one ?? []), ...(two ?? [])]) result.push(key)
  }
  place(null)
  for (const key of skeleton) {
    result.push(key)
    place(key)
  }
  return result
}

type Keys = readonly string[]

function skeletonOf(base: Keys, local: Keys, remote: Keys, clash: () => 'local' | 'remote'): Keys {
  if (equal(local, remote)) return local
  const known = new Set(base)
  const ofBase = (keys: Keys) => keys.filter((key) => known.has(key))
  const [l, r] = [ofBase(local), ofBase(remote)]
  if (equal(l, r)) return local.join('\0') < remote.join('\0') ? local : remote
  if (equal(r, base)) return local
  if (equal(l, base)) return remote
  return clash() === 'local' ? local : remote
}

const equal = (a: Keys, b: Keys) => a.length === b.length && a.every((key, at) => key === b[at])

/** What one side has for itself, by what it stands behind; null: at the beginning. */
function anchored(
  keys: Keys,
  kept: ReadonlySet<string>,
  skeleton: ReadonlySet<string>
): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>()
  let anchor: string | null = null
  for (const key of keys) {
    if (skeleton.has(key)) anchor = key
    else if (kept.has(key)) {
      const group = groups.get(anchor)
      if (group) group.push(key)
      else groups.set(anchor, [key])
    }
  }
  return groups
}
