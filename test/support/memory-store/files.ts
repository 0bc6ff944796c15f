import type { Person } from '../../../src/common/person'
import {
  nameOf,
  parentOf,
  ROOT,
  splitName,
  siteOf,
  type ContentPath
} from '../../../src/common/content/paths'
import { hasVersions } from '../../../src/common/formats/files'
import { GalleyError } from '../../../src/common/errors'
import { requireOwnName, requireReadableName } from '../../../src/main/store/core/folder-names'
import type { IndexRecord } from '../../../src/main/store/layout/content-index'
import { isJunkPath } from '../../../src/main/store/layout/layout'
import { isGuid, newGuid, type Guid } from '../../../src/main/store/layout/names'
import { keepPlan } from '../../../src/main/store/layout/version-rules'
import type { Entry, Version, WriteOptions, WriteResult } from '../../../src/main/store/types'
import { collect, entryOf, hashOf, type MemoryFile, type State } from './state'
import { keepVersion } from './versions'

export const extOf = (path: ContentPath) => splitName(nameOf(path)).ext
export const isVersioned = (path: ContentPath) => hasVersions(extOf(path))

export function statPath(state: State, path: ContentPath): Entry | null {
  const file = state.here.get(path)
  if (file) return entryOf(file)
  return state.folders.has(path) && !isJunkPath(path)
    ? { kind: 'folder', path, name: path === ROOT ? '' : nameOf(path) }
    : null
}

export function listFolder(state: State, folder: ContentPath): Entry[] | null {
  if (!state.folders.has(folder)) return null
  const paths = [...state.here.keys(), ...state.folders].filter(
    (path) => path !== ROOT && parentOf(path) === folder
  )
  return paths
    .flatMap((path) => statPath(state, path) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

export function makeFolder(state: State, path: ContentPath, by: Person): boolean {
  const kind = state.kindAt(path)
  if (kind === 'folder') return false
  if (kind === 'file') throw new GalleyError('is-file', 'A file has this name.', { where: path })
  requireReadableName(path)
  state.checkNames(path)
  state.notifyFolders(state.makeFolders(path), by)
  return true
}

/** The file at a path, for operations on files. @throws is-folder */
export function fileAt(state: State, path: ContentPath): MemoryFile | null {
  if (state.folders.has(path))
    throw new GalleyError('is-folder', 'This is a folder, not a file.', { where: path })
  return state.here.get(path) ?? null
}

/** @param turn runs the change when those before it have ended */
export async function writeFile(
  state: State,
  turn: <T>(work: () => Promise<T>) => Promise<T>,
  path: ContentPath,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions
): Promise<WriteResult> {
  if (path === ROOT) throw new GalleyError('is-folder', 'This is a folder, not a file.')
  requireOwnName(path)
  const bytes = await collect(body)
  return turn(() => replace(state, path, bytes, options))
}

export async function replace(
  state: State,
  path: ContentPath,
  bytes: Uint8Array,
  options: WriteOptions
): Promise<WriteResult> {
  const { by, session, keepAs } = options
  const fileId = typeof options.fileId === 'function' ? options.fileId() : options.fileId
  const file = fileAt(state, path)
  options.condition?.(file && entryOf(file))
  await options.after
  const at = options.at ?? state.now()
  const hash = hashOf(bytes)
  if (!file) return create(state, path, bytes, { by, session, at, fileId })
  if (fileId !== undefined && fileId.toLowerCase() !== file.id)
    throw new GalleyError('exists', 'The file at this path has another id.', { where: path })
  if (session !== undefined && keepAs === undefined && hash === file.hash)
    return { created: false, entry: entryOf(file) }

  const save = session === undefined ? null : { fileId: file.id, session, email: by.email, at }
  let kept: Version | undefined
  let since: number | undefined
  if (isVersioned(path)) {
    const plan = await keepPlan({
      current: recordOf(file),
      ext: extOf(path),
      bytes,
      oldBytes: () => Promise.resolve(file.bytes),
      session,
      keepAs,
      collaborative: options.collaborative ?? false,
      at,
      together: save !== null && file.session !== session && state.sessions.together(save)
    })
    since = plan.since
    if (plan.keep) kept = keepVersion(state, file, options.writers ?? [file.by], at, plan.label)
  } else if (file.bytes.length > 0 && hash !== file.hash) {
    const id = newGuid()
    const { id: was, bytes: old, hash: oldHash, at: oldAt, by: oldBy } = file
    state.trash.set(id, {
      id,
      path,
      kind: 'file',
      deletedAt: state.now(),
      deletedBy: by,
      cause: 'replaced',
      files: [],
      folders: [],
      was: { id: was, bytes: old, hash: oldHash, at: oldAt, by: oldBy }
    })
    state.emit({ type: 'trash', site: siteOf(path) })
  }
  Object.assign(file, { bytes, hash, at, by, session, since })
  file.written.push({ hash, size: bytes.length, at, by })
  if (save) state.sessions.wrote(save)
  if (kept) {
    const label = kept.label === undefined ? {} : { label: kept.label }
    state.emit({ type: 'version', path, fileId: file.id, ...label })
  }
  emitFile(state, 'changed', file, by)
  return { created: false, entry: entryOf(file), ...(kept && { kept }) }
}

/** As the rules for versions see it. */
function recordOf({ path, id, hash, bytes, at, by, session, since }: MemoryFile): IndexRecord {
  const outside = { size: bytes.length, mtimeMs: 0, ino: 0 }
  return {
    path,
    id,
    hash,
    at,
    by,
    ...outside,
    ...(session !== undefined && { session }),
    ...(since !== undefined && { since })
  }
}

interface Creation {
  readonly by: Person
  readonly session?: string | undefined
  readonly at: number
  readonly fileId?: string | undefined
}

function create(state: State, path: ContentPath, bytes: Uint8Array, options: Creation): WriteResult {
  requireReadableName(path)
  state.checkNames(path)
  const id = newId(state, options.fileId)
  const made = state.makeFolders(parentOf(path))
  const { by, session, at } = options
  const file = newFile(id, path, bytes, { by, at, session, since: session === undefined ? undefined : at })
  state.place(file, path)
  state.notifyFolders(made, by)
  if (session !== undefined) state.sessions.wrote({ fileId: id, session, email: by.email, at })
  emitFile(state, 'created', file, by)
  return { created: true, entry: entryOf(file) }
}

export function newFile(
  id: Guid,
  path: ContentPath,
  bytes: Uint8Array,
  {
    by,
    at,
    session,
    since
  }: Pick<MemoryFile, 'by' | 'at'> & {
    readonly session?: string | undefined
    readonly since?: number | undefined
  }
): MemoryFile {
  const hash = hashOf(bytes)
  const written = [{ hash, size: bytes.length, at, by }]
  const created = { path, at, by }
  return {
    id,
    path,
    isHere: false,
    bytes,
    hash,
    at,
    by,
    session,
    since,
    versions: [],
    created,
    places: [],
    written
  }
}

function newId(state: State, wanted: string | undefined): Guid {
  if (wanted === undefined) return newGuid()
  const id = wanted.toLowerCase()
  if (!isGuid(id)) throw new GalleyError('bad-request', 'The id of a new file must be a GUID.')
  if (state.files.has(id)) throw new GalleyError('exists', 'Another file has this id.')
  return id
}

export function emitFile(
  state: State,
  change: 'created' | 'changed' | 'moved' | 'restored' | 'deleted',
  file: MemoryFile,
  by: Person,
  from?: ContentPath
): void {
  const isSave = change === 'created' || change === 'changed'
  state.emit({
    type: 'file',
    change,
    path: file.path,
    fileId: file.id,
    by,
    origin: 'api',
    ...(from !== undefined && { from }),
    ...(change !== 'deleted' && { etag: file.hash }),
    ...(isSave && file.session !== undefined && { session: file.session })
  })
}
