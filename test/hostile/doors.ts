import { emptiesDocument } from '../../src/common/formats/emptiness'
import { diffHtml } from '../../src/common/compare'
import { normalForm } from '../../src/common/importing/normal-form'
import { importPage } from '../../src/common/importing/page'
import { comparePages } from '../../src/common/importing/validate'
import { mergeFiles } from '../../src/common/formats'
import { renderPage, renderPlain } from '../../src/common/publishing/page'
import { parseDocument, readSchemaDocument } from '../../src/common/formats/structured'
import { checkHtml } from '../../src/common/checks/check-html'

const from = {
  site: { origin: 'https://example.com', base: '' },
  page: 'https://example.com/a',
  root: '',
  bulk: new Map<string, string[]>(),
  name: 'a',
  webPath: '/a',
  hasHost: false,
  head: []
}
const bytes = (text: string) => new TextEncoder().encode(text)

/** Every place where a page is parsed to be published, converted or compared: beyond the bounds each refuses. */
export const refusingDoors: Readonly<Record<string, (html: string) => unknown>> = {
  'a published page': (html) => renderPage(html, { base: '/sites/live/o/s', name: 'a' }),
  'its sections': (html) => renderPlain(html, ''),
  'a structured document': parseDocument,
  'a comparison': (html) => diffHtml(html, '<p>x</p>'),
  'an import': (html) => importPage({ ...from, html }),
  'the normal form': (html) => normalForm(html),
  'a comparison with the source': (html) =>
    comparePages({ page: { ...from, html }, stored: '<p>x</p>', isStructured: false })
}

/** Those that have an answer of their own: what is beyond the bounds is not emptied, one conflict, and one remark. */
export const answeringDoors = {
  schema: readSchemaDocument,
  emptied: (html: string) => emptiesDocument('html', bytes(html)),
  merged: (html: string) =>
    mergeFiles({ ext: 'html', base: bytes(html), local: bytes(`${html}<p>a`), remote: bytes(`${html}<p>b`) }),
  problems: (html: string) => checkHtml(html)
} as const
