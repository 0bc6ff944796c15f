import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chooseKeys, forgetChosenKeys } from '../../../../src/renderer/src/workbench/commands/chosen-keys'
import { registerCommands } from '../../../../src/renderer/src/workbench/commands/commands'
import {
  openSheets,
  SheetEditor,
  type ColumnKinds,
  type SheetStore
} from '../../../../src/renderer/src/engines/grid'
import { brokenRules, renderInApp } from '../render'

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
    total: 3,
    data: [
      { who: 'Adult', price: '9' },
      { who: 'Child', price: '4' },
      { who: 'Islander', price: '5' }
    ]
  },
  ships: { total: 1, data: [{ name: 'Tern' }] }
})

function show(kinds?: ColumnKinds): SheetStore {
  const opened = openSheets(text)
  if (!('store' in opened)) throw new Error(opened.message)
  renderInApp(<SheetEditor store={opened.store} label="fares" {...(kinds ? { kinds } : {})} />)
  return opened.store
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /row \d|Cell/ })
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more })
const type = (value: string) => fireEvent.input(field(), { target: { value } })
const rows = (store: SheetStore) =>
  (JSON.parse(store.text()) as { fares: { total: number; data: Record<string, string>[] } }).fares

describe('the grid', () => {
  it('SH8 after a sheet was named the keys go into its cells, and take no sheet out', async () => {
    const store = show()
    fireEvent.click(screen.getByRole('button', { name: 'Add sheet' }))
    const name = screen.getByRole('textbox', { name: 'Name of the sheet' })
    await waitFor(() => expect(document.activeElement).toBe(name))
    fireEvent.change(name, { target: { value: 'tides' } })
    fireEvent.keyDown(name, { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(field()))
    expect(store.sheet?.name).toBe('tides')
  })

  it('SH8 has the roles, counts and names of a grid, and breaks no accessibility rule', async () => {
    show()
    const grid = screen.getByRole('grid', { name: 'fares, sheet fares' })
    expect(grid.getAttribute('aria-rowcount')).toBe('4')
    expect(grid.getAttribute('aria-colcount')).toBe('3')
    const cell = within(grid).getByRole('gridcell', { name: 'Child' })
    expect(cell.getAttribute('aria-colindex')).toBe('2')
    expect(cell.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('3')
    expect(field().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('gridcell', { name: 'Adult' }).id
    )
    expect(await brokenRules()).toEqual([])
  })

  it('SH8 what is typed replaces the cell from the first letter on, Enter goes down, Escape leaves it as it was', () => {
    const store = show()
    type('G')
    type('Grown-up')
    expect(rows(store).data[0]?.who).toBe('Grown-up')
    press('Enter')
    type('x')
    press('Escape')
    expect(rows(store).data.map(({ who }) => who)).toEqual(['Grown-up', 'Child', 'Islander'])
    act(() => store.undo())
    expect(store.text()).toBe(text)
  })

  it('SH8 rows and columns are inserted, moved and deleted by keys', () => {
    const store = show()
    press('ArrowDown')
    press('+', { ctrlKey: true })
    expect(rows(store)).toMatchObject({ total: 4, data: [{}, { who: '', price: '' }, { who: 'Child' }, {}] })
    press('-', { ctrlKey: true })
    press('ArrowUp', { altKey: true })
    expect(rows(store).data.map(({ who }) => who)).toEqual(['Child', 'Adult', 'Islander'])
    press('ArrowRight', { altKey: true })
    expect(Object.keys(rows(store).data[0] ?? {})).toEqual(['price', 'who'])
    press('ArrowDown', { shiftKey: true })
    press('d', { ctrlKey: true })
    expect(rows(store).data.map(({ who }) => who)).toEqual(['Child', 'Child', 'Islander'])
    act(() => {
      while (store.undoTitle !== null) store.undo()
    })
    expect(store.text()).toBe(text)
  })

  it('SH3 a column is renamed in its head; a name that is there already is refused', async () => {
    const store = show()
    press('ArrowUp')
    press('F2')
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the column' })
    fireEvent.input(name, { target: { value: 'price' } })
    fireEvent.keyDown(name, { key: 'Enter' })
    expect(store.text()).toBe(text)
    press('F2')
    const again = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the column' })
    fireEvent.input(again, { target: { value: 'passenger' } })
    fireEvent.keyDown(again, { key: 'Enter' })
    await waitFor(() => screen.getByRole('columnheader', { name: /passenger/ }))
    expect(rows(store).data[0]).toEqual({ passenger: 'Adult', price: '9' })
  })

  it('SH7 pastes what is on the clipboard, and copies the selection as text and as a table', () => {
    const store = show()
    const clipboard = (entries: Record<string, string>) => {
      const data = { ...entries }
      return {
        getData: (kind: string) => data[kind] ?? '',
        setData: (kind: string, value: string) => void (data[kind] = value),
        data
      }
    }
    const html =
      '<table><tr><td>Dog<br>small</td><td><b>1</b></td></tr><tr><td colspan="2">both</td></tr></table>'
    fireEvent.paste(field(), { clipboardData: clipboard({ 'text/plain': 'x', 'text/html': html }) })
    expect(rows(store).data.slice(0, 2)).toEqual([
      { who: 'Dog\nsmall', price: '1' },
      { who: 'both', price: '' }
    ])
    const out = clipboard({})
    fireEvent.copy(field(), { clipboardData: out })
    expect(out.data['text/plain']).toBe('"Dog\nsmall"\t1\r\nboth\t')
    expect(out.data['text/html']).toContain('Dog<br>small')
  })

  it('SH2 tabs are added, renamed and walked by keyboard', async () => {
    const store = show()
    fireEvent.click(screen.getByRole('button', { name: 'Add sheet' }))
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the sheet' })
    fireEvent.change(name, { target: { value: 'private-notes' } })
    fireEvent.keyDown(name, { key: 'Enter' })
    const tab = await screen.findByRole('tab', { name: /private-notes/, selected: true })
    fireEvent.keyDown(tab, { key: 'ArrowLeft' })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('ships')
    expect(JSON.parse(store.text())).toMatchObject({
      ':names': ['fares', 'ships'],
      ':private': { 'private-notes': { total: 1, data: [{ key: '', value: '' }] } }
    })
  })

  it('SH4 a column may have a look, an editor and a check of its own', () => {
    const kind = {
      Cell: ({ text: shown }: { readonly text: string }) => <b>{shown} £</b>,
      check: (value: string) => (value === '4' ? 'Four is too little.' : null)
    }
    show((_sheet, column) => (column === 'price' ? kind : null))
    expect(screen.getByRole('gridcell', { name: '9 £' })).toBeTruthy()
    const wrong = screen.getByRole('gridcell', { name: '4 £' })
    expect(wrong.getAttribute('aria-invalid')).toBe('true')
    expect(wrong.getAttribute('title')).toBe('Four is too little.')
  })
})

describe('the menu of the grid', () => {
  it('E20 shows no keys of its own that a person has given to a command', async () => {
    const stop = registerCommands([{ id: 'view.mine', title: 'Mine', group: 'View', run: () => undefined }])
    const keysOf = async (entry: string) => {
      press('F10', { shiftKey: true })
      const item = (await screen.findByText(entry)).closest('[role="menuitem"]')
      const keys = item?.querySelector('kbd')?.textContent ?? null
      fireEvent.keyDown(item ?? document.body, { key: 'Escape' })
      await waitFor(() => expect(screen.queryByText(entry)).toBeNull())
      return keys
    }
    try {
      show()
      fireEvent.focus(field())
      expect(await keysOf('Fill down')).toBe('Ctrl+D')
      act(() => chooseKeys({ 'view.mine': 'mod+D' }))
      expect(await keysOf('Fill down')).toBeNull()
    } finally {
      act(() => forgetChosenKeys())
      stop()
    }
  })
})
