import { bounds } from '../bounds'
import { formatOfPath, kindOf } from '../formats/files'
import { nameOf, splitName, type ContentPath } from '../content/paths'
import { performDiff } from '../compare'
import { parseJson } from '../json'
import { parsePage } from '../html'
import type { CheckedProblem, ContentCheck } from '../publishing/check-answers'
import { resourcePathOf } from '../publishing/addresses'
import { deliveredBody } from '../publishing/page'
import type { PageMetadata } from '../publishing/page-metadata'
import { headersLeftOut, headersOfSites } from '../publishing/response-headers'
import { readSheets } from '../publishing/sheets'
import { siteSheetFiles } from '../publishing/site-sheet'
import { readSchema, titleAt, validate } from '../schema'
import { parseDocument, readSchemaDocument, typedData, type StructuredDocument } from '../formats/structured'
import { checkHtml } from './check-html'
import { metadataProblems } from './missing-metadata'

interface ContentToCheck {
  readonly path: ContentPath
  readonly text: string
  /** The page of the schema that a structured document follows; null where there is none. */
  readonly schemaPage: string | null
  /** What readers get now; null where nothing is published. */
  readonly published: string | null
  /** What the site's sheet of metadata says of a page; null: nothing that is missing there is told. */
  readonly metadata: PageMetadata | null
}

const FEW = 20
/** Contents that are too large to be compared in passing, characters of both. */
const COMPARED = 1_000_000

/**
 * What a person should know before a page or JSON file is published (U7): by the rules that its editor checks
 * it with, and against what is published. JSON that is not valid is refused before, whoever publishes it.
 * @throws GalleyError too-large · too-complex
 */
export function checkContent({ path, text, schemaPage, published, metadata }: ContentToCheck): ContentCheck {
  const kind = kindOf(splitName(nameOf(path)).ext)
  const reading = kind === 'html' ? parseDocument(text) : null
  const document = reading && 'document' in reading ? reading.document : null
  const schemaText = document && schemaPage !== null ? readSchemaDocument(schemaPage) : null
  const found = document
    ? documentProblems(document, schemaText)
    : kind === 'html'
      ? [...checkHtml(text, bounds.html), ...missingIn(text, path, metadata)].map(
          ({ endLine: _line, endColumn: _column, ...problem }) => problem
        )
      : resourcePathOf(path) === `/${siteSheetFiles.headers}`
        ? headerProblems(text)
        : []
  const errors = found.filter(({ severity }) => severity === 'error').length
  const isCompared = published !== null && published.length + text.length <= COMPARED
  return {
    change: published === null ? 'new' : published === text ? 'same' : 'changed',
    summary: isCompared ? summaryOf({ path, text, published }, schemaText) : '',
    errors,
    warnings: found.length - errors,
    unseen: found.filter(({ unseen }) => unseen).length,
    problems: [...found].sort((a, b) => weight(b) - weight(a)).slice(0, FEW)
  }
}

const missingIn = (text: string, path: ContentPath, metadata: PageMetadata | null) =>
  metadata === null ? [] : metadataProblems(text, path, metadata, bounds.html)

/** What readers see changed: what is left out of a page has no part in it. */
function summaryOf(
  { path, text, published }: Pick<ContentToCheck, 'path' | 'text' | 'published'>,
  schema: string | null
): string {
  const format = formatOfPath(path)
  const seen = (html: string) => (format === 'page' ? deliveredBody(html, parsePage(html)) : html)
  const [before, after] = [seen(published ?? ''), seen(text)]
  return before === after
    ? 'nothing that they see'
    : performDiff({ kind: 'summary', before, after, format, schema })
}

/** Headers that a site may not set are left out of its answers: that is told, not done in silence (U9). */
function headerProblems(text: string): CheckedProblem[] {
  const names = headersLeftOut(readSheets(parseJson(text))?.sheets[0]?.rows ?? [])
  return names.map((name) => ({
    severity: 'warning',
    message: `The header “${name}” is left out of answers: a site may set ${headersOfSites().join(', ')}.`
  }))
}

const weight = ({ severity, unseen }: CheckedProblem): number => (severity === 'error' ? 2 : unseen ? 1 : 0)

function documentProblems(
  { data, metadata, problems }: StructuredDocument,
  schemaText: string | null
): CheckedProblem[] {
  const stored = problems.map(({ message, pointer }): CheckedProblem => ({
    severity: 'warning',
    message,
    pointer
  }))
  const schema = schemaText === null ? null : readSchema(schemaText).schema
  if (schema === null) {
    const message =
      schemaText === null
        ? `Its schema “${metadata.schemaName}” is not here: readers get its data without the types of a schema.`
        : `Its schema “${metadata.schemaName}” cannot be read: readers get its data without the types of a schema.`
    return [{ severity: 'error', message }, ...stored]
  }
  const broken = validate(schema, typedData(schema, data)).map(({ pointer, message }): CheckedProblem => ({
    severity: 'error',
    message: `${titleAt(schema, pointer) || 'The document'}: ${message}`,
    pointer
  }))
  return [...broken, ...stored]
}
