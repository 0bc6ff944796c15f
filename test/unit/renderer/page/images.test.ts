import { undo } from 'prosemirror-history'
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DraftStore } from '../../../../src/renderer/src/documents/drafts'
import type { DocumentSession } from '../../../../src/renderer/src/documents/session'
import { heldPictures, keepWindow } from '../../../../src/renderer/src/engines/page/images/given'
import { changePicture, chosenPicture } from '../../../../src/renderer/src/engines/page/images/place'
import {
  arrive,
  askedPicture,
  askForWords,
  stopAsking,
  stopWaiting,
  wait,
  waitingAt
} from '../../../../src/renderer/src/engines/page/images/waiting'
import { PageBuffer } from '../../../../src/renderer/src/engines/page/page-buffer'
import { pagePlugins } from '../../../../src/renderer/src/engines/page/plugins'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { memoryDrafts, MemoryService, openSession } from '../documents/memory'
import { placeOf } from './pages'

const picture =
  '<picture><source srcset="/media/one.jpg"><img src="/media/one.jpg" alt="One" loading="lazy"></picture>'
const page = `<body>
  <main>
    <div>
      <h1>Harbour</h1>
      <p class=late >The first  ferry leaves at six.</p>
      <p>${picture}</p>
    </div>
    <div>
      <div class="cards"><div><div>Bare</div><div></div></div></div>
      <pre><code>a
b</code></pre>
      <p></p>
    </div>
  </main>
</body>
`

let drafts: DraftStore
const open: DocumentSession[] = []
beforeEach(() => {
  drafts = memoryDrafts()
})
afterEach(() => open.splice(0).forEach((session) => session.close()))

async function start() {
  const service = new MemoryService()
  service.put(page)
  const session = await openSession(service, drafts)
  open.push(session)
  const buffer = new PageBuffer(session, pagePlugins)
  buffer.takeOver()
  const state = (): EditorState => {
    if (!buffer.state) throw new Error('no page')
    return buffer.state
  }
  const run = (command: Command) => command(state(), (tr) => buffer.dispatch(tr))
  const waitAt = (id: number, at: number, replaces = false) =>
    run(wait({ id, at, dom: document.createElement('span'), replaces }))
  return { service, session, buffer, state, run, waitAt, at: (words: string) => placeOf(state().doc, words) }
}

describe('pictures on their way into a page', () => {
  it('VE11 nothing of a picture that is waited for is in the page, in its draft, or in what can be taken back', async () => {
    const { session, service, state, run, waitAt, at } = await start()
    waitAt(1, at('ferry'))
    expect(session.text()).toBe(page)
    expect(session.dirty()).toBe(false)
    expect(run(undo)).toBe(false)
    expect(run(stopWaiting(1))).toBe(true)
    expect(waitingAt(state(), 1)).toBeNull()
    expect(run(arrive(1, './.index/late.png'))).toBe(false)
    await session.flush()
    expect(service.writes).toEqual([])
  })

  it('VE11 it comes where it was waited for, whatever was written around it, and one undo takes it alone', async () => {
    const { session, state, buffer, run, waitAt, at } = await start()
    waitAt(1, at('ferry'))
    buffer.dispatch(state().tr.insertText('very ', at('first')))
    const typed = page.replace('first  ferry', 'very first  ferry')
    expect(session.text()).toBe(typed)
    expect(run(arrive(1, './.index/pier.png'))).toBe(true)
    expect(session.text()).toBe(typed.replace('ferry', '<img src="./.index/pier.png">ferry'))
    expect(run(undo)).toBe(true)
    expect(session.text()).toBe(typed)
    run(undo)
    expect(session.text()).toBe(page)
  })

  it('VE11 several at one place keep their order, whichever is there first', async () => {
    const { session, run, waitAt, at } = await start()
    for (const id of [1, 2, 3]) waitAt(id, at('ferry'))
    for (const id of [2, 3, 1]) run(arrive(id, `/${id}.png`))
    const three = [1, 2, 3].map((id) => `<img src="/${id}.png">`).join('')
    expect(session.text()).toBe(page.replace('ferry', `${three}ferry`))
  })

  it('VE11 a place that goes is no end of it: the picture comes beside it', async () => {
    const { session, state, buffer, run, waitAt, at } = await start()
    waitAt(1, at('ferry'))
    const $at = state().doc.resolve(at('ferry'))
    buffer.dispatch(state().tr.delete($at.before(), $at.after()))
    expect(run(arrive(1, '/one.png'))).toBe(true)
    expect(session.text()).toBe(
      page.replace('<p class=late >The first  ferry leaves at six.</p>', '<p><img src="/one.png"></p>')
    )
  })

  it('VE11 in code, between blocks and in an empty cell it finds a place of its own', async () => {
    const { session, state, run, waitAt, at } = await start()
    waitAt(1, at('a\nb') + 1)
    run(arrive(1, '/code.png'))
    expect(session.text()).toContain('</code></pre>\n      <p><img src="/code.png"></p>')
    run(undo)
    expect(session.text()).toBe(page)
    waitAt(2, 0)
    run(arrive(2, '/first.png'))
    expect(session.text()).toContain('<img src="/first.png">')
    run(undo)
    const cell = state().doc.resolve(at('Bare')).after(-1) + 1
    waitAt(3, cell)
    run(arrive(3, '/cell.png'))
    expect(session.text()).toContain('<div>Bare</div><div><img src="/cell.png"></div>')
    run(undo)
    expect(session.text()).toBe(page)
  })

  it('VE11 what another program wrote meanwhile stays, and the picture comes too', async () => {
    const { session, buffer, run, waitAt, at } = await start()
    waitAt(1, at('ferry'))
    const theirs = page.replace('Harbour', 'The harbour').replace('at six', 'at seven')
    buffer.write(theirs)
    run(arrive(1, '/one.png'))
    expect(session.text()).toBe(theirs.replace('ferry', '<img src="/one.png">ferry'))
  })

  it('VE11 one that replaces another keeps all that is said of that one, but its other files', async () => {
    const { session, state, run, waitAt } = await start()
    let at = -1
    state().doc.descendants((node, pos) => {
      if (node.type === pageSchema.nodes.image) at = pos
    })
    waitAt(1, at, true)
    run(arrive(1, '/media/two.jpg'))
    expect(session.text()).toBe(
      page.replace(picture, '<picture><img src="/media/two.jpg" alt="One" loading="lazy"></picture>')
    )
    run(undo)
    expect(session.text()).toBe(page)
  })

  it('VE11 its words are asked for until somebody writes on, and change nothing but themselves', async () => {
    const { session, state, buffer, run, waitAt, at } = await start()
    waitAt(1, at('ferry'))
    run(arrive(1, '/one.png'))
    const asked = askedPicture(state())
    expect(asked?.turn).toBe(0)
    run(askForWords(asked?.at ?? -1, true))
    expect(askedPicture(state())?.turn).toBe(1)
    expect(run(stopAsking)).toBe(true)
    expect(askedPicture(state())).toBeNull()
    run(askForWords(asked?.at ?? -1, false))
    buffer.dispatch(changePicture(state().tr, asked?.at ?? -1, { alt: 'A "pier"', focal: { x: 20, y: 70 } }))
    expect(session.text()).toBe(
      page.replace(
        'ferry',
        '<img src="/one.png" alt="A &quot;pier&quot;" data-focal-x="20" data-focal-y="70">ferry'
      )
    )
    run(askForWords(asked?.at ?? -1, false))
    buffer.dispatch(state().tr.insertText('!', at('leaves')))
    expect(askedPicture(state())).toBeNull()
  })

  it('VE11 a picture is chosen as one, text is not', async () => {
    const { state, at } = await start()
    const chosen = (selection: NodeSelection | TextSelection) =>
      chosenPicture(state().apply(state().tr.setSelection(selection)))
    expect(chosen(TextSelection.create(state().doc, at('ferry')))).toBeNull()
    let place = -1
    state().doc.descendants((node, pos) => {
      if (node.type === pageSchema.nodes.image) place = pos
    })
    expect(chosen(NodeSelection.create(state().doc, place))?.pos).toBe(place)
  })
})

describe('pictures that what is pasted holds itself', () => {
  it('VE11 are taken out of it as files, with their places', async () => {
    const { state, at } = await start()
    const { nodes } = pageSchema
    const held = (bytes: string) => nodes.image.create({ url: `data:image/png;base64,${btoa(bytes)}` })
    const tr = state().tr.insert(at('ferry'), [
      held('one'),
      pageSchema.text('between'),
      nodes.image.create({ url: 'https://elsewhere.example/a.png' }),
      held('two')
    ])
    const given = heldPictures(tr)
    expect(given.map((one) => one.at - at('ferry'))).toEqual([0, 'between'.length + 1])
    const files = given.flatMap((one) => ('file' in one ? one.file : []))
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['one', 'two'])
    expect(files.map(({ type }) => type)).toEqual(['image/png', 'image/png'])
    expect(tr.doc.toString()).not.toContain('data:')
    expect(tr.doc.resolve(at('ferry')).parent.textContent).toBe('The first betweenferry leaves at six.')
  })
})

describe('files that are dropped where no picture can come', () => {
  it('VE11 do not take the place of the window; what else is dragged is left alone', () => {
    const ground = document.createElement('div')
    keepWindow(ground)
    const dropped = (type: string, ...types: readonly string[]) => {
      const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: { types } })
      ground.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([dropped('dragover', 'Files'), dropped('drop', 'Files')]).toEqual([true, true])
    expect([dropped('dragover', 'text/plain'), dropped('drop', 'text/plain')]).toEqual([false, false])
  })
})
