import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SheetEditor, useGridCommands, type SheetStore } from '../../../../src/renderer/src/engines/grid'
import { runCommand } from '../../../../src/renderer/src/workbench/commands/commands'
import { renderInApp } from '../render'
import { columnOf, fares, openGrid } from './open-grid'

beforeAll(() => {
  // jsdom lays nothing out: the window of the tests is this large.
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, value: 900 })
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 500 })
  Element.prototype.scrollTo = () => {}
})
afterEach(cleanup)

const shipping = fares.replace('"Child"', '"A+ (child)"').replace('"B"', '"adult"')

/** As a view of the window shows sheets. */
function Sheets({ store }: { readonly store: SheetStore }) {
  return <SheetEditor store={store} label="fares" find={useGridCommands(store)} />
}

/** The window of a sheet, with the search open. */
async function openSearch(text = shipping, readOnly = false) {
  const { store, state } = openGrid(text, readOnly)
  renderInApp(<Sheets store={store} />)
  await act(async () => void (await runCommand('document.find')))
  const find = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find in the sheet' })
  const look = (value: string) => fireEvent.change(find, { target: { value } })
  const go = (back = false) => fireEvent.keyDown(find, { key: 'Enter', shiftKey: back })
  const count = () => find.closest('[role="search"]')?.querySelector('[role="status"]')?.textContent
  const at = () => [state.selection.anchor.row, state.selection.anchor.column]
  return { store, state, find, look, go, count, at }
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const replaceWith = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value } })

describe('finding in a sheet', () => {
  it('SH8 Enter goes from place to place and round, Shift+Enter back, whatever the case', async () => {
    const { find, look, go, count, at } = await openSearch()
    await waitFor(() => expect(document.activeElement).toBe(find))
    look('adult')
    expect(count()).toBe('1 of 3')
    const places = [0, 1, 2].map(() => {
      go()
      return at()
    })
    expect(places).toEqual([
      [2, 2],
      [3, 0],
      [0, 0]
    ])
    go(true)
    expect([at(), count()]).toEqual([[3, 0], '3 of 3'])
    look('nobody')
    expect(count()).toBe('none')
  })

  it('SH8 can mind the case, and looks only through what is shown', async () => {
    const { store, look, count } = await openSearch()
    look('adult')
    click('Match case')
    expect(count()).toBe('2')
    act(() =>
      store.look(store.sheet?.id ?? 0, 'Filter', {
        sort: null,
        filters: [{ slot: 0, kind: 'contains', text: 'dog' }]
      })
    )
    expect(count()).toBe('1 of 1')
  })

  it('SH7 one place is replaced and the next one chosen; all are, in one step that is taken back', async () => {
    const { store, look, at } = await openSearch()
    look('adult')
    replaceWith('$& grown-up')
    click('Replace')
    expect([columnOf(store, 'who')[0], at()]).toEqual(['$& grown-up', [2, 2]])
    click('Replace all')
    expect(columnOf(store, 'who').at(-1)).toBe('$& grown-up dog')
    expect(columnOf(store, 'zone')[2]).toBe('$& grown-up')
    expect(store.undoTitle).toBe('Replace in 2 cells')
    act(() => {
      store.undo()
      store.undo()
    })
    expect(store.text()).toBe(shipping)
  })

  it('SH4 signs of patterns are looked for as they are, and a number that is replaced by one stays a number', async () => {
    const { store, look, count } = await openSearch()
    look('A+ (')
    replaceWith('B')
    expect(count()).toBe('1')
    click('Replace all')
    expect(columnOf(store, 'who')[1]).toBe('Bchild)')
    look('9')
    replaceWith('19')
    click('Replace all')
    expect(columnOf(store, 'price')[0]).toBe(19)
  })

  it('SH8 Escape ends it and gives the keyboard back to the sheet; who may only read can find, not replace', async () => {
    const { find, look, go, at } = await openSearch(shipping, true)
    look('dog')
    go()
    expect(at()).toEqual([3, 0])
    expect(screen.queryByRole('button', { name: 'Replace all' })).toBeNull()
    fireEvent.keyDown(find, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('search')).toBeNull())
    expect((document.activeElement as HTMLElement | null)?.dataset['gridField']).toBeDefined()
  })
})
