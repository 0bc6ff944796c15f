import {
  childOf,
  clashKey,
  nameOf,
  parentOf,
  ROOT,
  segmentsOf,
  type ContentPath
} from '../../common/content/paths'
import type { ImportItem } from '../../common/importing/shapes'
import type { Store } from '../store/types'

interface Name {
  readonly name: string
  readonly kind: 'file' | 'folder'
}

/** Where a file is to be, as the folders on its way were when the first question came to each. */
interface Place {
  /** Something of this very name is there. */
  readonly taken: boolean
  /**
   * What keeps a file from it (N5): a name on the way that differs only by case, or a file where a folder must
   * be. Null: nothing.
   */
  readonly clash: string | null
}

export type Places = (path: ContentPath) => Promise<Place>

/** Asks the store, once a folder. */
export function placesIn(store: Pick<Store, 'list'>): Places {
  const folders = new Map<ContentPath, Promise<ReadonlyMap<string, Name>>>()
  const namesIn = (folder: ContentPath) => {
    const known = folders.get(folder)
    if (known) return known
    const reading = store
      .list(folder)
      .then((entries) => new Map((entries ?? []).map(({ name, kind }) => [clashKey(name), { name, kind }])))
    folders.set(folder, reading)
    return reading
  }
  return async (path) => {
    for (const at of pathsTo(path)) {
      const there = (await namesIn(parentOf(at))).get(clashKey(nameOf(at)))
      if (!there) return free
      if (there.name !== nameOf(at))
        return kept(
          `“${there.name}” is already here and differs from “${nameOf(at)}” only by case or normal form.`
        )
      if (there.kind === 'file' && at !== path)
        return kept(`“${there.name}” is a file here, so nothing can be in it.`)
    }
    return { taken: true, clash: null }
  }
}

const free: Place = { taken: false, clash: null }
const kept = (clash: string): Place => ({ taken: false, clash })

/** Items that cannot both become files, each with a sentence: the first in the list counts. */
export function clashesAmong(items: readonly ImportItem[]): ReadonlyMap<ImportItem, string> {
  const found = new Map<ImportItem, string>()
  const taken = new Map<string, Name & { readonly by: ImportItem }>()
  for (const item of items) {
    if (item.path === null) continue
    const path = item.path as ContentPath
    const steps = [...pathsTo(path)].map((at) => ({
      key: clashKey(at),
      name: nameOf(at),
      kind: at === path ? ('file' as const) : ('folder' as const)
    }))
    const clash = steps.map((step) => clashWith(step, taken.get(step.key))).find((one) => one !== null)
    if (clash !== undefined) found.set(item, clash)
    else for (const step of steps) if (!taken.has(step.key)) taken.set(step.key, { ...step, by: item })
  }
  return found
}

function clashWith(
  { name, kind }: Name,
  before: (Name & { readonly by: ImportItem }) | undefined
): string | null {
  if (!before) return null
  if (kind === 'file' && before.kind === 'file') return `${before.by.address} goes to the same file.`
  if (before.name !== name)
    return `“${name}” differs only by case or normal form from “${before.name}”, to which ${before.by.address} goes.`
  return kind === before.kind ? null : `${before.by.address} needs “${name}” as a ${before.kind}.`
}

/** `/acme`, `/acme/web`, `/acme/web/docs` … and the path itself. */
function* pathsTo(path: ContentPath): Generator<ContentPath> {
  let at = ROOT
  for (const name of segmentsOf(path)) yield (at = childOf(at, name))
}
