import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SheetEditor } from '../../../../src/renderer/src/engines/grid'
import { insertRows, withSheet } from '../../../../src/common/formats/sheet'
import { joinGrid } from '../../../../src/renderer/src/engines/grid/grid-company'
import { ROW } from '../../../../src/renderer/src/engines/grid/layout'
import { twoWindows } from '../documents/two-windows'
import { renderInApp } from '../render'
import { openGrid } from './open-grid'

beforeAll(() => {
  // jsdom lays nothing out: the window of the tests is this large.
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, value: 900 })
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 500 })
  Element.prototype.scrollTo = () => {}
})
afterEach(cleanup)

const text = JSON.stringify({
  ':type': 'multi-sheet',
  ':names': ['fares', 'ships'],
  fares: {
    total: 4,
    data: ['Adult', 'Child', 'Islander', 'Dog'].map((who, at) => ({ who, price: `${at}` }))
  },
  ships: { total: 2, data: [{ name: 'Tern' }, { name: 'Gull' }] }
})

/** My window, drawn, and Lena's, of which only the places are needed. */
function show() {
  const [here, there] = [openGrid(text), openGrid(text)]
  const { mine, theirs } = twoWindows()
  renderInApp(<SheetEditor store={here.store} label="fares" company={mine} />)
  const end = joinGrid(theirs, there.store)
  return { here, there, mine, theirs, end }
}

const ring = () => screen.queryByText('Lena Voss')?.parentElement ?? null
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /row \d|Cell/ })

describe('RT10 others in a sheet', () => {
  it('RT10 a ring stands around the cell that somebody is in, goes along with them, and is gone with them', async () => {
    const { there, mine } = show()
    act(() => there.state.goTo({ row: 2, column: 1 }))
    await waitFor(() => expect(ring()?.style.top).toBe(`${30 + 2 * ROW}px`))
    expect(ring()?.dataset['person']).toBe('5')
    const before = ring()?.style.left
    act(() => there.state.goTo({ row: 0, column: 0 }))
    await waitFor(() => expect(ring()?.style.top).toBe('30px'))
    expect(ring()?.style.left).not.toBe(before)
    // in another sheet, and back
    act(() => there.store.show(there.store.book.sheets[1]?.id ?? -1))
    await waitFor(() => expect(ring()).toBeNull())
    act(() => there.store.show(there.store.book.sheets[0]?.id ?? -1))
    await waitFor(() => expect(ring()).not.toBeNull())
    act(() => mine.heard([]))
    expect(ring()).toBeNull()
  })

  it('RT10 what is sorted or filtered here shows the same cell, or none', async () => {
    const { here, there } = show()
    act(() => there.state.goTo({ row: 1, column: 0 }))
    await waitFor(() => expect(ring()).not.toBeNull())
    const slot = here.sheet().columns[0]?.slot ?? -1
    act(() => here.state.setView({ sort: { slot, descending: true }, filters: [] }))
    // Islander, Dog, Child, Adult
    await waitFor(() => expect(ring()?.style.top).toBe(`${30 + 2 * ROW}px`))
  })

  it('RT10 goes to and follows somebody into another sheet; a place that is not here is none', async () => {
    const { here, there, mine } = show()
    act(() => {
      there.store.show(there.store.book.sheets[1]?.id ?? -1)
      there.store.stateOf(there.store.book.sheets[1]?.id ?? -1).goTo({ row: 1, column: 0 })
    })
    await waitFor(() => expect(mine.people[0]?.at).toBeTruthy())
    const lena = () => mine.people[0] ?? expect.fail('nobody is here')
    expect(mine.wordsOf(lena())).toBe('in row 2 of ships')
    act(() => void mine.goTo(lena()))
    expect(here.store.sheet?.name).toBe('ships')
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(here.store.stateOf(here.store.sheet?.id ?? -1).selection.head).toEqual({ row: 1, column: 0 })
    // who is followed takes the view along, and not the selection
    act(() => mine.follow(lena()))
    act(() => there.store.show(there.store.book.sheets[0]?.id ?? -1))
    await waitFor(() => expect(here.store.sheet?.name).toBe('fares'))
    expect(here.state.selection.head).toEqual({ row: 0, column: 0 })
    for (const at of [
      '{}',
      '{"sheet":"none","from":{"row":0,"column":0},"to":{"row":0,"column":0}}',
      '\u0001'
    ])
      expect(mine.goTo({ ...lena(), at: new TextEncoder().encode(at) })).toBe(false)
  })

  it('RT10 who is moved by what others wrote is told anew, and is not at the keys for that', async () => {
    const { there, mine, theirs } = show()
    act(() => there.state.goTo({ row: 1, column: 0 }))
    await waitFor(() => expect(ring()?.style.top).toBe(`${30 + ROW}px`))
    theirs.shown(false)
    await waitFor(() => expect(mine.people[0]?.isIdle).toBe(true))
    act(() => void there.store.step('others', (book) => withSheet(book, insertRows(there.sheet(), 0, 1))))
    await waitFor(() => expect(ring()?.style.top).toBe(`${30 + 2 * ROW}px`))
    expect(mine.people[0]?.isIdle).toBe(true)
  })

  it('RT10 a key is not drawn anew for what others do', () => {
    const { mine } = show()
    fireEvent.input(field(), { target: { value: 'G' } })
    act(() => mine.heard([{ who: 9, client: 9, email: 'x@example.com', colour: 1, at: null, isIdle: false }]))
    expect(field().value).toBe('G')
    expect(document.activeElement).toBe(field())
  })
})
