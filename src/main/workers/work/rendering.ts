import { parseJson } from '../../../common/json'
import { overviewPage } from '../../../common/publishing/overview'
import type { CustomElement } from '../../../common/publishing/custom-head'
import { renderPage, renderPlain } from '../../../common/publishing/page'
import type { PageMetadata } from '../../../common/publishing/page-metadata'
import { deliveredSheets, readSheets, type SheetQuery } from '../../../common/publishing/sheets'
import { readSchema } from '../../../common/schema'
import { parseDocument, readSchemaDocument, toDelivered } from '../../../common/formats/structured'
import { GalleyError } from '../../../common/errors'

/** A published page, and how it is wanted. */
export interface PageSource {
  readonly html: Uint8Array
  /** The sections alone. */
  readonly plain: boolean
  /** What goes before addresses of the site. */
  readonly base: string
  /** Title of a page that names none. */
  readonly name: string
  /** Where readers find it on the site. */
  readonly path: string
  /** What the site says of the page. */
  readonly metadata: PageMetadata
  readonly host: string | null
  readonly head: readonly CustomElement[]
}

export function renderedPage({ html, plain, base, ...how }: PageSource): Uint8Array<ArrayBuffer> {
  const text = decoded(html)
  return encoded(plain ? renderPlain(text, base) : renderPage(text, { base, ...how }))
}

/** A published structured document with its schema, and how it is wanted. */
export interface DataSource {
  readonly document: Uint8Array
  /** The schema document that it was published with. */
  readonly schema: Uint8Array | null
  /** For errors, and for the overview of a document without title. */
  readonly path: string
  readonly as:
    | { readonly variant: 'data' }
    | { readonly variant: 'envelope' }
    | {
        readonly variant: 'overview'
        readonly environment: string
        readonly address: string
        readonly facts: string
      }
}

/** @throws GalleyError internal for what is no structured document */
export function renderedData({ document, schema, path, as }: DataSource): Uint8Array<ArrayBuffer> {
  const reading = parseDocument(decoded(document))
  if (!('document' in reading))
    throw new GalleyError('internal', 'A published document cannot be read any more.', { where: path })
  const source = schema && readSchemaDocument(decoded(schema))
  const { metadata, data } = toDelivered(reading.document, source === null ? null : readSchema(source).schema)
  if (as.variant === 'data') return encoded(JSON.stringify(data, null, 2))
  if (as.variant === 'envelope') return encoded(JSON.stringify({ metadata, data }, null, 2))
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return encoded(
    overviewPage({
      title: text(metadata['title']) || path,
      schemaName: text(metadata['schemaName']),
      environment: as.environment,
      address: as.address,
      data,
      facts: as.facts
    })
  )
}

/** A published JSON file, and which sheets of it are wanted. */
export interface SheetSource {
  readonly bytes: Uint8Array
  readonly query: SheetQuery
}

/**
 * Null: the file is no sheet. Undefined: it has no such sheet.
 * @throws GalleyError too-complex beyond the bounds of JSON
 */
export function renderedSheets({ bytes, query }: SheetSource): Uint8Array<ArrayBuffer> | null | undefined {
  const file = readSheets(parseJson(decoded(bytes)))
  if (!file) return null
  const sheets = deliveredSheets(file, query)
  return sheets ? encoded(JSON.stringify(sheets)) : undefined
}

const decoded = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const encoded = (text: string) => new TextEncoder().encode(text)
