import type { ContentPath } from '../../../../common/content/paths'
import { writeSchemaDocument } from '../../../../common/formats/structured'
import { api, sentenceOf } from '../../api'
import { startJob } from '../../workbench/jobs'
import { tell, tellFailure, tellWithUndo } from '../../workbench/toast'
import { carryDocuments, takeBack, type CarryOutcome } from './carry-documents'
import type { DocumentQuestion } from './document-check'
import type { UsingDocument } from './impact'
import type { SchemaDraft } from './schema-draft'
import { numberText } from '../../components/formats'

interface ToCarry {
  readonly documents: readonly UsingDocument[]
  readonly question: DocumentQuestion
}

/**
 * Saves the schema, then puts values where it has a place for them; one undo takes both back. What could not be written is told.
 * @throws GalleyError when the schema cannot be saved: then no document is changed
 */
export async function saveSchema(
  draft: SchemaDraft,
  path: ContentPath,
  { documents, question }: ToCarry
): Promise<void> {
  const before = draft.saved
  await draft.save()
  if (documents.length === 0) return tell('Saved the schema')
  const job = startJob({ title: 'Carrying values over', total: documents.length, unit: 'documents' })
  let outcome: CarryOutcome
  try {
    outcome = await carryDocuments(documents, question, { onProgress: (done) => job.progress(done) })
  } finally {
    job.end()
  }
  const { written, failed } = outcome
  const { etag } = await api.head(path)
  const count = written.length === 1 ? '1 document' : `${numberText(written.length)} documents`
  tellWithUndo(`Saved the schema, and carried values over in ${count}`, async () => {
    const left = [...(await takeBack(written))]
    await api
      .write(path, writeSchemaDocument(before), { ifMatch: etag })
      .catch((problem: unknown) => left.unshift(`The schema: ${sentenceOf(problem)}`))
    tellLeft('Not everything was taken back', left)
  })
  tellLeft(
    failed.length === 1
      ? '1 document keeps its values where they were'
      : `${failed.length} documents keep their values where they were`,
    failed
  )
}

function tellLeft(title: string, sentences: readonly string[]): void {
  const [first] = sentences
  if (first === undefined) return
  const more = sentences.length - 1
  tellFailure(title, more === 0 ? first : `${first} And ${more === 1 ? 'one more' : `${more} more`}.`)
}
