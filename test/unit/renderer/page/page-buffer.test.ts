// @vitest-environment node
import { undo, redo } from 'prosemirror-history'
import { TextSelection } from 'prosemirror-state'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

async function start(text: string) {
  service.put(text)
  const session = await openSession(service, drafts)
  open.push(session)
  const buffer = new PageBuffer(session, pagePlugins)
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
