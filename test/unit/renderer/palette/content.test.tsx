import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import type { SearchAnswer, SearchHit } from '../../../../src/common/search/answer'
import { canGoTo } from '../../../../src/renderer/src/documents/go-to'
import { entryAt } from '../../../../src/renderer/src/engines/tree/entries'
import { emptyTree, withFolder } from '../../../../src/renderer/src/engines/tree/tree-state'
import { updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { Palette } from '../../../../src/renderer/src/features/palette/Palette'
import { openPalette, palette } from '../../../../src/renderer/src/features/palette/palette-state'
import {
  nothingSearched,
  searchNow,
  updateSearch
} from '../../../../src/renderer/src/features/search/search-state'
import { sideNow, turnSide } from '../../../../src/renderer/src/workbench/panels'
import { updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { renderInApp } from '../render'

const site = contentPath('/harbour/web')
/** Nothing happens. */
class NoEvents extends EventTarget {
  close(): void {
    // nothing was opened
  }
}
const pier = contentPath(`${site}/pier.html`)

const hit = (path: string, text: string, marks: [number, number][]): SearchHit => ({
  path,
  id: path,
  kind: 'page',
  title: '',
  changedAt: 1,
  by: { email: 'ada@example.com' },
  places: [{ at: { kind: 'block', line: 3, column: 5 }, text, marks }],
  more: 0
})

const answerOf = (hits: SearchHit[], state: SearchAnswer['state'] = { kind: 'complete' }): Response =>
  Response.json({ notes: [], hits, total: hits.length, totalIs: 'exact', state })

/** The service, as far as it is asked for searches; each is answered when the test says so. */
let asked: { readonly url: URL; readonly answer: (response: Response) => void }[] = []
const search = (q: string) =>
  vi.waitFor(() => {
    const found = asked.find(({ url }) => url.searchParams.get('q') === q)
    if (!found) throw new Error(`nobody asked for ${q}`)
    return found
  })

beforeEach(() => {
  asked = []
  vi.stubGlobal('EventSource', NoEvents)
  vi.stubGlobal(
    'fetch',
    (url: string) =>
      new Promise<Response>((answer) => asked.push({ url: new URL(url, 'http://127.0.0.1'), answer }))
  )
  const entries = [entryAt(pier, 'file')]
  updateTree(() =>
    withFolder({ ...emptyTree, root: site, walking: false }, site, { status: 'ready', entries })
  )
})
afterEach(() => {
  act(() => palette.close())
  cleanup()
  vi.unstubAllGlobals()
  updateTree(() => emptyTree)
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
})

async function open(): Promise<HTMLInputElement> {
  renderInApp(<Palette />)
  act(() => openPalette('all'))
  return screen.findByRole<HTMLInputElement>('textbox')
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
const answer = async (q: string, response: Response) => {
  const { answer } = await search(q)
  await act(async () => answer(response))
}
const opened = () => workbench().tabs.map(({ path }) => path)
const ALL = 'Show all of it in the panel'
const lines = () => screen.getAllByRole('button').map((line) => line.textContent)

describe('what says the typed words, in the palette', () => {
  it('FI8 stands below the names, with its words marked, and opens at its place', async () => {
    const field = await open()
    type(field, 'pier')
    const { url } = await search('pier')
    expect(url.pathname).toBe('/search/harbour/web')
    await answer('pier', answerOf([hit('/harbour/web/boats.html', 'At the pier lie boats.', [[7, 11]])]))
    expect(lines()).toEqual(['pier', 'boatsAt the pier lie boats.', ALL])
    const [found] = screen.getAllByText('pier', { selector: 'mark' })
    expect(found?.closest('button')?.hasAttribute('data-selected')).toBe(false)
    const places: unknown[] = []
    fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' })
    enter(field)
    expect(opened()).toEqual(['/harbour/web/boats.html'])
    const stop = canGoTo(
      contentPath('/harbour/web/boats.html'),
      (place) => places.push(place),
      () => null
    )
    stop()
    expect(places).toMatchObject([{ line: 3, column: 5 }])
  })

  it('FI8 what the question before found stays, faint, until this one is answered; Enter waits for it', async () => {
    const field = await open()
    type(field, 'bo')
    await answer('bo', answerOf([hit('/harbour/web/old.html', 'Boots', [[0, 2]])]))
    type(field, 'boat')
    const [old] = screen.getAllByRole('button')
    expect(old?.getAttribute('aria-disabled')).toBe('true')
    enter(field)
    if (old) fireEvent.click(old)
    expect(opened()).toEqual([])
    await answer('boat', answerOf([hit('/harbour/web/new.html', 'Boats', [[0, 4]])]))
    await vi.waitFor(() => expect(opened()).toEqual(['/harbour/web/new.html']))
  })

  it('FI8 asks again while the workspace is still being read; what comes then stands behind what is shown', async () => {
    const field = await open()
    type(field, 'zebra')
    await answer('zebra', answerOf([], { kind: 'reading' }))
    expect(screen.getByText('Nothing yet: the workspace is still being read.')).toBeTruthy()
    asked = []
    await answer('zebra', answerOf([hit('/harbour/web/b.html', 'b zebra', [[2, 7]])], { kind: 'reading' }))
    expect(lines()).toEqual(['bb zebra', ALL])
    asked = []
    const both = ['a', 'b'].map((name) => hit(`/harbour/web/${name}.html`, `${name} zebra`, [[2, 7]]))
    await answer('zebra', answerOf(both))
    expect(lines()).toEqual(['bb zebra', 'aa zebra', ALL])
    asked = []
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(asked).toEqual([])
  })

  it('FI8 says when content could not be searched, and why; names are found all the same', async () => {
    const field = await open()
    type(field, 'walrus')
    const refusal = { error: 'The disk is full.', reason: 'disk-full' }
    await answer('walrus', Response.json(refusal, { status: 507 }))
    expect(
      screen.getByText('Nothing here is called “walrus”. Content could not be searched: The disk is full.')
    ).toBeTruthy()
    type(field, 'pie')
    expect(lines()).toEqual(['pier'])
  })

  it('FI8 pages of one title are told apart by where they are', async () => {
    const field = await open()
    type(field, 'zebra')
    const titled = ['/harbour/web/a.html', '/harbour/web/docs/a.html', '/harbour/web2/a.html'].map(
      (path) => ({
        ...hit(path, 'zebra', [[0, 5]]),
        title: 'Herd'
      })
    )
    await answer('zebra', answerOf(titled))
    expect(lines()).toEqual(['Herdazebra', 'Herddocs/azebra', 'Herd/harbour/web2/azebra', ALL])
  })

  it('FI9 the last line shows all of it in the search panel, in the place of the content', async () => {
    const field = await open()
    type(field, 'zebra')
    await answer('zebra', answerOf([hit('/harbour/web/a.html', 'a zebra', [[2, 7]])]))
    fireEvent.keyDown(field, { key: 'ArrowUp', code: 'ArrowUp' })
    enter(field)
    expect(sideNow()).toBe('search')
    expect(searchNow().query).toBe('zebra')
    expect(opened()).toEqual([])
    act(() => {
      turnSide('content')
      updateSearch(nothingSearched)
    })
  })

  it('FI8 the palette of files alone asks for nothing', async () => {
    renderInApp(<Palette />)
    act(() => openPalette('files'))
    const field = await screen.findByRole('textbox')
    type(field, 'xyz')
    expect(screen.getByText('Nothing here is called “xyz”. Try fewer letters.')).toBeTruthy()
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(asked).toEqual([])
  })
})
