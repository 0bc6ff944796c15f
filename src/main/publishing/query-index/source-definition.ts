import { bounds, tooLarge } from '../../../common/bounds'
import type { ContentPath } from '../../../common/content/paths'
import { DEFINITION_FILE, type Definition, type Issue } from '../../../common/query-index'
import type { Store } from '../../store/types'
import type { IndexWork } from './index-work'

/** No text within the bounds of definitions is longer. */
export const MOST_DEFINITION_BYTES = bounds.yaml.characters * 4

/** The source's definition as it is now. */
export interface SourceDefinition {
  /** Null: it is too large to be read. */
  readonly text: string | null
  /** Null while there is an error, and where nobody wants it. */
  readonly definition: Definition | null
  readonly issues: readonly Issue[]
}

/**
 * Null when there is none. What is too large is not read: anybody who asks for a page of the site would have
 * it read.
 * @param known the text whose meaning is known
 */
export async function sourceDefinition(
  store: Store,
  site: ContentPath,
  work: IndexWork,
  known?: string
): Promise<SourceDefinition | null> {
  const path = `${site}/${DEFINITION_FILE}` as ContentPath
  const entry = await store.stat(path)
  if (entry?.kind !== 'file') return null
  if (entry.size > MOST_DEFINITION_BYTES)
    return { text: null, definition: null, issues: [tooLong(entry.size)] }
  const found = await store.read(path)
  if (!found) return null
  const text = new TextDecoder().decode(found.bytes)
  return text === known ? { text, definition: null, issues: [] } : { text, ...(await work.definition(text)) }
}

function tooLong(found: number): Issue {
  const { message } = tooLarge({
    what: 'This definition',
    of: 'bytes',
    bound: MOST_DEFINITION_BYTES,
    found
  })
  return { severity: 'error', message, line: 1, column: 1, endLine: 1, endColumn: 1 }
}
