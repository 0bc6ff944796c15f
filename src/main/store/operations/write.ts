import type { Person } from '../../../common/person'
import type { ContentPath } from '../../../common/content/paths'
import { ROOT } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { createContent } from './create-group'
import { codeOf } from '../disk/error-codes'
import { copyBytes } from '../disk/copy-bytes'
import { entryOf, extOf, fileEvent, isVersioned, siteOf } from '../logs/entries'
import { requireOwnName } from '../core/folder-names'
import { dropBody, takeBody } from './hash-body'
import { versionOf } from '../logs/log-events'
import type { NewContent, Replaced } from './replace'
import { replaceContent } from './replace'
import { replaceDocument } from './replace-group'
import { adoptedFile } from '../outside/adopt'
import type { TrashRecord } from '../trash/trash-records'
import type { WriteOptions, WriteResult } from '../seam/content'
import { keepPlan } from '../layout/version-rules'
import { newGuid } from '../layout/names'

/** Saves a file: V3 to V6 for what it replaces, W2 and W5 for how. */
export async function writeFile(
  core: Core,
  path: ContentPath,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: WriteOptions
): Promise<WriteResult> {
  if (path === ROOT) throw new GalleyError('is-folder', 'This is a folder, not a file.')
  requireOwnName(path)
  const content = await takeBody(core, path, body)
  try {
    return await core.locks.run([path], async () => {
      for (;;) {
        const result = await attempt(core, path, content, options)
        if (result) return result
      }
    })
  } catch (error) {
    await dropBody(core, content)
    throw error
  }
}

/** One try at a save; null when another program changed the file in the middle of it. */
async function attempt(
  core: Core,
  path: ContentPath,
  content: NewContent,
  options: WriteOptions
): Promise<WriteResult | null> {
  const { by, session, condition, keepAs } = options
  const fileId = typeof options.fileId === 'function' ? options.fileId() : options.fileId
  const current = await adoptedFile(core, path)
  condition?.(current ? entryOf(current) : null)
  const at = options.at ?? core.now()
  if (!current) {
    await options.after
    const record = await createContent(core, { path, content, by, session, at, fileId })
    if (!record) return null
    const save = saveOf(record.id, by, session, at)
    if (save) core.sessions.wrote(save)
    core.emit(fileEvent('created', record, by, 'api'))
    return { created: true, entry: entryOf(record) }
  }
  if (fileId !== undefined && fileId.toLowerCase() !== current.id) {
    throw new GalleyError('exists', 'The file at this path has another id.', { where: path })
  }
  if (session !== undefined && keepAs === undefined && content.hash === current.hash) {
    await options.after
    await dropBody(core, content)
    return { created: false, entry: entryOf(current) }
  }
  const replaced = isVersioned(path)
    ? await saveDocument(core, current, content, options, at)
    : await replaceMedia(core, current, content, options, at)
  if (!replaced) return null
  const save = saveOf(current.id, by, session, at)
  if (save) core.sessions.wrote(save)
  const kept = replaced.kept ? versionOf(current.id, replaced.kept, current) : undefined
  if (kept) {
    const label = kept.label === undefined ? {} : { label: kept.label }
    core.emit({ type: 'version', path, fileId: current.id, ...label })
  }
  core.emit(fileEvent('changed', replaced.record, by, 'api'))
  return { created: false, entry: entryOf(replaced.record), ...(kept && { kept }) }
}

const saveOf = (fileId: string, { email }: Person, session: string | undefined, at: number) =>
  session === undefined ? null : { fileId, session, email, at }

async function saveDocument(
  core: Core,
  record: IndexRecord,
  content: NewContent,
  { by, session, keepAs, collaborative = false, writers, after }: WriteOptions,
  at: number
): Promise<Replaced | null> {
  const save = saveOf(record.id, by, session, at)
  const plan = await keepPlan({
    current: record,
    ext: extOf(record.path),
    bytes: content.kind === 'bytes' ? content.bytes : await core.fs.readFile(content.file),
    oldBytes: () => core.backing.read(record.id, record.hash),
    session,
    keepAs,
    collaborative,
    at,
    together: save !== null && record.session !== session && core.sessions.together(save)
  })
  return replaceDocument(core, { record, content, plan, writers, by, session, at, after })
}

/** A file without versions that is replaced goes to the trash, from where it can be had again. */
async function replaceMedia(
  core: Core,
  record: IndexRecord,
  content: NewContent,
  { by, session, after }: WriteOptions,
  at: number
): Promise<Replaced | null> {
  const change = { record, content, plan: { keep: false }, by, session, at, after }
  if (record.size === 0 || content.hash === record.hash) return replaceContent(core, change)
  const id = newGuid()
  const item: TrashRecord = {
    id,
    path: record.path,
    kind: 'file',
    deletedAt: core.now(),
    deletedBy: by,
    cause: 'replaced',
    files: [record]
  }
  try {
    await core.trash.prepare(item)
    await linkOrCopy(core, core.layout.content(record.path), core.layout.trashContent(id))
    await core.fs.syncFolder(core.layout.trashItem(id))
    const replaced = await replaceContent(core, { ...change, oldCopy: core.layout.trashContent(id) })
    if (!replaced) await core.trash.discard(id)
    else {
      core.trash.added(item)
      core.emit({ type: 'trash', site: siteOf(record.path) })
    }
    return replaced
  } catch (error) {
    await core.trash.discard(id).catch(() => undefined)
    throw error
  }
}

/**
 * A second name for the bytes, so that the first never goes missing for a reader (W1); a copy where disks
 * have no links.
 */
async function linkOrCopy(core: Core, from: string, to: string): Promise<void> {
  try {
    await core.fs.link(from, to)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
    await copyBytes(core.fs, from, to)
  }
}
