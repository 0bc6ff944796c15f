import type { Person } from '../../../src/common/person'
import { segmentsOf, type ContentPath } from '../../../src/common/content/paths'
import { GalleyError } from '../../../src/common/errors'
import { newGuid } from '../../../src/main/store/layout/names'
import type { Version, VersionContent, VersionOptions } from '../../../src/main/store/types'
import { extOf, fileAt, isVersioned } from './files'
import { entryOf, hashOf, type MemoryFile, type State } from './state'

/** A version of a file's current content, or of bytes that were never in it. */
export function keepVersion(
  state: State,
  file: MemoryFile,
  users: readonly Person[],
  at: number,
  label?: string,
  given?: { readonly bytes: Uint8Array; readonly by: Person }
): Version {
  const bytes = given?.bytes ?? file.bytes
  const hash = hashOf(bytes)
  state.blobs.set(hash, bytes)
  const last = Math.max(0, ...file.versions.map(({ timestamp }) => timestamp))
  const isCurrent = hash === file.hash
  const version: Version = {
    id: newGuid(),
    fileId: file.id,
    timestamp: Math.max(Math.round(at), last + 1),
    users,
    path: file.path,
    hash,
    size: bytes.length,
    ...(label !== undefined && { label }),
    written: isCurrent || !given ? { by: file.by, at: file.at } : { by: given.by, at }
  }
  file.versions.push(version)
  return version
}

export function listVersions(state: State, path: ContentPath): Version[] {
  const file = isVersioned(path) ? state.here.get(path) : undefined
  return (file?.versions ?? []).filter(({ size }) => size > 0).reverse()
}

export function makeVersion(
  state: State,
  path: ContentPath,
  { by, label, users = [by], condition, once = false, content }: VersionOptions
): Version {
  const file = fileAt(state, path)
  if (!file) throw new GalleyError('not-found', 'There is no file to make a version of.', { where: path })
  if (!isVersioned(path)) throw new GalleyError('not-versioned', 'It has no versions.', { where: path })
  condition?.(entryOf(file))
  const same = once ? [...file.versions].reverse().find((version) => version.label === label) : undefined
  if (same?.hash === file.hash) return same
  const version = keepVersion(state, file, users, state.now(), label, content && { bytes: content, by })
  state.emit({ type: 'version', path, fileId: file.id, ...(label !== undefined && { label }) })
  return version
}

export function readVersion(
  state: State,
  org: string,
  fileId: string,
  versionId: string
): VersionContent | null {
  const file = state.files.get(fileId.toLowerCase())
  const version = file?.versions.find(({ id }) => id === versionId.toLowerCase())
  if (!file || !version) return null
  const currentPath = file.isHere ? file.path : null
  const lastPath = currentPath ?? file.versions.at(-1)?.path ?? version.path
  if (segmentsOf(lastPath)[0] !== org) return null
  const bytes = state.blobs.get(version.hash) ?? new Uint8Array()
  return { version, currentPath, lastPath, ext: extOf(lastPath), bytes }
}
