import {
  checkName,
  childOf,
  clashKey,
  isHidden,
  nameOf,
  parentOf,
  splitName,
  type ContentPath
} from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import type { ConflictChoice } from './ask-conflict'
import { besideName } from '../../engines/tree/names'

/** A file from the desktop. `way`: the folders above it inside what was dropped. */
export interface Incoming {
  readonly way: readonly string[]
  readonly name: string
  readonly size: number
  readonly file: File
}

export interface Planned {
  readonly to: ContentPath
  readonly from: Incoming
}

interface UploadPlan {
  /** Nothing is there yet. */
  readonly fresh: readonly Planned[]
  /** A file of this name is there; `to` is the existing one. */
  readonly clashing: readonly Planned[]
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  /** Names of each folder that gets something, the fresh ones included; grows while it is resolved. */
  readonly taken: ReadonlyMap<ContentPath, ReadonlySet<string>>
}

/** What is too large to be uploaded, and what to do about it. */
interface UploadLimit {
  /** Bytes. */
  readonly most: number
  readonly why: string
}

/** In a browser, where a file goes from the disk to the wire. */
export const browserLimit: UploadLimit = { most: 4 * 1024 ** 3, why: 'it is larger than 4 GB' }

/**
 * Decides where each file goes. Names that differ only by case from an existing one are that one (N5).
 * @param limit null: any size
 * @param list names of a folder; empty when it is not there yet
 */
export async function planUpload(
  incoming: readonly Incoming[],
  folder: ContentPath,
  list: (folder: ContentPath) => Promise<readonly string[]>,
  limit: UploadLimit | null = browserLimit
): Promise<UploadPlan> {
  const known = new Map<ContentPath, Map<string, string>>()
  const namesIn = async (at: ContentPath) => {
    const there = known.get(at) ?? new Map((await list(at)).map((name) => [clashKey(name), name]))
    known.set(at, there)
    return there
  }
  const fresh: Planned[] = []
  const clashing: Planned[] = []
  const refused: { name: string; why: string }[] = []
  for (const from of incoming) {
    const why = refusal(from, limit)
    if (why) {
      refused.push({ name: [...from.way, from.name].join('/'), why })
      continue
    }
    let at = folder
    for (const segment of from.way) {
      const there = await namesIn(at)
      const name = there.get(clashKey(segment)) ?? segment
      there.set(clashKey(name), name)
      at = childOf(at, name)
    }
    const there = await namesIn(at)
    const existing = there.get(clashKey(from.name))
    if (existing === undefined) there.set(clashKey(from.name), from.name)
    const to = childOf(at, existing ?? from.name)
    ;(existing === undefined ? fresh : clashing).push({ to, from })
  }
  return {
    fresh,
    clashing,
    refused,
    taken: new Map([...known].map(([at, names]) => [at, new Set(names.values())]))
  }
}

/** What is uploaded in the end. */
export function resolvedUpload(plan: UploadPlan, choice: ConflictChoice): Planned[] {
  if (choice === 'skip') return [...plan.fresh]
  if (choice === 'replace') return [...plan.fresh, ...plan.clashing]
  const taken = new Map([...plan.taken].map(([at, names]) => [at, new Set(names)]))
  const beside = plan.clashing.map(({ to, from }) => {
    const folder = parentOf(to)
    const names = taken.get(folder) ?? new Set<string>()
    const name = besideName(nameOf(to), names)
    names.add(name)
    return { to: childOf(folder, name), from }
  })
  return [...plan.fresh, ...beside]
}

function refusal({ way, name, size }: Incoming, limit: UploadLimit | null): string | null {
  if ([...way, name].some(isHidden)) return 'hidden files are left out'
  if (splitName(name).ext === '') return 'a file needs an extension'
  if (limit && size > limit.most) return limit.why
  try {
    for (const segment of [...way, name]) checkName(segment)
    return null
  } catch (error) {
    return error instanceof GalleyError ? error.message : 'its name cannot be used'
  }
}
