import { createHash } from 'node:crypto'
import { GalleyError } from '../../../src/common/errors'
import { syncKey, type LocalFile } from '../../../src/common/sync'
import { contentOf } from '../../../src/main/sync/content'
import type { FileMemory, SyncMemory } from '../../../src/main/sync/memory'
import type { Contents, LocalSide, RemoteItem, RemoteSide } from '../../../src/main/sync/sides'
import type { Random } from '../formats/merge/random'

/** Contents are never changed in place, so what is known of them is remembered. */
function remembered<T>(find: (bytes: Uint8Array) => T): (bytes: Uint8Array) => T {
  const known = new WeakMap<Uint8Array, T>()
  return (bytes) => {
    const before = known.get(bytes)
    if (before !== undefined) return before
    const found = find(bytes)
    known.set(bytes, found)
    return found
  }
}

export const hashOf = remembered((bytes) => createHash('sha256').update(bytes).digest('hex'))
export const bytesOf = (text: string) => encoder.encode(text)
export const textOf = remembered((bytes) => decoder.decode(bytes))
/** Every word that somebody has written, in the order of the content. */
export const wordsOf = remembered((bytes) => textOf(bytes).match(/w\d+/g) ?? [])

const contentNow = (bytes: Uint8Array) => contentOf(bytes, hashOf(bytes))

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The process ends here: no failure of a side, so nothing may catch it. */
export class Crash extends Error {}

/** What goes wrong, and how often. Everything off: a quiet world. */
export interface Weather {
  /** A request fails before it arrives. */
  readonly lost: number
  /** It arrives, but its answer does not. */
  readonly unanswered: number
  readonly serverError: number
  /** A list that says that the folder is empty, leaves one out, or ends too early. */
  readonly lyingList: number
  /** Something in between says yes to a write or a deletion, and passes nothing on. */
  readonly swallowed: number
  readonly crash: number
}
export const quiet: Weather = {
  lost: 0,
  unanswered: 0,
  serverError: 0,
  lyingList: 0,
  swallowed: 0,
  crash: 0
}

interface Stored {
  bytes: Uint8Array
  etag: string
  lastModified: number
}

/** A server without any feed of changes. Everything that it ever had stays in `kept`, as its versions. */
export class Server {
  readonly files = new Map<string, Stored>()
  readonly kept: Uint8Array[] = []
  /** Of the server's own; told only by some. */
  private readonly ids = new Map<string, string>()
  private count = 0

  constructor(
    private readonly random: Random,
    readonly quirks: {
      readonly etags: boolean
      readonly lowerCase: boolean
      readonly clock: number
      readonly ids: boolean
      /** Its ETags are weak: no precondition ever holds for one. */
      readonly weak: boolean
    }
  ) {}

  /** All that it has now. It takes longer than a tick of the clock. */
  backup(): () => void {
    this.count += 3
    const files = new Map(this.files)
    const ids = new Map(this.ids)
    return () => {
      this.files.clear()
      this.ids.clear()
      for (const [path, file] of files) this.files.set(path, file)
      for (const [path, id] of ids) this.ids.set(path, id)
    }
  }

  /** The path as it is written here, where the file is there in another spelling. */
  asWritten(path: string): string {
    if (this.files.has(path)) return path
    return [...this.files.keys()].find((other) => syncKey(other) === syncKey(path)) ?? path
  }

  put(path: string, bytes: Uint8Array): Stored {
    const at = this.quirks.lowerCase ? path.toLowerCase() : path
    const old = this.files.get(at)
    if (old) this.kept.push(old.bytes)
    this.count += 1
    const stored = {
      bytes,
      etag: `${this.quirks.weak ? 'W/' : ''}"v${this.count}"`,
      lastModified: this.time()
    }
    this.files.set(at, stored)
    if (!old) this.ids.set(at, `r${this.count}`)
    return stored
  }

  /** Keeps the id. False when something is there. */
  rename(from: string, to: string): boolean {
    const file = this.files.get(from)
    const id = this.ids.get(from)
    if (!file || id === undefined || this.files.has(to)) return false
    this.files.delete(from)
    this.ids.delete(from)
    this.put(to, file.bytes)
    this.ids.set(to, id)
    return true
  }

  /** Its own clock: several writes come within one of its ticks. */
  private time(): number {
    return this.quirks.clock + Math.floor(this.count / 3) * 1000
  }

  delete(path: string): void {
    const old = this.files.get(path)
    if (old) this.kept.push(old.bytes)
    this.files.delete(path)
  }

  list(folder: string): RemoteItem[] | null {
    const items = new Map<string, RemoteItem>()
    for (const [path, { etag, lastModified }] of this.files) {
      if (!path.startsWith(`${folder}/`)) continue
      const rest = path.slice(folder.length + 1)
      const cut = rest.indexOf('/')
      const name = cut < 0 ? rest : rest.slice(0, cut)
      const at = `${folder}/${name}`
      if (cut >= 0)
        items.set(at, { path: at, kind: 'folder', etag: null, lastModified: null, size: null, id: null })
      else {
        // a time that may come once more tells nothing
        const told = lastModified < this.time() ? lastModified : null
        items.set(at, {
          path: at,
          kind: 'file',
          etag: this.quirks.etags ? etag : null,
          lastModified: told,
          size: null,
          id: this.quirks.ids ? (this.ids.get(path) ?? null) : null
        })
      }
    }
    return items.size === 0 && folder !== '' ? null : [...items.values()]
  }

  /** One client's way to it, in that client's weather. */
  side(weather: () => Weather, dead: () => boolean, meanwhile: () => void): RemoteSide {
    const { random } = this
    const call = async <T>(answer: () => T): Promise<T> => {
      const { lost, unanswered, serverError, crash } = weather()
      for (let wait = random.int(3); wait > 0; wait -= 1) await Promise.resolve()
      if (dead() || random.chance(crash)) throw new Crash()
      if (random.chance(lost)) throw new GalleyError('unreachable', 'lost')
      if (random.chance(serverError)) throw new GalleyError('internal', '500')
      meanwhile()
      const value = answer()
      meanwhile()
      for (let wait = random.int(3); wait > 0; wait -= 1) await Promise.resolve()
      if (dead() || random.chance(crash)) throw new Crash()
      if (random.chance(unanswered)) throw new GalleyError('unreachable', 'no answer')
      return value
    }
    const there = (path: string) => this.files.get(path)
    return {
      list: (folder) =>
        call(() => {
          const items = this.list(folder)
          if (!random.chance(weather().lyingList)) return items
          if (random.chance(0.4)) return []
          return (
            (random.chance(0.5) ? items?.slice(1) : items?.slice(0, random.int(items.length + 1))) ?? null
          )
        }),
      read: (path, etag) =>
        call(() => {
          const stored = there(path)
          if (!stored) return { kind: 'gone' }
          if (etag !== null && etag === stored.etag) return { kind: 'same' }
          return { kind: 'file', content: contentNow(stored.bytes), etag: stored.etag, theirs: {} }
        }),
      head: (path) =>
        call(() => {
          const stored = there(path)
          return stored ? { kind: 'file', etag: stored.etag } : { kind: 'gone' }
        }),
      write: (path, { bytes }, expect) =>
        call(() => {
          const stored = there(path)
          if (random.chance(weather().swallowed)) return { kind: 'written', created: false, etag: null }
          if (!this.quirks.lowerCase && this.asWritten(path) !== path)
            throw new GalleyError('name-clash', 'another spelling')
          if (expect !== 'absent' && this.quirks.weak && expect.etag !== null) return { kind: 'refused' }
          if (expect === 'absent' ? stored : expect.etag !== null && stored && stored.etag !== expect.etag)
            return { kind: 'refused' }
          const now = this.put(path, bytes ?? bytesOf(''))
          // half of the servers do not say what it has become
          return { kind: 'written', created: !stored, etag: this.quirks.etags ? now.etag : null }
        }),
      remove: (path, etag) =>
        call(() => {
          const stored = there(path)
          if (!stored) return 'gone'
          if (random.chance(weather().swallowed)) return 'removed'
          if (this.quirks.weak && etag !== null) return 'refused'
          if (etag !== null && stored.etag !== etag) return 'refused'
          this.delete(path)
          return 'removed'
        }),
      respell: (from, to) =>
        call(() => {
          if (this.quirks.lowerCase || this.quirks.weak) return false
          let did = false
          for (const path of [...this.files.keys()])
            if (path === from || path.startsWith(`${from}/`))
              did = this.rename(path, to + path.slice(from.length)) || did
          return did
        }),
      lastInHistory: () => call(() => null),
      label: () => call(() => true)
    }
  }
}

/** A person's machine: files, what was replaced and deleted, what the sync knows. It all outlives a crash. */
export class Machine {
  readonly files = new Map<string, { bytes: Uint8Array; id: string }>()
  readonly kept: Uint8Array[] = []
  readonly memories = new Map<string, FileMemory>()
  readonly blobs = new Map<string, Uint8Array>()
  readonly suspects = new Map<string, number>()
  private count = 0

  constructor(
    readonly name: string,
    private readonly random: Random
  ) {}

  newId(): string {
    this.count += 1
    return `${this.name}${this.count}`
  }

  private step(weather: Weather, dead: () => boolean): void {
    if (dead() || this.random.chance(weather.crash)) throw new Crash()
  }

  side(weather: () => Weather, dead: () => boolean): LocalSide {
    const current = (path: string) => {
      const file = this.files.get(path)
      return file ? { ...file, hash: hashOf(file.bytes), content: contentNow(file.bytes) } : null
    }
    return {
      scan: async () => {
        this.step(weather(), dead)
        const files = [...this.files].map(([path, { bytes, id }]): LocalFile => ({
          path,
          hash: hashOf(bytes),
          id
        }))
        return { files, unknown: [], editing: [] }
      },
      read: async (path) => {
        this.step(weather(), dead)
        const found = current(path)
        return found && { ...found, staysKept: false }
      },
      write: async (path, { bytes: given }, { expect }) => {
        const bytes = given ?? bytesOf('')
        this.step(weather(), dead)
        const now = current(path)
        if ((now?.hash ?? null) !== expect) return null
        if (!now && [...this.files.keys()].some((other) => syncKey(other) === syncKey(path)))
          throw new GalleyError('name-clash', 'another spelling')
        if (now) this.kept.push(now.bytes)
        const id = now?.id ?? this.newId()
        this.files.set(path, { bytes, id })
        this.step(weather(), dead)
        return { hash: hashOf(bytes), id }
      },
      move: async (from, to) => {
        this.step(weather(), dead)
        const now = current(from)
        if (!now || [...this.files.keys()].some((other) => other !== from && syncKey(other) === syncKey(to)))
          return null
        this.files.delete(from)
        this.files.set(to, { bytes: now.bytes, id: now.id })
        this.step(weather(), dead)
        return { hash: now.hash, id: now.id }
      },
      respell: async (from, to) => {
        this.step(weather(), dead)
        const moved = [...this.files].filter(([path]) => path === from || path.startsWith(`${from}/`))
        for (const [path, file] of moved) {
          this.files.delete(path)
          this.files.set(to + path.slice(from.length), file)
        }
        this.step(weather(), dead)
        return moved.length > 0
      },
      remove: async (path, expect) => {
        this.step(weather(), dead)
        const now = current(path)
        if (!now || now.hash !== expect) return false
        this.kept.push(now.bytes)
        this.files.delete(path)
        this.step(weather(), dead)
        return true
      }
    }
  }

  memory(weather: () => Weather, dead: () => boolean): SyncMemory {
    return {
      files: this.memories,
      put: async (key, memory) => {
        this.step(weather(), dead)
        if (!memory.agreed && !memory.conflict && !memory.intent) this.memories.delete(key)
        else this.memories.set(key, memory)
        this.step(weather(), dead)
      }
    }
  }

  contents(weather: () => Weather, dead: () => boolean): Contents {
    return {
      hashOf,
      put: async (bytes) => {
        this.step(weather(), dead)
        this.blobs.set(hashOf(bytes), bytes)
        return hashOf(bytes)
      },
      putContent: async ({ bytes }) => {
        this.step(weather(), dead)
        if (bytes) this.blobs.set(hashOf(bytes), bytes)
      },
      spool: () => Promise.reject(new Error('nothing here is large')),
      open: () => Promise.reject(new Error('nothing here is large')),
      get: async (hash) =>
        this.blobs.get(hash) ??
        [...this.files.values()].find(({ bytes }) => hashOf(bytes) === hash)?.bytes ??
        bytesIn(this.kept, hash)
    }
  }

  conflictOf(path: string) {
    return this.memories.get(syncKey(path))?.conflict
  }
}

function bytesIn(kept: readonly Uint8Array[], hash: string): Uint8Array | null {
  return kept.find((bytes) => hashOf(bytes) === hash) ?? null
}
