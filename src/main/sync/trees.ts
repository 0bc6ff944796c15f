import {
  planSync,
  syncKey,
  type LocalFile,
  type Operation,
  type Plan,
  type PlanInput,
  type RemoteFile,
  type SyncKey
} from '../../common/sync'
import type { Written } from '../../common/sync/plan'
import { foldersAsWritten } from '../../common/sync/respellings'
import type { PassFacts } from './facts'
import { statesOf, type FileMemory } from './memory'
import { remoteFiles } from './observe'
import type { SyncWorld } from './world'

/** Of files whose list tells no ETag, this part is read in each pass, whatever their times say (Y4). */
const SLICES = 50

/** What is here, as a pass found it. */
interface LocalTree {
  readonly local: ReadonlyMap<SyncKey, LocalFile>
  readonly localUnknown: readonly string[]
  readonly editing: ReadonlySet<SyncKey>
  readonly leftAlone: ReadonlySet<SyncKey>
}

/** Both sides as a pass knows them by now, and what is to be done about that. */
export class Trees {
  readonly remote: Map<SyncKey, RemoteFile>
  /** Missing in their lists, and when asked for. */
  readonly gone = new Set<SyncKey>()
  /** What could not be asked in this pass counts as unknown. */
  readonly unknown: string[]
  /** Done while looking: these trees tell of the state before it. */
  readonly ahead = new Set<SyncKey>()
  private readonly clashing: RemoteFile[]
  /** What both had and the lists do not show: what comes with the same bytes or id may be that (Y7). */
  private readonly missing: { readonly hashes: ReadonlySet<string>; readonly ids: ReadonlySet<string> }
  private readonly written: Written
  private readonly idsHere: ReadonlySet<string>

  constructor(
    private readonly world: SyncWorld,
    private readonly facts: PassFacts,
    readonly side: LocalTree
  ) {
    const { observed } = facts
    this.unknown = [...observed.unknown]
    const slice = world.pass % SLICES
    const files = remoteFiles(observed, world.memory, side.local, (key) => sliceOf(key) === slice)
    this.remote = new Map(files.map((file) => [syncKey(file.path), file]))
    const missing = [...world.memory.files]
      .filter(([key]) => !this.remote.has(key))
      .flatMap(([, { agreed }]) => agreed ?? [])
    this.missing = {
      hashes: new Set(missing.map(({ hash }) => hash)),
      ids: new Set(missing.flatMap(({ remoteId }) => remoteId ?? []))
    }
    this.idsHere = new Set([...side.local.values()].map(({ id }) => id))
    this.written = {
      here: foldersAsWritten(side.local.values()),
      there: foldersAsWritten(files)
    }
    this.clashing = files.filter((file) => this.remote.get(syncKey(file.path)) !== file)
  }

  plan(): Plan {
    return planSync(this.input())
  }

  /** What is to be done with one file, as if there were no other. */
  planOf(key: SyncKey): Plan {
    return planSync(this.inputOf(key))
  }

  /** Bytes that travel for it, as far as somebody tells. */
  sizeOf({ kind, key }: Operation): number {
    if (kind === 'look' || kind === 'pull' || kind === 'merge')
      return this.facts.fetched.has(key) ? 0 : (this.facts.observed.items.get(key)?.size ?? 0)
    return kind === 'push' || kind === 'rename-remote' ? (this.side.local.get(key)?.size ?? 0) : 0
  }

  /** Whether it may be what another file became: then it waits for the plan of all. */
  mayBeRenamed(key: SyncKey, hash: string): boolean {
    const { agreed } = this.world.memory.files.get(key) ?? {}
    if (agreed) return !this.side.local.has(key) && this.idsHere.has(agreed.id)
    return this.missing.hashes.has(hash) || this.missing.ids.has(this.remote.get(key)?.id ?? '')
  }

  /** Files that both sides have or had. */
  count(): number {
    return new Set([...this.side.local.keys(), ...this.remote.keys()]).size
  }

  private input(): PlanInput {
    const left = ([key]: readonly [SyncKey, unknown]) => !this.ahead.has(key)
    const known = [...this.world.memory.files].filter(left)
    return this.inputFrom({
      local: [...this.side.local].filter(left).map(([, file]) => file),
      known,
      remote: [...[...this.remote].filter(left).map(([, file]) => file), ...this.clashing],
      localUnknown: this.side.localUnknown,
      remoteUnknown: this.unknown
    })
  }

  private inputFrom(states: {
    readonly local: readonly LocalFile[]
    readonly known: readonly (readonly [SyncKey, FileMemory])[]
    readonly remote: readonly RemoteFile[]
    readonly localUnknown: readonly string[]
    readonly remoteUnknown: readonly string[]
  }): PlanInput {
    const { options } = this.world
    const { known, ...trees } = states
    const isKept = ({ path }: { readonly path: string }) => options.leavesOut?.(path) !== true
    return {
      trees: {
        ...trees,
        local: trees.local.filter(isKept),
        remote: trees.remote.filter(isKept),
        base: known.flatMap(([, { agreed }]) => (agreed && isKept(agreed) ? [agreed] : []))
      },
      gone: this.gone,
      conflicts: new Map(
        known.flatMap(([key, { conflict }]) => (conflict ? [[key, statesOf(conflict)] as const] : []))
      ),
      busy: this.side.editing,
      leftAlone: this.side.leftAlone,
      firstSync: options.firstSync,
      lowerCase: options.lowerCase,
      approved: options.approved
    }
  }

  private inputOf(key: SyncKey): PlanInput {
    const own = this.side.local.get(key)
    const there = this.remote.get(key)
    const known = this.world.memory.files.get(key)
    return {
      ...this.inputFrom({
        local: own ? [own] : [],
        known: known ? [[key, known]] : [],
        remote: there ? [there] : [],
        localUnknown: [],
        remoteUnknown: []
      }),
      written: this.written
    }
  }
}

function sliceOf(key: SyncKey): number {
  let sum = 0
  for (let at = 0; at < key.length; at += 1) sum = (Math.imul(sum, 31) + key.charCodeAt(at)) >>> 0
  return sum % SLICES
}
