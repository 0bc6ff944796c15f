import type { ServiceEventBody } from '../../common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { syncKey, type LocalFile, type Operation, type Plan, type SyncFiles } from '../../common/sync'
import { configsRoot } from '../configs/config-file'
import { fileStates, statesBelow, type FileState } from '../../common/sync/file-states'
import { syncFileState } from '../../common/sync/shapes'
import type { Store } from '../store/types'
import type { SyncMemory } from './memory'
import type { PairMemory } from './pair-memory'
import type { LocalSide } from './sides'
import type { Failure, PassWatch } from './world'

/** How the files of one pair stand, kept true by events of the store and by the passes that run (Y14). */
export interface PairStates {
  /** Something changed in the store. */
  changed(event: ServiceEventBody): void
  /** What a run of the files, or of the configs, tells while it works. */
  watch(kind: 'files' | 'configs'): PassWatch
  /** @param folder a content path at or below the pair's */
  read(folder: ContentPath, limit: number): Promise<Omit<SyncFiles, 'pairId' | 'local' | 'alike' | 'apart'>>
}

interface PairStatesParts {
  readonly store: Store
  readonly root: ContentPath
  readonly files: LocalSide
  readonly configs: LocalSide
  readonly memory: () => Promise<PairMemory>
  readonly leavesOut: () => Promise<(path: string) => boolean>
}

export function createPairStates(parts: PairStatesParts): PairStates {
  const { store, root, files, configs, memory } = parts
  const ran = { files: emptyRun(), configs: emptyRun() }
  let local: Map<string, LocalFile> | null = null
  let ownConfigs: Map<string, LocalFile> | null = null
  const touched = new Set<ContentPath>()

  /** The files here: listed once, then only what was touched is looked at again. */
  async function filesNow(): Promise<Map<string, LocalFile>> {
    const known = local ?? byKey((await files.scan()).files)
    local = known
    for (const path of [...touched]) {
      touched.delete(path)
      const relative = path.slice(root.length)
      const entry = await store.stat(path)
      const key = syncKey(relative)
      if (entry?.kind === 'file' && !entry.name.startsWith('.'))
        known.set(key, { path: relative, hash: entry.hash, id: entry.id })
      else if (known.get(key)?.path === relative) known.delete(key)
    }
    return known
  }

  async function statesNow(folder: ContentPath): Promise<{ all: Shown[]; synced: number }> {
    const known = await memory()
    const here = await filesNow()
    const below = folder.slice(root.length)
    const ofFiles = fileStates({ ...ran.files.now(known.files), local: here })
    const isLeftOut = await parts.leavesOut()
    const shown = ofFiles.files.filter(({ path }) => !isLeftOut(path))
    const all: Shown[] = statesBelow(shown, below).map((file) => ({
      ...file,
      isConfig: false,
      path: contentPath(root + file.path)
    }))
    if (below !== '') return { all, synced: syncedBelow(here, known.files, all, syncKey(below)) }
    ownConfigs ??= byKey((await configs.scan()).files)
    const ofConfigs = fileStates({ ...ran.configs.now(known.configs), local: ownConfigs })
    for (const file of ofConfigs.files)
      all.push({
        ...file,
        key: `config ${file.key}`,
        isConfig: true,
        path: contentPath(root + (file.path === '/.json' ? '' : file.path.replace(/\.json$/, '')))
      })
    return { all, synced: ofFiles.synced + ofConfigs.synced }
  }

  return {
    changed(event) {
      if (event.type === 'config') ownConfigs = null
      else if (event.type === 'folder') local = null
      else if (event.type === 'file' && isWithin(contentPath(event.path), configsRoot)) ownConfigs = null
      else if (event.type === 'file')
        for (const path of [event.path, event.from])
          if (path !== undefined && isWithin(contentPath(path), root)) touched.add(contentPath(path))
    },
    watch: (kind) => ran[kind].watch,
    async read(folder, limit) {
      const { all, synced } = await statesNow(folder)
      all.sort((a, b) => weight(a) - weight(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
      const counts: Record<string, number> = { synced }
      for (const { state } of all) counts[state] = (counts[state] ?? 0) + 1
      return {
        counts,
        files: all.slice(0, limit),
        more: Math.max(0, all.length - limit),
        folders: foldersAbove(all, root)
      }
    }
  }
}

type Shown = FileState & { readonly isConfig: boolean }

const weights = new Map(syncFileState.options.map((state, at) => [state, at]))
const weight = ({ state }: Pick<FileState, 'state'>) => weights.get(state) ?? weights.size

/** What the passes over one kind of file have left. */
function emptyRun() {
  let queue = new Map<string, Operation>()
  const failures = new Map<string, Failure>()
  let plan: Pick<Plan, 'clashes' | 'held' | 'busy'> = {
    clashes: [],
    held: { local: [], remote: [] },
    busy: []
  }
  let looked = false
  const watch: PassWatch = {
    planned(next, only) {
      plan = next
      looked = true
      queue = new Map(next.operations.map((step) => [step.key, step]))
      for (const path of [...failures.keys()]) if (!only || only(syncKey(path))) failures.delete(path)
    },
    done: ({ key }) => void queue.delete(key),
    failed: (failure) => void failures.set(failure.path, failure)
  }
  return {
    watch,
    now: (known: SyncMemory) => ({
      ...plan,
      queue,
      failures,
      known: known.files,
      looked: looked || known.files.size > 0
    })
  }
}

function syncedBelow(
  local: ReadonlyMap<string, LocalFile>,
  known: SyncMemory,
  notSynced: readonly Shown[],
  folder: string
): number {
  const others = new Set(notSynced.map(({ key }) => key))
  let count = 0
  for (const key of local.keys())
    if ((key === folder || key.startsWith(`${folder}/`)) && known.files.get(key)?.agreed && !others.has(key))
      count += 1
  return count
}

function foldersAbove(files: readonly Shown[], root: ContentPath): SyncFiles['folders'] {
  const folders = new Map<string, { path: string; state: FileState['state']; count: number }>()
  // the weightiest come first
  for (const { path, state, isConfig } of files) {
    if (isConfig) continue
    for (let cut = path.lastIndexOf('/'); cut >= root.length; cut = path.lastIndexOf('/', cut - 1)) {
      const folder = path.slice(0, cut)
      const known = folders.get(folder)
      if (known) known.count += 1
      else folders.set(folder, { path: folder, state, count: 1 })
    }
  }
  return [...folders.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

const byKey = (files: readonly LocalFile[]) => new Map(files.map((file) => [syncKey(file.path), file]))
