import { afterEach, expect, it } from 'vitest'
import * as Y from 'yjs'
import { readPage } from '../../../../src/common/formats/page/read'
import { filled } from '../../../../src/common/rooms/flat/fill'
import { SharedPage } from '../../../../src/common/rooms/window/shared-page'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { PageBuffer } from '../../../../src/renderer/src/engines/page/page-buffer'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { PageSurface } from '../../../../src/renderer/src/engines/page/surface'
import { memoryDrafts, MemoryService, openSession } from '../documents/memory'

const source =
  '<body>\n<main>\n<div>\n<h1>Ferries</h1>\n<p>The first one.</p>\n<p>The end.</p>\n</div>\n</main>\n</body>\n'
const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach((close) => close()))

async function start() {
  const service = new MemoryService()
  service.put(source)
  const session: DocumentSession = await openSession(service, memoryDrafts())
  const buffer = new PageBuffer(session, pagePlugins)
  buffer.takeOver()
  const surface = new PageSurface(buffer, session)
  document.body.append(surface.element)
  surface.shown()
  surface.element.querySelector<HTMLElement>('.ProseMirror')?.focus()
  const doc = docOf()
  const shared = new SharedPage(doc)
  open.push(() => {
    surface.close()
    shared.close()
    session.close()
  })
  return { buffer, surface, doc, shared }
}

function docOf(): Y.Doc {
  const reading = readPage(source)
  if (!('page' in reading)) throw new Error('it is a page')
  const doc = new Y.Doc()
  Y.applyUpdate(doc, filled(reading.page, { hash: 'ab', compactions: 0 }))
  return doc
}

/** As a click does: the browser puts the caret there, and tells of it later. */
function putCaret(surface: PageSurface, words: string): void {
  const text = [...surface.element.querySelectorAll('p')].find((one) => one.textContent === words)?.firstChild
  if (!text) throw new Error(`“${words}” is not shown`)
  document.getSelection()?.collapse(text, words.length)
}

const lineOfCaret = ({ state }: PageBuffer) => state?.selection.$head.parent.textContent

it('RT2 VE3 a caret that was put somewhere a moment ago stays there when the page is joined', async () => {
  const { buffer, surface, shared } = await start()
  putCaret(surface, 'The end.')
  buffer.share(shared, null)
  expect(lineOfCaret(buffer)).toBe('The end.')
})

it('RT2 VE3 and when what somebody else wrote comes', async () => {
  const { buffer, surface, shared, doc } = await start()
  buffer.share(shared, null)
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  const others = new SharedPage(other)
  others.carry(source, source.replace('Ferries', 'All ferries'))
  putCaret(surface, 'The end.')
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other))
  others.close()
  expect(buffer.read()).toContain('All ferries')
  expect(lineOfCaret(buffer)).toBe('The end.')
})

it('VE3 what was typed before the page was there comes into it as it would have been typed, lines and all', async () => {
  const { buffer, surface } = await start()
  // this window has no layout
  const { body } = document
  Object.assign(Range.prototype, {
    getClientRects: () => body.getClientRects(),
    getBoundingClientRect: () => body.getBoundingClientRect()
  })
  open.push(() => {
    for (const name of ['getClientRects', 'getBoundingClientRect'])
      Reflect.deleteProperty(Range.prototype, name)
  })
  surface.focus()
  surface.type('Now\nat nine')
  expect(buffer.read()).toMatch(/<h1>Now<\/h1>\n<h1>at nineFerries<\/h1>/)
})
