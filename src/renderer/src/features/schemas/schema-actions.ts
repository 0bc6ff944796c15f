import type { ContentPath } from '../../../../common/content/paths'
import { writeDocument, writeSchemaDocument } from '../../../../common/structured'
import { api, sentenceOf } from '../../api'
import { closeTab, openDocument } from '../../app/workbench'
import { tell, tellFailure, tellWithUndo } from '../../components/toast'
import { scanDocuments, type UsingDocument } from './impact'
import { forgetDraft, moveDraft } from './schema-draft'
import { schemaFolderOf, schemaPath, type StoredSchema } from './schema-library'

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
    tellWithUndo(`Deleted the schema “${title}”`, async () => {
      await api.restoreFromTrash(site, id)
    })
  } catch (problem) {
    tellFailure('Not deleted', sentenceOf(problem))
  }
}

/**
 * Gives a schema another name; the documents that follow it are changed to the new name.
 * @throws GalleyError exists
 */
export async function renameSchema(
  site: ContentPath,
  { id, path }: StoredSchema,
  nextId: string,
  onProgress: (done: number, of: number) => void
): Promise<void> {
  const using: UsingDocument[] = []
  const signal = new AbortController().signal
  await scanDocuments(site, id, { signal, onProgress: () => {} }, (found) => using.push(found))
  await api.move(path, schemaPath(site, nextId))
  await moveDraft(path, schemaPath(site, nextId))
  let done = 0
  const failures: string[] = []
  for (const { path: at, document, etag } of using) {
    const { metadata, data } = document
    const text = writeDocument({ metadata: { ...metadata, schemaName: nextId }, data }, { from: document })
    await api
      .write(at, text, { ifMatch: etag })
      .catch((problem: unknown) => failures.push(`${at}: ${sentenceOf(problem)}`))
    onProgress(++done, using.length)
  }
  const changed = using.length - failures.length
  tell(changed === 0 ? 'Renamed the schema' : `Renamed the schema in ${changed} documents as well`)
  if (failures[0] !== undefined) {
    tellFailure(
      failures.length === 1
        ? '1 document keeps the old name'
        : `${failures.length} documents keep the old name`,
      failures[0]
    )
  }
}

const emptySchema = (title: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  type: 'object',
  properties: {}
})
