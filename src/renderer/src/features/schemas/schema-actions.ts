import type { ContentPath } from '../../../../common/content/paths'
import { writeSchemaDocument } from '../../../../common/formats/structured'
import { api, reasonOf, sentenceOf } from '../../api'
import { closeTab, openDocument } from '../../workbench/workbench'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import type { DocumentQuestion } from './document-check'
import { lookAgain, scanDocuments, type UsingDocument } from './impact'
import { forgetDraft, moveDraft } from './schema-draft'
import { schemaFolderOf, schemaPath, type StoredSchema } from '../../documents/schemas/library'

/** Makes an empty schema and opens it. @throws GalleyError exists */
export async function createSchema(site: ContentPath, id: string, title: string): Promise<void> {
  const path = schemaPath(site, id)
  await api.createFolder(schemaFolderOf(site))
  await api.write(path, writeSchemaDocument(JSON.stringify(emptySchema(title), null, 2)), {
    ifNoneMatch: '*'
  })
  openDocument(path)
}

/** Into the trash, with its history; comes back with undo. */
export async function deleteSchema(site: ContentPath, { path, title }: StoredSchema): Promise<void> {
  try {
    const id = await api.remove(path)
    closeTab(`document:${path}`)
    await forgetDraft(path)
    notifyWithUndo(`Deleted the schema “${title}”`, async () => {
      await api.restoreFromTrash(site, id)
    })
  } catch (problem) {
    notifyFailure('Not deleted', sentenceOf(problem))
  }
}

/** What a renaming tells while it goes on. */
export type RenameProgress =
  | { readonly kind: 'looking'; readonly checked: number; readonly total: number | null }
  | { readonly kind: 'changing'; readonly done: number; readonly of: number }

/**
 * Gives a schema another name; the documents that follow it are changed to the new name. Can be stopped while
 * documents are looked for.
 * @throws GalleyError exists, cancelled
 */
export async function renameSchema(
  site: ContentPath,
  { id, path }: StoredSchema,
  nextId: string,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: RenameProgress) => void }
): Promise<void> {
  const { signal, onProgress } = options
  const question = { kind: 'rename', schemaId: id, nextId } as const
  const using: UsingDocument[] = []
  await scanDocuments(
    site,
    question,
    { signal, onProgress: ({ checked, total }) => onProgress({ kind: 'looking', checked, total }) },
    (found) => using.push(found)
  )
  signal.throwIfAborted()
  await api.move(path, schemaPath(site, nextId))
  await moveDraft(path, schemaPath(site, nextId))
  const failures: string[] = []
  for (const [index, found] of using.entries()) {
    await rename(found, question).catch((problem: unknown) =>
      failures.push(`${found.path}: ${sentenceOf(problem)}`)
    )
    onProgress({ kind: 'changing', done: index + 1, of: using.length })
  }
  const changed = using.length - failures.length
  notify(
    changed === 0
      ? 'Renamed the schema'
      : `Renamed the schema, and in ${changed === 1 ? '1 document' : `${changed} documents`} that follow it`
  )
  if (failures[0] !== undefined) {
    notifyFailure(
      failures.length === 1
        ? '1 document keeps the old name'
        : `${failures.length} documents keep the old name`,
      failures[0]
    )
  }
}

/** One that was changed meanwhile is read again, once. */
async function rename(
  { path, etag, answer }: UsingDocument,
  question: DocumentQuestion,
  again = true
): Promise<void> {
  if (answer.renamed === null) return
  try {
    await api.write(path, answer.renamed, { ifMatch: etag })
  } catch (problem) {
    if (!again || reasonOf(problem) !== 'precondition-failed') throw problem
    const found = await lookAgain(path, question, new AbortController().signal)
    if (found) await rename(found, question, false)
  }
}

const emptySchema = (title: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  properties: {}
})
