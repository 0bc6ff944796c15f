import { dirname } from 'node:path'
import type { DurableFs, DurableHandle } from '../disk/durable-fs'
import { closing } from '../disk/durable-fs'
import { codeOf } from '../disk/error-codes'
import {
  allDone,
  appendTo,
  makeFolders,
  replaceDurably,
  truncateDurably,
  writeSyncedWithName
} from '../disk/durable-write'
import type { HistoryCopy } from './history-copy'
import type { Layout } from '../layout/layout'
import type { LogEvent, FileState } from './log-events'
import { applyEvent, emptyState, eventOf, parseEvent } from './log-events'
import { logLines, readLog } from './line-log'
import type { Problems } from '../damaged/problems'
import type { Guid } from '../layout/names'
import { isLong, withoutSuperseded } from './superseded'
import { readIfPlain } from '../disk/durable-read'

/** What the logs in memory take on the disk, which is about a quarter of what they take here; one is always kept. */
const CACHED_BYTES = 8 * 1024 * 1024
/** A short one takes more than its bytes. */
const LEAST_BYTES = 1_024

/**
 * One append-only log a file: its versions and what its current content is. Callers hold the file's path lock
 * to append.
 */
export interface FileLogs {
  /** Null when there is none. */
  load(id: Guid): Promise<FileState | null>
  /** Starts the log of a new file. */
  create(id: Guid, events: readonly LogEvent[]): Promise<FileState>
  /** As `create`, of many. Where the folder of one was removed, all of them fail. */
  createAll(logs: readonly { readonly id: Guid; readonly events: readonly LogEvent[] }[]): Promise<void>
  /** Durable when it resolves. @returns how to take it back if a later step fails */
  append(id: Guid, events: readonly LogEvent[]): Promise<() => Promise<void>>
  /** As `append`, to many logs. Rejects when one of them failed: nothing of it stays, as far as the disk allows. */
  appendAll(
    appends: readonly { readonly id: Guid; readonly events: readonly LogEvent[] }[]
  ): Promise<readonly (() => Promise<void>)[]>
  /** Opens the log for one append that will follow soon, while other things are waited for. */
  prepare(id: Guid): Promise<PreparedAppend>
  /** For events that a rebuild can do without: not waited for by the disk. */
  note(id: Guid, event: LogEvent): Promise<void>
  remove(id: Guid): Promise<void>
}

/** A log that is open for one append. */
interface PreparedAppend {
  /** As `FileLogs.append`. */
  append(events: readonly LogEvent[]): Promise<() => Promise<void>>
  /** There will be no append; nothing after one. */
  abandon(): Promise<void>
}

interface Loaded {
  readonly state: FileState
  bytes: number
}

export function createFileLogs(
  fs: DurableFs,
  layout: Layout,
  problems: Problems,
  copy: HistoryCopy
): FileLogs {
  const cache = new Map<string, Loaded>()
  const loading = new Map<string, Promise<Loaded | null>>()
  const appending = new Set<string>()

  let cached = 0
  const weightOf = ({ bytes }: Loaded) => Math.max(LEAST_BYTES, bytes)

  const forget = (id: string) => {
    const loaded = cache.get(id)
    if (loaded) cached -= weightOf(loaded)
    cache.delete(id)
  }

  const remember = (id: Guid, loaded: Loaded) => {
    forget(id)
    cache.set(id, loaded)
    cached += weightOf(loaded)
    if (cached > CACHED_BYTES) makeRoom(id)
    return loaded
  }

  function makeRoom(wanted: Guid): void {
    for (const oldest of cache.keys()) {
      if (cached <= CACHED_BYTES) return
      if (oldest !== wanted && !appending.has(oldest)) forget(oldest)
    }
  }

  /** What follows its length, while it is in memory. */
  const grown = (id: Guid, loaded: Loaded, by: number) => {
    const before = weightOf(loaded)
    loaded.bytes += by
    if (cache.get(id) === loaded) cached += weightOf(loaded) - before
  }

  /** One load a file at a time: what mends a torn tail must not meet an append. */
  function get(id: Guid): Promise<Loaded | null> {
    const known = cache.get(id)
    if (known) return Promise.resolve(remember(id, known))
    const running = loading.get(id)
    if (running) return running
    const load = read(id).finally(() => loading.delete(id))
    loading.set(id, load)
    return load
  }

  async function read(id: Guid): Promise<Loaded | null> {
    const file = layout.log(id)
    if (!(await fs.lstat(file))) return null
    const bytes = await readIfPlain(fs, file)
    if (!bytes) {
      await problems.setAside(
        file,
        `The history of file ${id} cannot be read: it is no plain file, or far too large.`
      )
      return null
    }
    const { values, damaged, wholeBytes } = readLog(bytes)
    const events: LogEvent[] = []
    const state = emptyState(id)
    for (const value of values) {
      const event = parseEvent(value, id)
      if (!event) continue
      events.push(event)
      applyEvent(state, event)
    }
    let length = wholeBytes
    if (damaged > 0 || events.length < values.length) {
      await problems.setAsideCopy(
        file,
        `The history of ${state.path ?? `file ${id}`} had a damaged record. The rest is intact.`
      )
      const whole = logLines(events)
      await replaceDurably(fs, file, whole)
      length = whole.length
    } else if (wholeBytes < bytes.length) {
      await truncateDurably(fs, file, wholeBytes)
    }
    if (isLong(state)) {
      const needed = withoutSuperseded(events)
      const whole = logLines(needed)
      await replaceDurably(fs, file, whole)
      state.superseded = 0
      length = whole.length
    }
    return remember(id, { state, bytes: length })
  }

  async function need(id: Guid): Promise<Loaded> {
    return (await get(id)) ?? remember(id, await start(id, []))
  }

  async function start(id: Guid, events: readonly LogEvent[]): Promise<Loaded> {
    const file = layout.log(id)
    const data = logLines(events)
    const write = () => writeSyncedWithName(fs, file, data, 'create')
    await write().catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      await makeFolders(fs, dirname(file))
      await write()
    })
    const state = emptyState(id)
    for (const event of events) applyEvent(state, event)
    return { state, bytes: data.length }
  }

  /**
   * Another program deleted the log, or put another one in its place, such as an older copy: nothing of what
   * it told is lost for that.
   */
  async function putBack(state: FileState): Promise<Loaded> {
    const file = layout.log(state.id)
    const found = readLog((await readIfPlain(fs, file)) ?? new Uint8Array())
    const events = found.values.flatMap((value) => parseEvent(value, state.id) ?? [])
    const message = `Another program changed the history of ${state.path ?? `file ${state.id}`}. It was put back as it was.`
    if (found.wholeBytes > 0) await problems.setAsideCopy(file, message)
    else problems.report(file, message)
    const data = logLines(withAllOf(state, events))
    await replaceDurably(fs, file, data)
    return { state, bytes: data.length }
  }

  /** Takes back what an append left, as far as the disk allows; the next load reads the file afresh. */
  async function cut(id: Guid, length: number): Promise<void> {
    forget(id)
    await truncateDurably(fs, layout.log(id), length).catch((error: unknown) => {
      problems.report(
        layout.log(id),
        'A failed save could not be taken back. It may show as a version.',
        error
      )
    })
  }

  async function cutIfLonger(id: Guid, length: number): Promise<void> {
    forget(id)
    const stat = await fs.lstat(layout.log(id)).catch(() => null)
    if (stat && stat.size > length) await cut(id, length)
  }

  /** What an append that is durable means for what is in memory. @returns how to take it back */
  function appended(id: Guid, loaded: Loaded, events: readonly LogEvent[], length: number) {
    const { bytes } = loaded
    grown(id, loaded, length)
    const { versions } = loaded.state
    const known = versions.length
    for (const event of events) applyEvent(loaded.state, event)
    copy.add(id, versions.slice(known))
    // the next load shortens it
    if (isLong(loaded.state)) forget(id)
    return () => {
      copy.drop(id, events)
      return cut(id, bytes)
    }
  }

  type Appends = Parameters<FileLogs['appendAll']>[0]

  async function appendAll(appends: Appends): ReturnType<FileLogs['appendAll']> {
    const takeBack = new Map<Guid, () => Promise<void>>()
    try {
      // from here on none is forgotten, so that no load rewrites what is being appended to
      for (const { id } of appends) appending.add(id)
      const all: (Appends[number] & { readonly loaded: Loaded; readonly data: Buffer })[] = []
      for (const { id, events } of appends)
        all.push({ id, events, loaded: await need(id), data: logLines(events) })
      const lengths = all.map(({ loaded }) => loaded.bytes)
      const written = await fs
        .appendAllSynced(
          all.map(({ id, data }, at) => ({ path: layout.log(id), length: lengths[at] ?? 0, data }))
        )
        .catch(async (error: unknown) => {
          for (const [at, { id }] of all.entries()) await cutIfLonger(id, lengths[at] ?? 0)
          throw error
        })
      for (const [at, { id, loaded, events, data }] of all.entries())
        if (written[at]) takeBack.set(id, appended(id, loaded, events, data.length))
      // another program changed it: that is seen to one by one
      for (const [at, { id, events }] of all.entries())
        if (!written[at]) takeBack.set(id, await (await prepare(id)).append(events))
      return appends.flatMap(({ id }) => takeBack.get(id) ?? [])
    } catch (error) {
      for (const one of takeBack.values()) await one()
      throw error
    } finally {
      for (const { id } of appends) appending.delete(id)
    }
  }

  async function prepare(id: Guid): Promise<PreparedAppend> {
    let loaded = await need(id)
    // from here on it is not forgotten, so that no load rewrites the file that is open
    appending.add(id)
    let handle: DurableHandle | undefined
    try {
      handle = await fs.open(layout.log(id), 'append')
      if (handle.sizeNow() !== loaded.bytes) {
        await handle.close()
        handle = undefined
        loaded = remember(id, await putBack(loaded.state))
        handle = await fs.open(layout.log(id), 'append')
      }
    } catch (error) {
      appending.delete(id)
      throw error
    }
    const taken = () => {
      const open = handle
      handle = undefined
      return open
    }
    return {
      async append(events) {
        const open = taken()
        if (!open) throw new Error('a log is open for one append only')
        const { bytes } = loaded
        const data = logLines(events)
        try {
          await appendTo(open, data)
        } catch (error) {
          await cut(id, bytes)
          throw error
        } finally {
          appending.delete(id)
        }
        return appended(id, loaded, events, data.length)
      },
      async abandon() {
        const open = taken()
        if (!open) return
        appending.delete(id)
        await open.close()
      }
    }
  }

  return {
    load: async (id) => (await get(id))?.state ?? null,
    async create(id, events) {
      const { state } = remember(id, await start(id, events))
      copy.add(id, state.versions)
      return state
    },
    async createAll(logs) {
      const lines = logs.map(({ id, events }) => ({ path: layout.log(id), data: logLines(events) }))
      if (lines.length > 0) await fs.writeAllSynced(lines)
      for (const [index, { id, events }] of logs.entries()) {
        const state = emptyState(id)
        for (const event of events) applyEvent(state, event)
        remember(id, { state, bytes: lines[index]?.data.length ?? 0 })
        copy.add(id, state.versions)
      }
    },
    appendAll,
    append: async (id, events) => (await prepare(id)).append(events),
    prepare,
    async note(id, event) {
      const file = layout.log(id)
      if (!(await fs.lstat(file))) return
      // a torn tail would take the note with it; loading cuts it off
      const loaded = cache.get(id) ?? ((await endsWhole(fs, file)) ? null : await get(id))
      const data = logLines([event])
      const handle = await fs.open(file, 'append')
      await handle.write(data).finally(() => handle.close())
      if (!loaded) return
      grown(id, loaded, data.length)
      applyEvent(loaded.state, event)
    },
    async remove(id) {
      const bytes = cache.get(id)?.bytes ?? (await fs.lstat(layout.log(id)))?.size ?? 0
      forget(id)
      await allDone([fs.unlink(layout.log(id))])
      copy.forget(id, bytes)
    }
  }
}

/** What a log tells, and what is known besides. */
function withAllOf(state: FileState, found: readonly LogEvent[]): LogEvent[] {
  const { id, path, current, versions } = state
  const told = new Set(found.flatMap((event) => (event.event === 'version' ? [event.id] : [])))
  const begin = current && path !== null && !found.some(({ event }) => event === 'created')
  return [
    ...(begin ? [{ event: 'created', id, path, by: current.by, at: current.at } as const] : []),
    ...found,
    ...versions.filter((version) => !told.has(version.id)).map(eventOf),
    ...(state.previous ? [state.previous] : []),
    ...(current ? [current] : [])
  ]
}

async function endsWhole(fs: DurableFs, file: string): Promise<boolean> {
  const handle = await fs.open(file, 'read')
  return closing(handle, async () => {
    const { size } = await handle.stat()
    const last = new Uint8Array(1)
    return size > 0 && (await handle.read(last, size - 1)) === 1 && last[0] === 10
  })
}
