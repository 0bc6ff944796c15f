import { createHash } from 'node:crypto'
import type { Person } from '../../common/person'
import { hasVersions } from '../../common/formats/files'
import { contentPath, nameOf, splitName, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { LocalFile } from '../../common/sync'
import type { Condition, FileEntry, Store } from '../store/types'
import { eachOf } from './at-once'
import { contentOf, isLarge, staysKept } from './content'
import { failureOf } from './observe'
import { withinDisk } from '../outgoing'
import type { Content, Contents, LocalSide } from './sides'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Somebody who writes saves by themselves every second or so; after this long without, they rest (Y10). */
export const REST_MS = 3000

const isBeingEdited = ({ session, lastModified }: FileEntry, now: number): boolean =>
  session !== undefined && Math.abs(now - lastModified) < REST_MS

/**
 * A folder of the workspace as one side of a sync. What a sync replaces becomes a version, what it deletes
 * goes to the trash.
 */
export function localSide(store: Store, root: ContentPath, by: () => Person): LocalSide {
  const at = (path: string) => contentPath(root + path)
  const relative = (path: ContentPath) => path.slice(root.length)

  async function scan() {
    const files: LocalFile[] = []
    const unknown: string[] = []
    const editing: string[] = []
    const now = Date.now()
    let isMissing = false
    let waiting: ContentPath[] = [root]
    while (waiting.length > 0) {
      const folders = waiting
      waiting = []
      await eachOf(folders, 4, async (folder) => {
        try {
          const entries = await store.list(folder)
          if (!entries && folder === root) isMissing = true
          for (const entry of entries ?? []) {
            if (entry.kind === 'folder') waiting.push(entry.path)
            else if (!entry.name.startsWith('.')) {
              files.push({ path: relative(entry.path), hash: entry.hash, id: entry.id, size: entry.size })
              if (isBeingEdited(entry, now)) editing.push(relative(entry.path))
            }
          }
        } catch (error) {
          failureOf(error, folder)
          unknown.push(relative(folder))
        }
      })
    }
    return { files, unknown, editing, isMissing }
  }

  return {
    scan,
    async read(path) {
      const large = hasVersions(splitName(nameOf(at(path))).ext) ? null : await largeFile(store, at(path))
      if (large) return large
      const found = await store.read(at(path))
      return (
        found && {
          content: contentOf(found.bytes, found.entry.hash),
          hash: found.entry.hash,
          id: found.entry.id,
          staysKept: staysKept(path, found.bytes.length, found.entry.session)
        }
      )
    },
    write: (path, content, { expect, keepAs, by: writer }) =>
      unlessChanged(async () => {
        const { entry } = await store.write(at(path), content.bytes ?? content.stream(), {
          by: writer ?? by(),
          condition: stillIs(expect),
          ...(keepAs !== undefined && expect !== null && { keepAs })
        })
        return { hash: entry.hash, id: entry.id }
      }),
    async move(from, to) {
      const moved = await unlessChanged(() => store.move(at(from), at(to), { by: by() }))
      const entry = moved === null ? null : await store.stat(at(to))
      return entry?.kind === 'file' ? { hash: entry.hash, id: entry.id } : null
    },
    async respell(from, to) {
      return (await unlessChanged(() => store.move(at(from), at(to), { by: by() }))) !== null
    },
    async remove(path, expect) {
      const removed = await unlessChanged(() =>
        store.remove(at(path), { by: by(), condition: stillIs(expect) })
      )
      return removed !== null
    }
  }
}

/**
 * Read from the disk while it travels. What is sent is held against the hash; null for what fits in memory.
 */
async function largeFile(store: Store, path: ContentPath) {
  const entry = await store.stat(path)
  if (entry?.kind !== 'file' || !isLarge(path, entry.size)) return null
  const { hash, id, size } = entry
  const content: Content = {
    hash,
    size,
    bytes: null,
    stream: () => checked(store, path, hash),
    drop: () => Promise.resolve()
  }
  return { content, hash, id, staysKept: false }
}

async function* checked(store: Store, path: ContentPath, hash: string): AsyncIterable<Uint8Array> {
  const found = await store.openRead(path)
  if (!found) throw new GalleyError('not-found', 'The file went away while it was being sent.')
  yield* heldAgainst(hash, piecesOf(found.stream), changed)
}

/** The same pieces; at their end it fails when they are not what the hash says. */
async function* heldAgainst(
  hash: string,
  pieces: AsyncIterable<Uint8Array>,
  otherwise: () => GalleyError
): AsyncIterable<Uint8Array> {
  const sum = createHash('sha256')
  for await (const part of pieces) {
    sum.update(part)
    yield part
  }
  if (sum.digest('hex') !== hash) throw otherwise()
}

const changed = () => new GalleyError('precondition-failed', 'The file changed while it was being sent.')
const damaged = () =>
  new GalleyError('damaged', 'What the sync had kept of this file is damaged. Sync again.')

/** Judged while the path is locked. @param hash null: there must be none */
function stillIs(hash: string | null): Condition {
  return (current) => {
    if ((current?.hash ?? null) !== hash)
      throw new GalleyError('precondition-failed', 'The file changed while it was being synced.')
  }
}

const hasChanged: ReadonlySet<string> = new Set(['precondition-failed', 'not-found', 'exists'])

async function unlessChanged<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GalleyError && hasChanged.has(error.reason)) return null
    throw error
  }
}

/** The workspace's own contents. */
export function storeContents(store: Store): Contents {
  return {
    put: (bytes) => store.sync.keep(bytes),
    putContent: async (content) =>
      void (await (content.bytes ? store.sync.keep(content.bytes) : store.sync.keepStream(content.stream()))),
    spool: (body, announced = null) => store.sync.spool(withinDisk(body, store.room, announced)),
    get: (hash) => store.sync.content(hash),
    async open(hash) {
      const kept = await store.sync.openContent(hash)
      if (!kept) return null
      const stream = () => heldAgainst(hash, kept.stream(), damaged)
      return { hash, size: kept.size, bytes: null, stream, drop: () => Promise.resolve() }
    },
    hashOf: sha256
  }
}

/** A web stream in pieces; ends the stream when nobody reads on. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
