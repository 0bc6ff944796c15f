import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { canGoTo } from '../../../../src/renderer/src/documents/go-to'
import { emptyTree } from '../../../../src/renderer/src/engines/tree/tree-state'
import { updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { SearchPanel } from '../../../../src/renderer/src/features/search/SearchPanel'
import {
  nothingSearched,
  searchNow,
  updateSearch
} from '../../../../src/renderer/src/features/search/search-state'
import { showSearch } from '../../../../src/renderer/src/features/search/show'
import { step } from '../../../../src/renderer/src/features/search/walking'
import { wantedInTrash } from '../../../../src/renderer/src/features/trash/show'
import { sideNow, turnSide } from '../../../../src/renderer/src/workbench/panels'
import { updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const site = contentPath('/harbour/web')
const page = (body: string) => `<body><main><div>${body}</div></main></body>`

let served: ServedWindow
beforeEach(async () => {
  localStorage.clear()
  served = await serveWindow()
  updateTree(() => ({ ...emptyTree, root: site, walking: false }))
  await put(
    '/harbour/web/boats.html',
    page(Array.from({ length: 6 }, (_, at) => `<p>The ferry ${at}.</p>`).join('\n'))
  )
  await put('/harbour/web/pier.html', page('<h1>The pier</h1><p>A Ferry waits.</p>'))
  await put('/harbour/other/far.html', page('<p>A zeppelin elsewhere.</p>'))
})
afterEach(async () => {
  cleanup()
  await served.close()
  act(() => {
    updateSearch(nothingSearched)
    turnSide('content')
    updateTree(() => emptyTree)
    updateWorkbench((state) => ({ ...state, view: 'tabs', tabs: [], activeTab: null }))
  })
})

async function put(path: string, text: string): Promise<void> {
  const headers = { 'Content-Type': 'text/html' }
  const answer = await fetch(`/source${path}`, {
    method: 'PUT',
    headers,
    body: new TextEncoder().encode(text)
  })
  expect(answer.ok).toBe(true)
}

async function open(): Promise<HTMLInputElement> {
  renderInApp(
    <>
      <button type="button">Before</button>
      <SearchPanel />
    </>
  )
  screen.getByText('Before').focus()
  act(() => showSearch())
  return screen.findByRole<HTMLInputElement>('combobox')
}
const type = (field: HTMLInputElement, value: string) => {
  field.focus()
  fireEvent.change(field, { target: { value } })
  field.setSelectionRange(value.length, value.length)
}
const found = () => screen.findByRole('tree', { name: 'What was found' })
const rows = () => screen.getAllByRole('treeitem').map((row) => row.textContent)
/** Waits until this is the answer that is shown, of all that there is. */
async function ask(field: HTMLInputElement, query: string): Promise<void> {
  type(field, query)
  await vi.waitFor(
    () => {
      const { answer } = searchNow()
      expect(answer?.asked.query).toBe(query.trim())
      expect(answer?.state.kind).not.toBe('reading')
    },
    { timeout: 20_000 }
  )
}
const key = (element: Element, name: string, more = {}) =>
  fireEvent.keyDown(element, { key: name, code: name, ...more })
const opened = () => workbench().tabs.map(({ path }) => path)

describe('the search panel', () => {
  it('FI9 shows what says the words by file, folded after three places, with the words marked', async () => {
    const field = await open()
    await ask(field, 'ferry')
    const tree = await found()
    expect(rows()).toEqual([
      'boats6 places',
      'The ferry 0.',
      'The ferry 1.',
      'The ferry 2.',
      '3 more places',
      'The pierpier1 place',
      'A Ferry waits.The pier'
    ])
    expect([...tree.querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('Ferry')
    expect(screen.getByText('2 files')).toBeTruthy()
    expect(await brokenRules()).toEqual([])
    fireEvent.click(screen.getByText('3 more places'))
    expect(rows()).toHaveLength(9)
  })

  it('FI6, FI9 a pattern is looked for in all files, its fault is told, and Stop and Go on are there', async () => {
    const field = await open()
    await ask(field, '/ferry \\d/')
    await found()
    expect(rows()).toEqual([
      'boats6 places',
      ...[0, 1, 2].map((at) => expect.stringContaining(`ferry ${at}.</p>line ${at + 1}`)),
      '3 more places'
    ])
    await ask(field, '/ferry (/')
    expect(await screen.findByText('This is no pattern from “(/” on: unterminated group.')).toBeTruthy()
    expect(screen.queryByText(/Nothing here says/)).toBeNull()
    const { answer } = searchNow()
    if (!answer) throw new Error('nothing was asked')
    act(() =>
      updateSearch({ isLooking: true, answer: { ...answer, state: { kind: 'looking', looked: 3, of: 9 } } })
    )
    expect(screen.getByText(/Looked through 3 of 9 files/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect(screen.getByRole('button', { name: 'Go on' })).toBeTruthy()
    expect(await brokenRules()).toEqual([])
  })

  it('FI9 the keyboard alone walks, folds, opens at the place, and goes back to where it was', async () => {
    const gone: number[] = []
    const stop = canGoTo(
      contentPath('/harbour/web/boats.html'),
      ({ line }) => gone.push(line),
      () => null
    )
    const field = await open()
    await ask(field, 'ferry path:/boats')
    key(field, 'ArrowDown')
    const tree = await found()
    expect(document.activeElement).toBe(tree)
    const chosen = () => document.getElementById(tree.getAttribute('aria-activedescendant') ?? '')
    expect(chosen()?.textContent).toMatch(/boats/)
    key(tree, 'ArrowDown')
    expect(chosen()?.textContent).toMatch(/ferry 0/)
    key(tree, 'ArrowLeft')
    expect(chosen()?.getAttribute('aria-expanded')).toBe('true')
    key(tree, 'ArrowLeft')
    expect(chosen()?.getAttribute('aria-expanded')).toBe('false')
    expect(rows()).toHaveLength(1)
    key(tree, 'ArrowRight')
    expect(rows()).toHaveLength(5)
    key(tree, 'End')
    key(tree, 'ArrowRight')
    expect(rows()).toHaveLength(7)
    key(tree, 'End')
    key(tree, 'Enter')
    expect(opened()).toEqual(['/harbour/web/boats.html'])
    expect(gone).toEqual([6])
    key(tree, 'Escape')
    expect(sideNow()).toBe('content')
    expect(document.activeElement).toBe(screen.getByText('Before'))
    // what was found is still there
    act(() => showSearch())
    expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('ferry path:/boats')
    await found()
    stop()
  })

  it('FI9 F4 goes from place to place and from file to file, also what is folded, round the ends', async () => {
    const field = await open()
    await ask(field, 'ferry')
    const places: string[] = []
    const stops = ['boats', 'pier'].map((name) =>
      canGoTo(
        contentPath(`/harbour/web/${name}.html`),
        ({ line }) => places.push(`${name} ${line}`),
        () => null
      )
    )
    for (let count = 0; count < 8; count++) act(() => step(1))
    expect(places).toEqual([
      'boats 1',
      'boats 2',
      'boats 3',
      'boats 4',
      'boats 5',
      'boats 6',
      'pier 1',
      'boats 1'
    ])
    act(() => step(-1))
    expect(places.at(-1)).toBe('pier 1')
    stops.forEach((stop) => stop())
  })

  it('FI9 capitals and whole words count when that is pressed', async () => {
    const field = await open()
    await ask(field, 'Ferry')
    fireEvent.click(screen.getByRole('button', { name: 'Capitals count' }))
    await vi.waitFor(() => expect(rows().filter((row) => row.includes('boats'))).toEqual([]))
    expect(rows()[0]).toMatch(/pier/)
    fireEvent.click(screen.getByRole('button', { name: 'Whole words' }))
    type(field, 'Ferr')
    await screen.findByText(/Nothing here says “Ferr”/)
    fireEvent.click(screen.getByRole('button', { name: 'In any writing' }))
    await vi.waitFor(() => expect(rows().length).toBeGreaterThan(2))
  })

  it('FI9 a chip begins its filter, what may stand there is offered, and another press takes it out', async () => {
    const field = await open()
    await ask(field, 'ferry')
    fireEvent.click(screen.getByRole('button', { name: 'Kind' }))
    const offered = await screen.findByRole('listbox', { name: 'What may stand here' })
    expect(field.value).toBe('ferry kind:')
    expect(within(offered).getAllByRole('option')[0]?.textContent).toBe('page')
    expect(await brokenRules()).toEqual([])
    type(field, 'ferry kind:sh')
    key(field, 'Enter')
    expect(field.value).toBe('ferry kind:sheet ')
    await screen.findByText(/Nothing here says “ferry kind:sheet”/)
    fireEvent.click(screen.getByRole('button', { name: 'Without the filters' }))
    expect(field.value).toBe('ferry')
    await found()
    fireEvent.click(screen.getByRole('button', { name: 'State' }))
    await screen.findByRole('listbox', { name: 'What may stand here' })
    key(field, 'Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(sideNow()).toBe('search')
    fireEvent.click(screen.getByRole('button', { name: 'State' }))
    expect(field.value).toBe('ferry')
  })

  it('FI9 nothing found: what may be meant, and all sites; nothing asked: what was asked lately', async () => {
    const field = await open()
    await ask(field, 'zeppelim in:everywhere')
    fireEvent.click(await screen.findByRole('button', { name: /Did you mean “zeppelin in:everywhere”/ }))
    await found()
    await ask(field, 'zeppelin')
    fireEvent.click(await screen.findByRole('button', { name: 'In all sites' }))
    await vi.waitFor(() => expect(rows()[0]).toMatch(/far/))
    key(field, 'Enter')
    expect(opened()).toEqual(['/harbour/other/far.html'])
    type(field, '')
    expect(await screen.findByRole('button', { name: 'zeppelin in:everywhere' })).toBeTruthy()
    expect(screen.queryByRole('tree')).toBeNull()
  })

  it('FI7 FI9 what went and what was deleted is found by a chip, and opens beside what is there now, or in the trash', async () => {
    await put('/harbour/web/pier.html', page('<h1>The pier</h1><p>Nobody waits.</p>'))
    await put('/harbour/web/old.html', page('<p>A ferry of old.</p>'))
    await fetch('/source/harbour/web/old.html', { method: 'DELETE' })
    const field = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Where' }))
    await screen.findByRole('option', { name: 'history' })
    await ask(field, 'waits in:history')
    expect(rows()[0]).toMatch(/^The pierpierWent .+, .+1 place$/)
    expect(rows()[1]).toBe('A Ferry waits.The pier')
    expect(await brokenRules()).toEqual([])
    key(await found(), 'ArrowDown')
    key(await found(), 'Enter')
    await vi.waitFor(() =>
      expect(workbench().tabs).toMatchObject([
        { kind: 'compare', before: { kind: 'version' }, after: { kind: 'current' } }
      ])
    )
    await ask(field, 'old')
    expect(screen.queryByRole('tree')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'In the trash' }))
    await vi.waitFor(() => expect(rows()[0]).toMatch(/^oldDeleted .+/))
    expect(field.value).toBe('old in:trash')
    key(field, 'Enter')
    await vi.waitFor(() => expect(workbench().view).toBe('trash'))
    expect(wantedInTrash.now()).toBe('/harbour/web/old.html')
    await ask(field, 'quokka in:trash')
    expect(await screen.findByText('Nothing that was says “quokka in:trash”.')).toBeTruthy()
  })

  it('FI9 what is not taken as it was typed is underlined, and said in a sentence', async () => {
    const field = await open()
    await ask(field, 'ferry knid:page')
    expect(await screen.findByText(/“knid:” is no filter/)).toBeTruthy()
    expect(document.querySelector('[class*="wavy"]')?.textContent).toBe('knid:')
    fireEvent.click(screen.getByRole('button', { name: 'Use “kind:”' }))
    expect(field.value).toBe('ferry kind:page')
    await vi.waitFor(() => expect(screen.queryByText(/is no filter/)).toBeNull())
  })

  it('FI9 ten thousand hits scroll: only what is in view is drawn', async () => {
    const field = await open()
    await ask(field, 'ferry')
    const { answer } = searchNow()
    const [first] = answer?.hits ?? []
    if (!answer || !first) throw new Error('nothing was found')
    const hits = Array.from({ length: 10_000 }, (_, at) => ({ ...first, id: `id-${at}` }))
    act(() => updateSearch({ answer: { ...answer, hits, total: 1000, totalIs: 'at-least' } }))
    const tree = await found()
    expect(rows().length).toBeLessThan(120)
    key(tree, 'End')
    expect(searchNow().chosen).toBe('id-9999 more')
    expect(rows().length).toBeLessThan(120)
  })
})
