import type { Operation, Plan } from './operations'
import type { SyncFileState } from './shapes'
import { isBelowAny, syncKey, type BaseFile, type LocalFile, type SyncKey } from './trees'

export interface StatesInput {
  readonly local: ReadonlyMap<SyncKey, LocalFile>
  readonly known: ReadonlyMap<
    SyncKey,
    { readonly agreed?: BaseFile | undefined; readonly conflict?: { readonly path: string } | undefined }
  >
  /** What the last pass planned and has not done. */
  readonly queue: ReadonlyMap<SyncKey, Operation>
  /** What the last pass could not do, by path. */
  readonly failures: ReadonlyMap<string, { readonly reason: string; readonly message: string }>
  readonly clashes: Plan['clashes']
  readonly held: Plan['held']
  readonly busy: readonly SyncKey[]
  /** Whether a pass has ever compared the two sides. */
  readonly looked: boolean
}

export interface FileState {
  readonly key: SyncKey
  /** Below the root of the pair. */
  readonly path: string
  readonly state: SyncFileState
  readonly what: 'new' | 'changed' | 'deleted' | 'renamed' | null
  readonly reason: string | null
  readonly message: string | null
}

/** How every file stands that is not in sync (Y14), and how many are. Pure; in no order. */
export function fileStates(input: StatesInput): { readonly files: FileState[]; readonly synced: number } {
  const clashing = new Map(
    input.clashes.flatMap(({ keys, paths }) => keys.map((key) => [key, paths[0]?.path]))
  )
  const held = new Map([...input.held.local, ...input.held.remote].map((path) => [syncKey(path), path]))
  const busy = new Set(input.busy)
  const failures = new Map(
    [...input.failures]
      // of the whole: no file has that path
      .filter(([path]) => path !== '' && path !== '/')
      .map(([path, why]) => [syncKey(path), { path, ...why }])
  )
  const renamed = renamedHere(input)
  const keys = new Set([
    ...input.local.keys(),
    ...input.known.keys(),
    ...input.queue.keys(),
    ...failures.keys(),
    ...held.keys()
  ])
  const files: FileState[] = []
  let synced = 0
  for (const key of keys) {
    const local = input.local.get(key)
    const known = input.known.get(key)
    const step = input.queue.get(key)
    const failure = failures.get(key)
    const own = renamed.sources.has(key)
      ? null
      : ownChange(local, known?.agreed, renamed.targets.has(key), input)
    const path = local?.path ?? known?.agreed?.path ?? pathOf(step) ?? failure?.path ?? key
    const add = (state: SyncFileState, what: FileState['what'], why?: { reason: string; message: string }) =>
      files.push({ key, path, state, what, reason: why?.reason ?? null, message: why?.message ?? null })
    const planned = step && !(step.kind === 'look' && known?.agreed) ? stateOf(step) : null
    if (known?.conflict) add('conflict', null)
    else if (failure && !(planned && passes.has(failure.reason)))
      add('error', planned?.what ?? own?.what ?? null, failure)
    else if (clashing.has(key)) add('clash', null)
    else if (held.has(key)) add('held', 'deleted')
    else if (busy.has(key) && (own || planned)) add('editing', own?.what ?? planned?.what ?? null)
    else if (planned) add(planned.state, planned.what, failure)
    else if (own) add(own.state, own.what)
    else if (local && known?.agreed) synced += 1
  }
  return { files, synced }
}

/** Failures of the way to the server: the file itself has nothing wrong, and waits. */
const passes: ReadonlySet<string> = new Set(['unreachable', 'cancelled'])

/** Files at or below a folder, relative to the root of the pair; `''` is everything. */
export const statesBelow = (files: readonly FileState[], folder: string): FileState[] =>
  folder === '' ? [...files] : files.filter(({ key }) => isBelowAny(key, [syncKey(folder)]))

interface Change {
  readonly state: SyncFileState
  readonly what: FileState['what']
}

/** What happened here since both sides last agreed; null: nothing. */
function ownChange(
  local: LocalFile | undefined,
  agreed: BaseFile | undefined,
  isRenamed: boolean,
  { looked }: StatesInput
): Change | null {
  if (!agreed) {
    if (!local) return null
    return looked
      ? { state: 'to-send', what: isRenamed ? 'renamed' : 'new' }
      : { state: 'unseen', what: null }
  }
  if (!local) return { state: 'to-send', what: 'deleted' }
  return local.hash === agreed.hash ? null : { state: 'to-send', what: 'changed' }
}

function stateOf(step: Operation): Change | null {
  switch (step.kind) {
    case 'look':
      return { state: 'to-fetch', what: null }
    case 'pull':
      return { state: 'to-fetch', what: step.why === 'new' ? 'new' : 'changed' }
    case 'push':
      return { state: 'to-send', what: step.why === 'changed' || step.why === 'chosen' ? 'changed' : 'new' }
    case 'merge':
    case 'merge-renamed':
      return { state: 'to-merge', what: 'changed' }
    case 'remove-local':
      return { state: 'to-fetch', what: 'deleted' }
    case 'remove-remote':
      return { state: 'to-send', what: 'deleted' }
    case 'rename-remote':
    case 'respell-remote':
      return { state: 'to-send', what: 'renamed' }
    case 'rename-local':
    case 'respell-local':
      return { state: 'to-fetch', what: 'renamed' }
    case 'confirm':
    case 'adopt':
    case 'forget':
      return null
  }
}

/** Files that have another name here than both sides last agreed on, told by their ids. */
function renamedHere({ local, known }: StatesInput) {
  const gone = new Map<string, SyncKey>()
  for (const [key, { agreed }] of known) if (agreed && !local.has(key)) gone.set(agreed.id, key)
  const targets = new Set<SyncKey>()
  const sources = new Set<SyncKey>()
  if (gone.size > 0)
    for (const [key, { id }] of local) {
      const source = known.get(key)?.agreed ? undefined : gone.get(id)
      if (source === undefined) continue
      targets.add(key)
      sources.add(source)
    }
  return { targets, sources }
}

function pathOf(step: Operation | undefined): string | undefined {
  if (!step) return undefined
  return 'path' in step ? step.path : step.remotePath
}
