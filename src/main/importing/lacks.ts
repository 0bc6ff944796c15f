import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import { schemaAddress } from '../../common/formats/structured'
import type { FileEntry, Store } from '../store/types'
import type { Lack } from './source'

interface LackPlace {
  readonly store: Store
  readonly serviceFolder: () => Promise<string>
  /** Where it would go. */
  readonly path: ContentPath
  readonly there: FileEntry | null
}

/**
 * What does not come back of something that only its readers' side is known of, in a sentence (IM4); null
 * when nothing is missing.
 */
export async function lackWords(lack: Lack | null, place: LackPlace): Promise<string | null> {
  if (!lack) return null
  return lack.kind === 'sheet' ? sheetWords(lack, place) : schemaWords(lack, place)
}

async function sheetWords(
  { widths }: Extract<Lack, { kind: 'sheet' }>,
  { store, there }: LackPlace
): Promise<string> {
  const missing = widths ? 'Private sheets and column widths' : 'Private sheets'
  const stored = there && there.size <= MOST_BYTES ? await store.read(there.path) : null
  const mine = stored ? ownThings(new TextDecoder().decode(stored.bytes)) : []
  const general = `${missing} are not published, so they do not come back.`
  return mine.length === 0
    ? general
    : `${general} The file here has ${mine.join(' and ')}: replacing it takes them out; its history keeps them.`
}

/** Of a larger file it is not told by name: to read it would hold everybody else up. */
const MOST_BYTES = 4 * 1024 * 1024

/** What a stored sheet has that readers do not get. */
function ownThings(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    const names = privateSheets(value)
    return [
      ...(names.length > 0 ? [`private sheets (${names.join(', ')})`] : []),
      ...(text.includes('":colWidths"') ? ['column widths'] : [])
    ]
  } catch {
    return []
  }
}

function privateSheets(value: unknown): string[] {
  if (!isRecord(value) || !isRecord(value[':private'])) return []
  return Object.keys(value[':private']).filter((name) => !name.startsWith(':'))
}

async function schemaWords(
  { name }: Extract<Lack, { kind: 'schema' }>,
  { store, serviceFolder, path }: LackPlace
): Promise<string | null> {
  const [org = '', site = ''] = segmentsOf(path)
  if (name === null) return 'Its schema is not published; the data is complete.'
  const service = await serviceFolder()
  try {
    const address = schemaAddress({ org, site, service, id: name })
    if ((await store.stat(contentPath(address)))?.kind === 'file') return null
  } catch {
    // a name that no schema here can have
  }
  return `Its schema “${name}” is not published and not here. The data is complete; make or bring the schema, and its form works again.`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
