// @vitest-environment node
import { undo, redo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writePage } from '../../../../src/common/formats/page/write'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { stringBuffer } from '../../../../src/renderer/src/documents/text-buffer'
import { PageBuffer } from '../../../../src/renderer/src/engines/page/page-buffer'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { changedBy, memoryDrafts, MemoryService, openSession } from '../documents/memory'
import { placeOf } from './pages'

const page = `<body>
  <header></header>
  <main>
    <div>
      <h1 id="harbour">Harbour</h1>
      <p>The first ferry leaves at six.</p>
      <p class=late >The last one   at ten.</p>
    </div>
    <div>
      <div class="cards wide">
        <div><div>One</div><div><p>Alpha</p></div></div>
        <div><div>Two</div></div>
      </div>
      <!-- kept -->
      <p>The end</p>
    </div>
  </main>
  <footer></footer>
</body>
`

let service: MemoryService
let drafts: DraftStore
const open: DocumentSession[] = []

async function start(text: string, writer?: (page: Node) => string) {
  service.put(text)
  const session = await openSession(service, drafts)
  open.push(session)
  const buffer = new PageBuffer(session, pagePlugins, writer)
  buffer.takeOver()
  return { session, buffer }
}

function stateOf(buffer: PageBuffer) {
  if (!buffer.state) throw new Error(`The page of the test cannot be written in: ${buffer.refusal ?? ''}`)
  return buffer.state
}

function typeAt(buffer: PageBuffer, before: string, text: string) {
  const state = stateOf(buffer)
  buffer.dispatch(state.tr.insertText(text, placeOf(state.doc, before)))
}

beforeEach(() => {
  service = new MemoryService()
  drafts = memoryDrafts()
})
afterEach(() => open.splice(0).forEach((session) => session.close()))

describe('a page as a buffer of its document', () => {
  it('VE3 opening and looking at a page writes nothing', async () => {
    const { session, buffer } = await start(page)
    expect(buffer.refusal).toBeNull()
    expect(session.text()).toBe(page)
    expect(await session.flush()).toBe(true)
    expect(service.writes).toEqual([])
  })

  it('VE3 a typed word is the only change of the text, is saved by itself, and undo gives the first text again', async () => {
    const { session, buffer } = await start(page)
    typeAt(buffer, 'ferry', 'early ')
    const changed = page.replace('ferry', 'early ferry')
    expect(session.text()).toBe(changed)
    expect(session.snapshot().status?.kind).toBe('typing')
    await vi.waitFor(() => expect(session.snapshot().status?.kind).toBe('saved'))
    expect(service.textAt()).toBe(changed)
    undo(stateOf(buffer), (tr) => buffer.dispatch(tr))
    expect(session.text()).toBe(page)
    redo(stateOf(buffer), (tr) => buffer.dispatch(tr))
    expect(session.text()).toBe(changed)
  })

  it('VE3 what another view made of the text is one step, and the caret stays in its words', async () => {
    const { session, buffer } = await start(page)
    const { tr, doc } = stateOf(buffer)
    buffer.dispatch(tr.setSelection(TextSelection.create(doc, placeOf(doc, 'end'))))
    const source = stringBuffer(session.text())
    session.attach(source)
    const next = page.replace('first ferry', 'first boat').replace('Two', 'Two</div><div>Beta')
    source.write(next)
    session.edited()
    buffer.takeOver()
    expect(session.text()).toBe(next)
    const state = stateOf(buffer)
    expect(state.selection.from).toBe(placeOf(state.doc, 'end'))
    undo(state, (step) => buffer.dispatch(step))
    expect(session.text()).toBe(page)
  })

  it('VE3 words of somebody else come beside what is typed here', async () => {
    const { session, buffer } = await start(page)
    typeAt(buffer, 'ferry', 'early ')
    const etag = service.put(page.replace('The end', 'The very end'))
    session.hear(changedBy('jon@example.org', etag))
    const both = page.replace('ferry', 'early ferry').replace('The end', 'The very end')
    await vi.waitFor(() => expect(session.text()).toBe(both))
    await vi.waitFor(() => expect(service.textAt()).toBe(both))
  })

  it('VE3 the same place changed by two is a question, and the page stays as it was typed', async () => {
    const { session, buffer } = await start(page)
    typeAt(buffer, 'ferry', 'early ')
    const etag = service.put(page.replace('ferry', 'late ferry'))
    session.hear(changedBy('jon@example.org', etag))
    await vi.waitFor(() => expect(session.snapshot().question?.kind).toBe('conflict'))
    expect(session.text()).toBe(page.replace('ferry', 'early ferry'))
    await session.takeTheirs()
    expect(session.text()).toBe(page.replace('ferry', 'late ferry'))
    undo(stateOf(buffer), (tr) => buffer.dispatch(tr))
    expect(session.text()).toBe(page.replace('ferry', 'early ferry'))
  })

  it('VE9 a page without a main part is not taken, and the text stays', async () => {
    const { session, buffer } = await start('<p>one</p>\n')
    expect(buffer.refusal).toMatch(/main/)
    expect(buffer.state).toBeNull()
    expect(session.text()).toBe('<p>one</p>\n')
  })

  it('VE3 spaces that a file would not keep are no change of it', async () => {
    const { session, buffer } = await start(page)
    const { doc, tr } = stateOf(buffer)
    buffer.dispatch(tr.insertText(' ', placeOf(doc, 'The end') + 'The end'.length))
    expect(session.text()).toBe(page)
    expect(session.dirty()).toBe(false)
  })
})

it('E1 VE3 a blank that was just typed at the end of a line stays when something else comes from elsewhere', async () => {
  const { session, buffer } = await start(page)
  const end = placeOf(stateOf(buffer).doc, 'leaves at six.') + 'leaves at six.'.length
  const { tr } = stateOf(buffer)
  buffer.dispatch(tr.insertText(' ', end).setSelection(TextSelection.create(tr.doc, end + 1)))
  await session.flush()
  service.put(page.replace('Alpha', 'Beta'))
  await session.look()
  expect(session.text()).toContain('Beta')
  const state = stateOf(buffer)
  buffer.dispatch(state.tr.insertText('One', state.selection.head))
  await session.flush()
  expect(service.textAt()).toBe(page.replace('Alpha', 'Beta').replace('at six.', 'at six. One'))
})

describe('a writer with a fault', () => {
  /** It loses a word in lines whose tag is not in normal form. */
  const losing = (doc: Node) => writePage(doc).replace(/(<p class=late >.*) at ten/, '$1')
  const shown = page.replace('<p class=late >The last one   at ten.', '<p>The very last one at ten.')

  it('VE1 never gets what it loses into the file: the part is written another way before the save', async () => {
    const { session, buffer } = await start(page, losing)
    typeAt(buffer, 'last', 'very ')
    expect(session.text()).not.toContain('at ten')
    expect(await session.flush()).toBe(true)
    expect(service.writes.map(({ text }) => text)).toEqual([shown])
    expect(session.text()).toBe(shown)
    // and undo does not bring the fault into the file
    undo(stateOf(buffer), (tr) => buffer.dispatch(tr))
    await session.flush()
    for (const { text } of service.writes) expect(text).toContain('at ten')
  })

  it('VE1 where no other way is known nothing is saved, the words are kept, and the next change that can be saved is', async () => {
    const always = (doc: Node) =>
      writePage(doc).replace(' at ten', doc.textContent.includes('very') ? '' : ' at ten')
    const { session, buffer } = await start(page, always)
    typeAt(buffer, 'last', 'very ')
    expect(await session.flush()).toBe(false)
    expect(service.writes).toEqual([])
    expect(session.snapshot().status).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Turn to Source')
    })
    expect(await session.leave()).toBe('disk')
    typeAt(buffer, 'Harbour', 'Old ')
    expect(await session.flush()).toBe(false)
    expect(service.writes).toEqual([])
    const state = stateOf(buffer)
    const from = placeOf(state.doc, 'very')
    buffer.dispatch(state.tr.delete(from, from + 'very '.length))
    expect(await session.flush()).toBe(true)
    expect(service.writes.map(({ text }) => text)).toEqual([page.replace('>Harbour', '>Old Harbour')])
  })

  it('VE1 what was written before it was found is put right by the check behind the typing', async () => {
    let isFaulty = false
    const sometimes = (doc: Node) => (isFaulty ? losing(doc) : writePage(doc))
    const { session, buffer } = await start(page, sometimes)
    isFaulty = true
    // a line that nobody touched is not read before a save: that is what reading all of it is for
    typeAt(buffer, 'ferry', 'early ')
    await session.flush()
    expect(service.textAt()).not.toContain('at ten')
    expect(buffer.mend()).toBe(true)
    expect(await session.flush()).toBe(true)
    expect(service.textAt()).toContain('<p>The last one at ten.</p>')
  })
})
