import { contentPath, isHidden, nameOf, type ContentPath } from '../../../../common/content/paths'
import { validate, type FieldError, type Schema } from '../../../../common/schema'
import { parseDocument, typedData, type StructuredDocument } from '../../../../common/structured'
import { api, reasonOf } from '../../api'
import { loadBindings, orgOf } from '../forms/bindings'
import { isWithin } from '../../../../common/content/paths'

/** A document that follows a schema. */
export interface UsingDocument {
  readonly path: ContentPath
  readonly document: StructuredDocument
  readonly etag: string
}

/** What a changed schema does to a document that was valid before, or less invalid. */
export interface Affected {
  readonly path: ContentPath
  readonly errors: readonly FieldError[]
}

export interface Progress {
  readonly checked: number
  readonly using: number
  /** Null while folders are still being listed. */
  readonly total: number | null
}

export interface ScanOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

const AT_ONCE = 6

/**
 * Every document in the site's bound folders that follows the schema, told one by one. Reads a few at a time, so that the
 * window stays quick.
 * @throws GalleyError cancelled
 */
export async function scanDocuments(
  site: ContentPath,
  schemaId: string,
  { signal, onProgress }: ScanOptions,
  onDocument: (document: UsingDocument) => void
): Promise<Progress> {
  const folders = await boundFolders(site)
  const files: ContentPath[] = []
  for (const folder of folders) await collect(folder, files, signal)
  let next = 0
  let progress: Progress = { checked: 0, using: 0, total: files.length }
  const worker = async () => {
    for (let path = files[next++]; path !== undefined; path = files[next++]) {
      signal.throwIfAborted()
      const found = await readUsing(path, schemaId, signal)
      if (found) onDocument(found)
      progress = { ...progress, checked: progress.checked + 1, using: progress.using + (found ? 1 : 0) }
      onProgress(progress)
    }
  }
  onProgress(progress)
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return progress
}

/** The errors that a document has by the new schema and not by the old one. */
export function newErrors(document: StructuredDocument, before: Schema | null, after: Schema): FieldError[] {
  const old = new Set(
    before
      ? validate(before, typedData(before, document.data)).map((error) => `${error.pointer} ${error.rule}`)
      : []
  )
  return validate(after, typedData(after, document.data)).filter(
    (error) => !old.has(`${error.pointer} ${error.rule}`)
  )
}

async function boundFolders(site: ContentPath): Promise<ContentPath[]> {
  const bindings = await loadBindings(orgOf(site))
  const inSite = bindings.map(({ folder }) => contentPath(folder)).filter((folder) => isWithin(folder, site))
  return inSite.filter((folder) => !inSite.some((other) => other !== folder && isWithin(folder, other)))
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
    else if (item.ext.toLowerCase() === 'html') files.push(path)
  }
}

async function readUsing(
  path: ContentPath,
  schemaId: string,
  signal: AbortSignal
): Promise<UsingDocument | null> {
  try {
    const file = await api.read(path, { signal })
    if (!file.text.includes('x-schema-name')) return null
    const reading = parseDocument(file.text)
    if (!('document' in reading)) return null
    const { document } = reading
    return document.metadata.schemaName.toLowerCase() === schemaId.toLowerCase()
      ? { path, document, etag: file.etag }
      : null
  } catch (problem) {
    const reason = reasonOf(problem)
    if (reason === 'not-found' || reason === 'forbidden') return null
    throw problem
  }
}
