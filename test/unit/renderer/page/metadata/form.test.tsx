import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { EditorState } from 'prosemirror-state'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../../src/common/content/paths'
import { readPage } from '../../../../../src/common/formats/page/read'
import { writePage } from '../../../../../src/common/formats/page/write'
import { api } from '../../../../../src/renderer/src/api'
import type { PageSurface } from '../../../../../src/renderer/src/engines/page/surface'
import { itemsOf, withItems } from '../../../../../src/renderer/src/features/page/metadata/list-value'
import { knownTags } from '../../../../../src/renderer/src/features/page/metadata/known-tags'
import { MetadataForm } from '../../../../../src/renderer/src/features/page/metadata/MetadataForm'
import { createSignal } from '../../../../../src/renderer/src/state/signal'
import { brokenRules, renderInApp } from '../../render'
import { ModalsProvider } from '@mantine/modals'

const path = contentPath('/harbour/web/home.html')
const html = `<body><main><div><h1>Harbour</h1>
<div class="metadata"><div><div>tags</div><div>sea ,  birds</div></div>
<div><div>Robots</div><div>noindex, custom:1</div></div>
<div><div>image</div><div><p><img src="/media/old.jpg" alt="Quay" data-x=1></p></div></div>
<div><div>unknown</div><div>as it is</div></div></div></div></main></body>`

/** A page without a window around it. */
function surfaceOf(source: string) {
  const reading = readPage(source)
  if ('refused' in reading) throw new Error(reading.refused.sentence)
  let state = EditorState.create({ doc: reading.page })
  const changed = createSignal<void>()
  const run: PageSurface['run'] = (command) =>
    command(state, (tr) => {
      state = state.apply(tr)
      changed.notify()
    })
  const said = createSignal<string>()
  const part = {
    changed,
    said,
    run,
    get state() {
      return state
    }
  }
  return { surface: part as unknown as PageSurface, text: () => writePage(state.doc) }
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    }
  )
  // the environment has no fonts
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: new EventTarget()
  })
  vi.spyOn(api, 'list').mockImplementation(async (folder) =>
    folder === '/harbour/web' ? [{ path: '/harbour/web/new quay.png', name: 'new quay', ext: 'png' }] : []
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'fonts')
})

const show = (surface: PageSurface, refusal: string | null = null) =>
  renderInApp(
    <ModalsProvider>
      <MetadataForm path={path} surface={surface} of="page" refusal={refusal} />
    </ModalsProvider>
  )
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })

describe('a value with commas', () => {
  it('VE15 what stays keeps its letters, whatever comes and goes', () => {
    expect(itemsOf(' a,, b ,')).toEqual(['a', 'b'])
    expect(withItems('a ,  b', ['a', 'b', 'c'])).toBe('a ,  b, c')
    expect(withItems('a ,  b,', ['a', 'b', 'c d'])).toBe('a ,  b, c d')
    expect(withItems('a ,  b', ['b'])).toBe('b')
    expect(withItems('a ,  b,c', ['a', 'c'])).toBe('a ,c')
    expect(withItems('a', [])).toBe('')
    expect(withItems('', ['x', 'y'])).toBe('x, y')
    expect(withItems('a, a', ['a'])).toBe('a')
    expect(withItems('a ,  b', ['a', 'b'])).toBe('a ,  b')
  })

  it('VE15 known tags are those of other pages, the most used first', () => {
    const of = (...tags: readonly string[]) => ({ title: '', headings: [], blocks: [], tags })
    const facts = new Map([
      [path, of('own')],
      [contentPath('/harbour/web/a.html'), of('sea', 'sea')],
      [contentPath('/harbour/web/b.html'), of('birds', 'ålesund')],
      [contentPath('/harbour/web/c.html'), of('birds')]
    ])
    expect(knownTags(facts, path)).toEqual(['birds', 'ålesund', 'sea'])
  })
})

describe('the form of metadata', () => {
  it('VE15 tags and robots are added and taken away, and no other byte changes', async () => {
    const { surface, text } = surfaceOf(html)
    show(surface)
    act(() => field('Tags').focus())
    fireEvent.change(field('Tags'), { target: { value: 'tide' } })
    fireEvent.keyDown(field('Tags'), { key: 'Enter' })
    expect(text()).toBe(html.replace('sea ,  birds', 'sea ,  birds, tide'))
    fireEvent.keyDown(field('Tags'), { key: 'Backspace' })
    expect(text()).toBe(html)
    fireEvent.focus(field('Robots'))
    fireEvent.click(await screen.findByRole('option', { name: /nofollow/, hidden: true }))
    expect(text()).toBe(html.replace('custom:1', 'custom:1, nofollow'))
    expect(await brokenRules()).toEqual([])
  })

  it('VE15 a picture of the site takes the place of the one that is there, whose words stay', async () => {
    const { surface, text } = surfaceOf(html)
    show(surface)
    fireEvent.click(screen.getByRole('button', { name: 'Choose a picture: Image' }))
    fireEvent.click(await screen.findByRole('button', { name: /new quay/ }))
    await act(async () => undefined)
    expect(text()).toBe(html.replace('/media/old.jpg', '/new%20quay.png'))
  })

  it('VE15 a page without metadata gets a row for what is chosen', async () => {
    const bare = '<body><main><div><p>Words</p></div></main></body>'
    const { surface, text } = surfaceOf(bare)
    show(surface)
    expect(text()).toBe(bare)
    fireEvent.click(screen.getByRole('button', { name: 'Choose a picture: Image' }))
    fireEvent.click(await screen.findByRole('button', { name: /new quay/ }))
    await act(async () => undefined)
    expect(text()).toContain('<div>image</div>')
    expect(text()).toContain('<div>/new%20quay.png</div>')
  })

  it('VE15 VE3 who may only read sees all that is said, why no more can be, and changes nothing', () => {
    const { surface, text } = surfaceOf(html)
    show(surface, 'You may read this page, not change it.')
    screen.getByText('You may read this page, not change it.')
    expect(screen.queryByLabelText('Canonical address')).toBeNull()
    expect(screen.queryByRole('button', { name: /Choose a picture|Remove/ })).toBeNull()
    fireEvent.keyDown(field('Tags'), { key: 'Backspace' })
    act(() => field('Tags').focus())
    fireEvent.change(field('Tags'), { target: { value: 'x' } })
    fireEvent.keyDown(field('Tags'), { key: 'Enter' })
    expect(text()).toBe(html)
  })

  it('VE15 VE3 where nothing is said, who may only read is offered no field to say it', () => {
    show(surfaceOf('<body><main><div><p>Words</p></div></main></body>').surface, 'Read only.')
    screen.getByText('Nothing is said here.')
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
