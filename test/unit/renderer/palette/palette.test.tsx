import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { registerCommands, type Command } from '../../../../src/renderer/src/workbench/commands/commands'
import { openDocument, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { Palette } from '../../../../src/renderer/src/features/palette/Palette'
import { openPalette, palette } from '../../../../src/renderer/src/features/palette/palette-state'
import { paletteItems, takenByEnter } from '../../../../src/renderer/src/features/palette/items'
import { entryAt } from '../../../../src/renderer/src/engines/tree/entries'
import { emptyTree, withFolder } from '../../../../src/renderer/src/engines/tree/tree-state'
import { updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { renderInApp } from '../render'

const site = contentPath('/harbour/web')
/** Nothing happens. */
class NoEvents extends EventTarget {
  close(): void {
    // nothing was opened
  }
}
const ran: string[] = []
let stop = () => {}

const command = (id: string, title: string, enabled?: () => boolean): Command => ({
  id,
  title,
  group: 'File',
  ...(enabled ? { enabled } : {}),
  run: () => void ran.push(id)
})

/** The names of the site as far as they are known; the rest is being read. */
function know(names: readonly string[], walking: boolean): void {
  const entries = names.map((name) => entryAt(contentPath(`${site}/${name}`), 'file'))
  updateTree(() => withFolder({ ...emptyTree, root: site, walking }, site, { status: 'ready', entries }))
}

async function open(...commands: Command[]): Promise<HTMLInputElement> {
  stop = registerCommands(commands)
  renderInApp(<Palette />)
  act(() => openPalette('all'))
  return screen.findByRole<HTMLInputElement>('textbox')
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })
const down = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' })
const opened = () => workbench().tabs.map(({ path }) => path)
const marked = () => screen.getAllByRole('button').filter((line) => line.hasAttribute('data-selected'))

beforeEach(() => {
  vi.stubGlobal('EventSource', NoEvents)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ documents: [] })))
  know(['home.html', 'tide.html', 'pier.html'], true)
})
afterEach(() => {
  act(() => palette.close())
  cleanup()
  vi.unstubAllGlobals()
  stop()
  ran.length = 0
  updateTree(() => emptyTree)
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
})

describe('the palette before a word is typed', () => {
  it('L1 begins with the document that was in front before this one, so that Enter goes back and forth', () => {
    const first = () => takenByEnter(paletteItems('', 'all'), null)?.key
    const openNamed = (name: string) => openDocument(contentPath(`${site}/${name}`))
    for (const name of ['pier.html', 'tide.html', 'home.html']) openNamed(name)
    expect(first()).toBe(`${site}/tide.html`)
    openNamed('tide.html')
    expect(first()).toBe(`${site}/home.html`)
  })
})

describe('Enter in the palette', () => {
  it('L1 takes what the letters select that are in the field, drawn or not', async () => {
    const field = await open(command('a', 'Add to the tide table'))
    // within one step nothing is drawn between the letters and Enter
    act(() => {
      type(field, 'tide')
      enter(field)
    })
    expect(opened()).toEqual([`${site}/tide.html`])
    expect(ran).toEqual([])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('L1 runs a command that has become possible since the list was drawn', async () => {
    let possible = false
    const field = await open(
      command('b', 'Rename files', () => possible),
      command('c', 'Rename site')
    )
    type(field, 'rename files')
    possible = true
    enter(field)
    expect(ran).toEqual(['b'])
  })

  it('L1 waits for a name that is still being read, and for nothing else', async () => {
    const field = await open(command('d', 'Do something'))
    type(field, 'boat')
    enter(field)
    expect(opened()).toEqual([])
    expect(screen.getByText('Reading the names of the whole site…')).toBeTruthy()
    // it is taken once the list that knows it has been drawn
    await act(async () => know(['home.html', 'boat.html'], false))
    expect(opened()).toEqual([`${site}/boat.html`])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('L1 forgets an Enter that found nothing when more is typed, or when there is nothing more to read', async () => {
    const field = await open(command('d', 'Do something'))
    type(field, 'boat')
    enter(field)
    type(field, 'boats')
    act(() => know(['boat.html', 'boats.html'], false))
    expect(opened()).toEqual([])
    act(() => know(['boat.html'], true))
    type(field, 'ship')
    enter(field)
    act(() => know(['boat.html'], false))
    await screen.findByText(/^Nothing here is called/)
    act(() => know(['boat.html', 'ship.html'], false))
    expect(opened()).toEqual([])
  })

  it('L1 takes the line that the arrows chose, also when other lines come before it', async () => {
    const field = await open(command('e', 'Home of the harbour'))
    type(field, 'h')
    down(field)
    const [before] = marked().map((line) => line.textContent)
    act(() => know(['home.html', 'h.html', 'tide.html', 'pier.html'], true))
    expect(marked().map((line) => line.textContent)).toEqual([before])
    down(field)
    fireEvent.keyDown(field, { key: 'ArrowUp', code: 'ArrowUp' })
    enter(field)
    expect([...opened(), ...ran]).toHaveLength(1)
    expect(before).toContain(ran.length > 0 ? 'Home of' : 'tide')
  })
})
