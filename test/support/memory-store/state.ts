import { createHash } from 'node:crypto'
import type { ServiceEventBody } from '../../../src/common/api/events'
import type { Person } from '../../../src/common/person'
import {
  clashKey,
  isWithin,
  nameOf,
  parentOf,
  ROOT,
  segmentsOf,
  type ContentPath
} from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import type { Place } from '../../../src/common/moment/file-history'
import { requireOwnName } from '../../../src/main/store/core/folder-names'
import { createLiveSessions } from '../../../src/main/store/core/live-sessions'
import { isHash, type ContentHash, type Guid } from '../../../src/main/store/layout/names'
import type { FileEntry, PublishedState, RoomEntry, Version } from '../../../src/main/store/types'

/** A file, wherever it is: its content, and all that is known of it. */
export interface MemoryFile {
  readonly id: Guid
  /** Where it is, or was when it was deleted. */
  path: ContentPath
  isHere: boolean
  bytes: Uint8Array
  hash: ContentHash
  at: number
  by: Person
  session?: string | undefined
  since?: number | undefined
  /** Oldest first. */
  readonly versions: Version[]
  readonly created: { readonly path: ContentPath; readonly at: number; readonly by: Person }
  readonly places: Place[]
  readonly written: { hash: string; size: number; at: number; by: Person }[]
}

/** What lies in the trash, with what it takes to bring it back. */
export interface MemoryTrash {
  readonly id: Guid
  readonly path: ContentPath
  readonly kind: 'file' | 'folder'
  readonly deletedAt: number
  readonly deletedBy: Person
  readonly cause: 'deleted' | 'replaced'
  /** The item with which it was deleted. */
  readonly with?: Guid
  /** Of a deleted item, the files in it. */
  readonly files: readonly MemoryFile[]
  readonly folders: readonly ContentPath[]
  /** Of replaced media, what it was. */
  readonly was: Pick<MemoryFile, 'id' | 'bytes' | 'hash' | 'at' | 'by'> | null
}

/** What is written together and is not in its file yet. */
export interface MemoryRoom {
  readonly entries: readonly RoomEntry[]
  readonly at: number
}

/** All that a store in memory has, and the few things that every operation does with it. */
export function newState(now: () => number) {
  const files = new Map<string, MemoryFile>()
  const here = new Map<ContentPath, MemoryFile>()
  const folders = new Set<ContentPath>([ROOT])
  const listeners = new Set<(event: ServiceEventBody) => void>()
  const told = new Set<ContentPath>([ROOT])

  const childNames = (folder: ContentPath) =>
    [...here.keys(), ...folders].filter((path) => path !== ROOT && parentOf(path) === folder).map(nameOf)

  return {
    now,
    files,
    here,
    folders,
    listeners,
    trash: new Map<string, MemoryTrash>(),
    blobs: new Map<string, Uint8Array>(),
    published: new Map<string, PublishedState>(),
    rooms: new Map<string, MemoryRoom>(),
    sessions: createLiveSessions(),
    emit(event: ServiceEventBody) {
      for (const listener of [...listeners]) listener(event)
    },
    kindAt: (path: ContentPath): 'file' | 'folder' | 'none' =>
      here.has(path) ? 'file' : folders.has(path) ? 'folder' : 'none',
    filesIn: (path: ContentPath) => [...here.values()].filter((file) => isWithin(file.path, path)),
    /** N5, of every name on the way. @param except a path that is about to leave */
    checkNames(path: ContentPath, except?: ContentPath) {
      requireOwnName(path)
      let folder = ROOT
      for (const name of segmentsOf(path)) {
        const at = below(folder, name)
        const other = childNames(folder).find((one) => one !== name && clashKey(one) === clashKey(name))
        if (other !== undefined && below(folder, other) !== except)
          throw new GalleyError('name-clash', 'A name differs only by case or normal form.', { where: at })
        if (at !== path && here.has(at))
          throw new GalleyError('is-file', 'Nothing can be in a file.', { where: at })
        folder = at
      }
    },
    /** @returns those that are new, outermost first */
    makeFolders(path: ContentPath): ContentPath[] {
      const made: ContentPath[] = []
      for (let at = path; !folders.has(at); at = parentOf(at)) made.unshift(at)
      for (const one of made) folders.add(one)
      return made
    },
    notifyFolders(made: readonly ContentPath[], by: Person) {
      for (const path of made) {
        if (told.has(path)) continue
        told.add(path)
        this.emit({ type: 'folder', change: 'created', path, by })
      }
    },
    /** Takes a file or a whole folder out of the tree. */
    takeOut(path: ContentPath) {
      const gone = { files: this.filesIn(path), folders: [...folders].filter((one) => isWithin(one, path)) }
      for (const file of gone.files) {
        here.delete(file.path)
        file.isHere = false
      }
      for (const folder of gone.folders) {
        folders.delete(folder)
        told.delete(folder)
      }
      return gone
    },
    place(file: MemoryFile, path: ContentPath) {
      if (file.isHere) here.delete(file.path)
      file.path = path
      file.isHere = true
      files.set(file.id, file)
      here.set(path, file)
    }
  }
}

export type State = ReturnType<typeof newState>

export const below = (folder: ContentPath, name: string) =>
  `${folder === ROOT ? '' : folder}/${name}` as ContentPath

export const movedPath = (path: ContentPath, from: ContentPath, to: ContentPath) =>
  `${to}${path.slice(from.length)}` as ContentPath

export function hashOf(bytes: Uint8Array): ContentHash {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (isHash(hash)) return hash
  throw new Error('the hash is no sha256')
}

export async function collect(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return Buffer.from(body)
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

export function entryOf({ path, id, hash, bytes, at, by, session }: MemoryFile): FileEntry {
  return {
    kind: 'file',
    path,
    name: nameOf(path),
    id,
    hash,
    size: bytes.length,
    lastModified: Math.round(at),
    modifiedBy: by,
    ...(session !== undefined && { session })
  }
}

export function streamOf(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number } = { start: 0, end: Infinity }
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const part = bytes.subarray(start, end + 1)
      if (part.length > 0) controller.enqueue(part)
      controller.close()
    }
  })
}
