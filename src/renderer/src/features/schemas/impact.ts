import { dueEvery } from '../../../../common/due'
import { sideBySide } from '../../../../common/side-by-side'
import { isPage } from '../../../../common/formats/files'
import {
  contentPath,
  isHidden,
  isWithin,
  nameOf,
  type ContentPath,
  orgOf
} from '../../../../common/content/paths'
import { api, reasonOf } from '../../api'
import { loadBindings } from '../../documents/rights/bindings'
import { openCheckThread, type CheckThread } from './check-thread'
import type { DocumentAnswer, DocumentQuestion } from './document-check'

/** A document that follows a schema, and what was asked about it. */
export interface UsingDocument {
  readonly path: ContentPath
  readonly etag: string
  readonly answer: DocumentAnswer
  /** As it is now, where it would be written anew: for the way back. */
  readonly text: string | null
  /** False where it would be written anew and this person may not. */
  readonly mayWrite: boolean
}

export interface Progress {
  readonly checked: number
  readonly using: number
  /** Null while folders are still being listed. */
  readonly total: number | null
}

interface ScanOptions {
  readonly signal: AbortSignal
  /** Told at most every tenth of a second, and at the end. */
  readonly onProgress: (progress: Progress) => void
}

const AT_ONCE = 6
const TOLD_EVERY_MS = 100

/**
 * Every document of the site that follows the question's schema, told one by one; those in bound folders
 * first. Pages are read a few at a time and looked into by a thread of their own, so that the window stays
 * quick.
 * @throws GalleyError cancelled
 */
export async function scanDocuments(
  site: ContentPath,
  question: DocumentQuestion,
  { signal, onProgress }: ScanOptions,
  onDocument: (document: UsingDocument) => void
): Promise<Progress> {
  onProgress({ checked: 0, using: 0, total: null })
  const files: ContentPath[] = []
  await collect(site, files, signal)
  const order = await boundFirst(site, files)
  const thread = openCheckThread(question)
  let progress: Progress = { checked: 0, using: 0, total: order.length }
  const isDue = dueEvery(TOLD_EVERY_MS)
  const one = async (path: ContentPath) => {
    signal.throwIfAborted()
    const found = await using(path, thread, signal)
    if (found) onDocument(found)
    progress = { ...progress, checked: progress.checked + 1, using: progress.using + (found ? 1 : 0) }
    if (isDue()) onProgress(progress)
  }
  try {
    await sideBySide(order, AT_ONCE, one)
  } finally {
    thread.close()
  }
  onProgress(progress)
  return progress
}

/** A document looked into again, because it has changed since. @throws GalleyError */
export async function lookAgain(
  path: ContentPath,
  question: DocumentQuestion,
  signal: AbortSignal
): Promise<UsingDocument | null> {
  const thread = openCheckThread(question)
  try {
    return await using(path, thread, signal)
  } finally {
    thread.close()
  }
}

async function boundFirst(site: ContentPath, files: readonly ContentPath[]): Promise<readonly ContentPath[]> {
  const bindings = await loadBindings(orgOf(site))
  const folders = bindings.map(({ folder }) => contentPath(folder)).filter((folder) => isWithin(folder, site))
  const isBound = (path: ContentPath) => folders.some((folder) => isWithin(path, folder))
  return [...files.filter(isBound), ...files.filter((path) => !isBound(path))]
}

async function collect(folder: ContentPath, files: ContentPath[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let items
  try {
    items = await api.list(folder, { signal, missing: 'empty' })
  } catch (problem) {
    if (reasonOf(problem) === 'not-found' || reasonOf(problem) === 'forbidden') return
    throw problem
  }
  for (const item of items) {
    const path = contentPath(item.path)
    if (isHidden(nameOf(path))) continue
    if (item.ext === undefined) await collect(path, files, signal)
    else if (isPage(item.ext)) files.push(path)
  }
}

async function using(
  path: ContentPath,
  thread: CheckThread,
  signal: AbortSignal
): Promise<UsingDocument | null> {
  try {
    const file = await api.read(path, { signal })
    // Most pages of a site are no structured content: they need not travel to the thread.
    if (!file.text.includes('x-schema-name')) return null
    const answer = await thread.check(file.text)
    if (!answer) return null
    const isWritten = answer.carry?.written !== undefined && answer.carry.written !== null
    const mayWrite = !isWritten || (await api.access(path)).actions.includes('write')
    return { path, etag: file.etag, answer, text: isWritten ? file.text : null, mayWrite }
  } catch (problem) {
    const reason = reasonOf(problem)
    if (reason === 'not-found' || reason === 'forbidden') return null
    throw problem
  }
}
