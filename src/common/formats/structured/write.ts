import type { Schema } from '../../schema/fields'
import { isTextOf, type TextParts } from '../../text-parts'
import type { DocumentContent, DocumentMetadata, StructuredDocument } from './document'
import { blockName } from './block-names'
import { orderedData } from './values'
import { DataWriter, row } from './write-data'
import type { WrittenBlocks } from './written-blocks'
import { escapeAttribute, escapeText } from './text'

interface WriteOptions {
  /** The document as it was read: what nobody touched is written as it was. */
  readonly from?: StructuredDocument | undefined
  /** Puts members into the schema's order, so that the order of typing leaves no trace. */
  readonly schema?: Schema | null | undefined
  /** Of a document that is written again and again: objects that are the very same are not written anew. */
  readonly known?: WrittenBlocks | undefined
}

/**
 * The stored form of a document (F1): one section with the block `da-form`, the data's block, and a block for
 * each object and each list in a list, children before parents. What counts as absent is left out. The same
 * content gives the same bytes; a document that did not change gives exactly the text that was read; the rest
 * of the page stays.
 */
export function writeDocument(content: DocumentContent, options: WriteOptions = {}): string {
  return documentParts(content, options).join('')
}

/** The same in parts, for who writes a document again and again: what did not change is the very same part. */
export function documentParts(content: DocumentContent, options: WriteOptions = {}): TextParts {
  const { from, schema, known } = options
  known?.begin(from, schema ?? null)
  const blocks = blocksFor(content, schema ?? null, from, known)
  if (!from) return page(blocks)
  if (isTextOf(blocks, blocksOf(from, schema ?? null))) return [from.source.html]
  return spliced(from, blocks)
}

/** The content of a document that does not exist yet. */
export function newDocument(parts: {
  readonly title: string
  readonly schemaName: string
  readonly data: DocumentContent['data']
}): DocumentContent {
  return { metadata: { title: parts.title, schemaName: parts.schemaName, more: [] }, data: parts.data }
}

function page(blocks: TextParts): TextParts {
  return ['<body><header></header><main><div>', ...blocks, '</div></main><footer></footer></body>']
}

function blocksFor(
  content: DocumentContent,
  schema: Schema | null,
  from?: StructuredDocument,
  known?: WrittenBlocks
): TextParts {
  const { metadata, data } = content
  const writer = new DataWriter(metadata.schemaName, from, known)
  const rows = writer.root(orderedData(schema, data, known?.ordered))
  const name = escapeAttribute(blockName(metadata.schemaName))
  return [formBlock(metadata), `<div class="${name}">`, rows, '</div>', ...writer.blocks]
}

/**
 * The blocks of what was read, written the way that ours are: asked for at every save, and always the same.
 */
function blocksOf(from: StructuredDocument, schema: Schema | null): string {
  const known = written.get(from)
  if (known?.schema === schema) return known.blocks
  const blocks = blocksFor(from, schema, from).join('')
  written.set(from, { schema, blocks })
  return blocks
}

const written = new WeakMap<StructuredDocument, { readonly schema: Schema | null; readonly blocks: string }>()

function formBlock({ title, schemaName, more }: DocumentMetadata): string {
  const rows = [['title', title] as const, ['x-schema-name', schemaName] as const, ...more]
  const cells = rows.map(([key, text]) => row(key, `<p>${escapeText(text.trim())}</p>`))
  return `<div class="da-form">${cells.join('')}</div>`
}

/** The page with the old blocks taken out, and the new ones where the last of them was. */
function spliced({ source: { html, blocks: ranges } }: StructuredDocument, blocks: TextParts): TextParts {
  const last = ranges.at(-1)
  if (!last) return page(blocks)
  let text = ''
  let at = 0
  ranges.forEach(({ start, end }, index) => {
    const between = html.slice(at, start)
    text += index > 0 && between.trim() === '' ? '' : between
    at = end
  })
  return [text, ...blocks, html.slice(last.end)]
}
