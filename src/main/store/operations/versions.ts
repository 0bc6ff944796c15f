import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { segmentsOf } from '../../../common/content/paths'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { entryOf, extOf, isVersioned } from '../logs/entries'
import { sha256InTurns } from '../layout/checksum'
import { keepCurrent, needState, versionEvent } from '../core/keep-version'
import { isGuid } from '../layout/names'
import type { VersionEvent } from '../logs/log-events'
import { versionOf } from '../logs/log-events'
import { statPath } from './read'
import { adoptedFile } from '../outside/adopt'
import type { Version, VersionContent, VersionOptions } from '../seam/content'

/** Newest first, only those with content (description, Version record 5). */
export async function listVersions(core: Core, path: ContentPath): Promise<Version[]> {
  const entry = await statPath(core, path)
  if (entry?.kind !== 'file' || !isVersioned(path)) return []
  const state = isGuid(entry.id) ? await core.logs.load(entry.id) : null
  return (state?.versions ?? []).filter(({ size }) => size > 0).reverse()
}

/** A snapshot of the current content, or of what was never stored in the file (V2, V4, V8). */
export async function makeVersion(
  core: Core,
  path: ContentPath,
  { by, label, users = [by], condition, once = false, content }: VersionOptions
): Promise<Version> {
  return core.locks.run([path], async () => {
    const record = await adoptedFile(core, path)
    if (!record) throw new GalleyError('not-found', 'There is no file to make a version of.', { where: path })
    if (!isVersioned(path)) {
      throw new GalleyError('not-versioned', 'Only HTML and JSON files have versions.', { where: path })
    }
    condition?.(entryOf(record))
    const same = once ? await lastLabelled(core, record, label) : null
    if (same?.hash === record.hash) return same
    const event = content
      ? await keepGivenUp(core, record, content, { by, users, label })
      : (await keepCurrent(core, record, users, label)).event
    core.emit({ type: 'version', path, fileId: record.id, ...(label !== undefined && { label }) })
    return versionOf(record.id, event, record)
  })
}

/** Appends a version of bytes that were never in the file. The caller holds the path's lock. */
async function keepGivenUp(
  core: Core,
  record: IndexRecord,
  content: Uint8Array,
  {
    by,
    users,
    label
  }: { readonly by: Person; readonly users: readonly Person[]; readonly label: string | undefined }
): Promise<VersionEvent> {
  const given = { ...record, hash: await sha256InTurns(content), size: content.length }
  await core.backing.store(given.hash, content)
  const at = core.now()
  const state = await needState(core, record)
  const event = { ...versionEvent(given, state, users, at, label), written: { by, at } }
  await core.logs.append(record.id, [event])
  return event
}

/** The newest version of a label. */
async function lastLabelled(
  core: Core,
  record: IndexRecord,
  label: string | undefined
): Promise<Version | null> {
  const versions = (await core.logs.load(record.id))?.versions ?? []
  return [...versions].reverse().find((version) => version.label === label) ?? null
}

/** Exact bytes, checked (W8). Null for ids that are unknown or of another organization. @throws damaged */
export async function readVersionContent(
  core: Core,
  org: string,
  fileId: string,
  versionId: string
): Promise<VersionContent | null> {
  const id = fileId.toLowerCase()
  if (!isGuid(id) || !isGuid(versionId.toLowerCase())) return null
  const state = await core.logs.load(id)
  const version = state?.versions.find((one) => one.id === versionId.toLowerCase())
  if (!version) return null
  const currentPath = core.index.memory.byId(id)?.path ?? null
  // a deletion keeps a last version, which knows where the file was
  const lastPath = currentPath ?? state?.versions.at(-1)?.path ?? version.path
  if (segmentsOf(lastPath)[0] !== org) return null
  const bytes = await core.backing.readBlob(version.hash, `${version.path} (version ${version.id})`)
  return { version, currentPath, lastPath, ext: extOf(lastPath), bytes }
}
