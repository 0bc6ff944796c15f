import type { Stop } from '../core/stop'
import type { JsonValue, Schema } from '../../schema'
import { typedData, writeDocument, type DocumentReading, type StructuredDocument } from '.'
import { createDecisions, type Choices, type Conflict } from '../core/conflict'
import { mergeValue } from '../json/merge/merge'
import { below, ROOT_AT } from '../json/merge/places'

interface StructuredMerge {
  readonly text: string
  readonly conflicts: readonly Conflict[]
  /** The merged data, for whoever checks it. */
  readonly data: JsonValue
}

/**
 * Merges three structured documents as data (MG5). Null when one of them is none, or when more than its data
 * was changed on both sides: such pages are merged as pages.
 */
export function mergeStructured(
  base: DocumentReading,
  local: DocumentReading,
  remote: DocumentReading,
  options: { readonly schema: Schema | null; readonly choices: Choices; readonly stop: Stop }
): StructuredMerge | null {
  const [b, l, r] = [base, local, remote].map(plainly)
  if (!b || !l || !r) return null
  const frame = frameOf(b, l, r)
  if (!frame) return null
  const decisions = createDecisions(options.choices)
  const merging = { decisions, stop: options.stop }
  const typed = (document: StructuredDocument) => typedData(options.schema, document.data)
  const data = mergeValue({ base: typed(b), local: typed(l), remote: typed(r) }, ROOT_AT, merging) ?? {}
  const text = (side: StructuredDocument, key: 'title' | 'schemaName') => side.metadata[key]
  const metadataOf = (key: 'title' | 'schemaName', name: string) =>
    String(
      mergeValue(
        { base: text(b, key), local: text(l, key), remote: text(r, key) },
        below(ROOT_AT, `#${key}`, name),
        merging
      )
    )
  const metadata = {
    title: metadataOf('title', 'Title of the document'),
    schemaName: metadataOf('schemaName', 'Schema'),
    more: frame.metadata.more
  }
  return {
    text: writeDocument({ metadata, data }, { from: frame, schema: options.schema }),
    conflicts: decisions.conflicts,
    data
  }
}

function plainly(reading: DocumentReading): StructuredDocument | null {
  return 'document' in reading && reading.document.problems.length === 0 ? reading.document : null
}

/**
 * The document whose page the merged data is written into: the one that changed what is round the data. Null
 * when both did, or when one of them set a value otherwise (bold, a link) without changing its text: as data
 * that would be lost.
 */
function frameOf(
  base: StructuredDocument,
  local: StructuredDocument,
  remote: StructuredDocument
): StructuredDocument | null {
  const [b, l, r] = [base, local, remote].map((document) =>
    JSON.stringify([frameText(document), markupOf(document)])
  )
  if (b === l) return remote
  return b === r || l === r ? local : null
}

/** The page without the data's blocks, and what it says of itself besides title and schema. */
export function frameText({ source: { html, blocks }, metadata }: StructuredDocument): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of blocks) {
    parts.push(html.slice(at, start).trim())
    at = end
  }
  return JSON.stringify([parts.filter((part) => part !== ''), html.slice(at).trim(), metadata.more])
}

const markupOf = ({ source: { raw } }: StructuredDocument): JsonValue =>
  [...raw].map(([pointer, { html }]) => [pointer, html])
