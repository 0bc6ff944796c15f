import type { ContentPath } from '../../../../common/content/paths'
import { writeSchemaDocument } from '../../../../common/formats/structured'
import { api, sentenceOf } from '../../api'
import { asJob } from '../../workbench/jobs'
import { notify, notifyFailure, notifyWithUndo } from '../../workbench/toast'
import { carryDocuments, takeBack, type CarryOutcome, type Written } from './carry-documents'
import type { DocumentQuestion } from './document-check'
import type { UsingDocument } from './impact'
import type { SchemaDraft } from './schema-draft'
import { documentsInWords, showNotCarried } from './not-carried'

interface ToCarry {
  readonly documents: readonly UsingDocument[]
  readonly question: DocumentQuestion
}

/**
 * Saves the schema, then puts values where it has a place for them; one undo takes both back. What could not
 * be written is told.
 * @throws GalleyError when the schema cannot be saved: then no document is changed
 */
export async function saveSchema(
  draft: SchemaDraft,
  path: ContentPath,
  { documents, question }: ToCarry
): Promise<void> {
  const before = draft.saved
  await draft.save()
  if (documents.length === 0) return notify('Saved the schema')
  // what cannot be asked now is asked again with the next try: no document was changed yet
  const { etag } = await api.head(path)
  const written: Written[] = []
  const carry = async (some: readonly UsingDocument[]): Promise<CarryOutcome> => {
    const job = { title: 'Carrying values over', total: some.length, unit: 'documents' }
    const outcome = await asJob(job, (onProgress, signal) =>
      carryDocuments(some, question, { onProgress, signal })
    )
    written.push(...outcome.written)
    return outcome
  }
  const { failed } = await carry(documents)
  const undo = async () => {
    const left = [...(await takeBack(written.splice(0)))]
    await api
      .write(path, writeSchemaDocument(before), { ifMatch: etag })
      .catch((problem: unknown) => left.unshift(`The schema: ${sentenceOf(problem)}`))
    notifyLeft('Not everything was taken back', left)
  }
  notifyWithUndo(
    written.length === 0
      ? 'Saved the schema'
      : `Saved the schema, and carried values over in ${documentsInWords(written.length)}`,
    undo
  )
  if (failed.length > 0) showNotCarried(failed, carry)
}

function notifyLeft(title: string, sentences: readonly string[]): void {
  const [first] = sentences
  if (first === undefined) return
  const more = sentences.length - 1
  notifyFailure(title, more === 0 ? first : `${first} And ${more === 1 ? 'one more' : `${more} more`}.`)
}
