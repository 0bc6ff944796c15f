import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { documentAt } from '../../../../src/renderer/src/documents'
import { goTo, placeAt } from '../../../../src/renderer/src/documents/go-to'
import { linksNow, watchLinks } from '../../../../src/renderer/src/documents/links/document-links'
import { storedFaults } from '../../../../src/renderer/src/features/page/checks/stored-faults'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { DocumentForm } from '../../../../src/renderer/src/features/forms/document/DocumentForm'
import { SheetDocumentView } from '../../../../src/renderer/src/features/sheets/SheetDocumentView'
import { addressAtCursor, followAtCursor } from '../../../../src/renderer/src/features/links/at-cursor'
import { emptyTree } from '../../../../src/renderer/src/engines/tree/tree-state'
import { updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { openDocument, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { offer } from '../forms/offer'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'
import { changeEditorSettings } from '../../../../src/renderer/src/workbench/editor-settings'

const at = (name: string) => contentPath(`/northwind/harbour/${name}`)
let served: ServedWindow

beforeEach(async () => {
  // each test has a service of its own, and the window shares with none what it shared with the one before
  changeEditorSettings({ apart: true })
  served = await serveWindow()
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= () => {}
})
afterEach(async () => {
  cleanup()
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

async function opened(name: string, text: string) {
  await api.write(at(name), text)
  const session = documentAt(at(name))
  await waitFor(() => expect(session.text()).toBe(text))
  return session
}
const stored = {
  id: 'offer',
  path: at('.schemas/offer.json'),
  text: null,
  schema: offer,
  issues: [],
  title: 'Offer',
  modifiedAt: null
}
const renderForm = (session: ReturnType<typeof documentAt>, store: FormStore) =>
  renderInApp(
    <DocumentForm
      session={session}
      path={session.path}
      store={store}
      stored={stored}
      problems={[]}
      views={null}
      note={null}
    />
  )
/** The documents that are open, the one in front last. */
const front = () => workbench().tabs.find(({ id }) => id === workbench().activeTab)?.path
const options = () =>
  [...document.querySelectorAll('[aria-label="Addresses"] [role="option"]')].map(
    ({ textContent }) => textContent
  )

const chosen = () => screen.getByRole('gridcell', { selected: true }).textContent

describe('opening at the place', () => {
  it('LK11 a sheet opens at a cell, by its name, or by where an address stands in its source', async () => {
    const rows = [
      { Name: 'Quay', Link: '/quay' },
      { Name: 'Pier', Link: '/pier' },
      { Name: 'Again', Link: '/pier' }
    ]
    const text = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 3, data: rows })
    const session = await opened('links.json', text)
    const { path } = session
    // asked for before the grid is there
    goTo(path, { sheet: 'data', row: 2, name: 'Name' })
    renderInApp(<SheetDocumentView session={session} path={path} asText={() => null} />)
    await waitFor(() => expect(chosen()).toBe('Pier'))
    goTo(path, placeAt(text, text.lastIndexOf('/pier')))
    await waitFor(() => expect(chosen()).toBe('/pier'))
    goTo(path, { sheet: 'data', row: 3, name: 'Name' })
    await waitFor(() => expect(chosen()).toBe('Again'))
    goTo(path, { sheet: 'data', row: 99, name: 'Name' })
    expect(chosen()).toBe('Again')
  })

  it('LK11 a form opens at a field, by its pointer, or by where an address stands in its source', async () => {
    const data = { headline: '/quay', summary: '/pier', prices: [{ name: '/pier', amount: 1 }] }
    const text = JSON.stringify(data)
    const session = await opened('offer.json', text)
    const { path } = session
    const store = new FormStore(offer, data, false)
    renderForm(session, store)
    const pointer = () => document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer')
    goTo(path, { pointer: '/summary' })
    await waitFor(() => expect(pointer()).toBe('/summary'))
    goTo(path, placeAt(text, text.indexOf('/quay')))
    await waitFor(() => expect(pointer()).toBe('/headline'))
    goTo(path, placeAt(text, text.lastIndexOf('/pier')))
    await waitFor(() => expect(pointer()).toBe('/prices/0/name'))
  })

  it('LK11 addresses in the lines of a text count where the form is opened at one', async () => {
    const data = { summary: 'a\n/pier\n[b](/pier)', prices: [{ name: '/pier', amount: 1 }] }
    const text = JSON.stringify(data)
    const session = await opened('offer.json', text)
    renderForm(session, new FormStore(offer, data, false))
    const pointer = () => document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer')
    goTo(session.path, placeAt(text, text.lastIndexOf('/pier')))
    await waitFor(() => expect(pointer()).toBe('/prices/0/name'))
    goTo(session.path, placeAt(text, text.indexOf('](/pier') + 3))
    await waitFor(() => expect(pointer()).toBe('/summary'))
  })
})

describe('addresses in fields and cells', () => {
  beforeEach(async () => {
    updateTree(() => ({ ...emptyTree, root: contentPath('/northwind/harbour') }))
    await api.write(at('pier.html'), '<main><div><h2 id="boats">Boats</h2></div></main>')
    await api.write(at('pictures/pier.png'), 'x')
  })
  afterEach(() => act(() => updateTree(() => emptyTree)))

  it('LK10 a form marks a field whose address leads nowhere, mends it, offers addresses, and goes where one leads', async () => {
    const data = {
      headline: '/pictures/Pier.png',
      summary: '/pictures/gone.png',
      prices: [{ name: '/pier', amount: 1 }]
    }
    const session = await opened('offer.json', JSON.stringify(data))
    const store = new FormStore(offer, data, false)
    act(() => openDocument(session.path))
    const { container } = renderForm(session, store)
    const field = (pointer: string) => {
      const found = container.querySelector<HTMLInputElement>(`[data-pointer="${pointer}"] input`)
      if (!found) throw new Error(pointer)
      return found
    }
    const fault = (pointer: string) => {
      const ids = field(pointer).getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    }
    await waitFor(() => expect(fault('/headline')).toContain('Nothing is at this address.'))
    expect(field('/prices/0/name').closest('[data-fault]')).toBeNull()
    expect(await brokenRules()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Say /pictures/pier.png' }))
    expect(field('/headline').value).toBe('/pictures/pier.png')
    expect(field('/headline').closest('[data-fault]')).toBeNull()

    // the keyboard: nothing is chosen until somebody does
    const name = field('/prices/0/name')
    act(() => name.focus())
    fireEvent.change(name, { target: { value: '/pi' } })
    fireEvent.input(name)
    await waitFor(() => expect(options()).toEqual(['/pier', '/pictures/pier.png']))
    expect(name.hasAttribute('aria-activedescendant')).toBe(false)
    fireEvent.keyDown(name, { key: 'ArrowDown' })
    fireEvent.keyDown(name, { key: 'Enter' })
    expect([name.value, options()]).toEqual(['/pier', []])
    fireEvent.change(name, { target: { value: '/pier#' } })
    fireEvent.input(name)
    await waitFor(() => expect(options()).toEqual(['/pier#boats']))
    fireEvent.keyDown(name, { key: 'Escape' })
    expect(options()).toEqual([])
    fireEvent.change(name, { target: { value: '/pier' } })

    expect(addressAtCursor()).toBe('/pier')
    followAtCursor()
    await waitFor(() => expect(front()).toBe(at('pier.html')))
    act(() => openDocument(session.path))
    fireEvent.click(name)
    expect(front()).toBe(session.path)
    fireEvent.click(name, { ctrlKey: true })
    await waitFor(() => expect(front()).toBe(at('pier.html')))
  })

  it('LK10 a text of several lines marks each address that leads nowhere, mends it alone, offers what is meant at the caret, and goes there', async () => {
    const before = 'Look:\n/pictures/Pier.png\nand [here](/pictures/gone.png) or [there](/pier).\n'
    const data = { headline: 'Summer', summary: before, prices: [{ name: '/pier', amount: 1 }] }
    const text = JSON.stringify(data)
    const session = await opened('offer.json', text)
    const store = new FormStore(offer, data, false)
    act(() => openDocument(session.path))
    const { container } = renderForm(session, store)
    const field = container.querySelector<HTMLTextAreaElement>('[data-pointer="/summary"] textarea')
    if (!field) throw new Error('no field')
    const marked = () => [...container.querySelectorAll('mark')].map(({ textContent }) => textContent)
    await waitFor(() => expect(marked()).toEqual(['/pictures/Pier.png', '/pictures/gone.png']))
    const said = () =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    expect(said()).toContain('/pictures/gone.png: Nothing is at this address.')
    expect(await brokenRules()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Say /pictures/pier.png' }))
    const mended = before.replace('Pier', 'pier')
    expect([field.value, marked()]).toEqual([mended, ['/pictures/gone.png']])

    act(() => field.focus())
    const type = (words: string, after = '') => {
      fireEvent.change(field, { target: { value: words + after } })
      field.setSelectionRange(words.length, words.length)
      fireEvent.input(field)
    }
    // words with a slash in them are none
    type(`${mended}and/or 1 / 2`)
    await act(async () => {})
    expect(options()).toEqual([])
    type(`${mended}[more](/pi`, ') after')
    await waitFor(() => expect(options()).toEqual(['/pier', '/pictures/pier.png']))
    fireEvent.keyDown(field, { key: 'ArrowLeft' })
    expect(options()).toEqual([])
    fireEvent.input(field)
    await waitFor(() => expect(options()).toHaveLength(2))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Enter' })
    const taken = `${mended}[more](/pier`
    expect([field.value, field.selectionStart, options()]).toEqual([`${taken}) after`, taken.length, []])
    type(`${taken}#`, ') after')
    await waitFor(() => expect(options()).toEqual(['/pier#boats']))
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(options()).toEqual([])

    const caret = before.indexOf('/pier)')
    field.setSelectionRange(2, 2)
    expect(addressAtCursor()).toBeNull()
    fireEvent.click(field, { ctrlKey: true })
    expect(front()).toBe(session.path)
    field.setSelectionRange(caret + 2, caret + 2)
    expect(addressAtCursor()).toBe('/pier')
    fireEvent.click(field)
    expect(front()).toBe(session.path)
    fireEvent.click(field, { ctrlKey: true })
    await waitFor(() => expect(front()).toBe(at('pier.html')))
    act(() => openDocument(session.path))
    act(() => field.focus())
    followAtCursor()
    await waitFor(() => expect(front()).toBe(at('pier.html')))
  })

  it('LK10 a page tells places and pictures that are not there, beside what its site tells, and nothing of what was typed since', async () => {
    const text =
      '<main><div><p><a href="/pier#boats">a</a> <a href="/pier#bots">b</a> <a href="/gone">c</a>\n<img src="/pictures/no.png"></p></div></main>'
    await api.write(at('page.html'), text)
    const stop = watchLinks(at('page.html'))
    await waitFor(() => expect(linksNow(at('page.html')).status).toBe('ready'))
    const found = storedFaults(at('page.html'), `${text}<p><a href="/new">d</a></p>`, new Set(['/gone']))
    expect([...found.addresses]).toEqual([
      ['/pier#bots', 'The page is there, but no heading or id that the part behind # names.'],
      ['/pictures/no.png', 'Nothing is at this address.']
    ])
    expect(found.problems.map(({ line, column, endColumn }) => [line, column, endColumn])).toEqual([
      [1, text.indexOf('/pier#bots') + 1, text.indexOf('/pier#bots') + 11],
      [2, 11, 27]
    ])
    expect([...storedFaults(at('page.html'), text, new Set()).addresses.keys()]).toContain('/gone')
    stop()
  })

  it('LK10 a sheet marks a cell whose address leads nowhere, offers addresses, and goes where one leads', async () => {
    const rows = [
      { Name: '/pictures/gone.png', Link: '/pier' },
      { Name: 'x', Link: '/pictures/gone' }
    ]
    const text = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 2, data: rows })
    const session = await opened('links.json', text)
    const { path } = session
    act(() => openDocument(path))
    const { container } = renderInApp(<SheetDocumentView session={session} path={path} asText={() => null} />)
    const bad = () =>
      [...container.querySelectorAll('[role="gridcell"][aria-invalid]')].map((cell) => cell.textContent)
    await waitFor(() => expect(bad()).toEqual(['/pictures/gone.png', '/pictures/gone']))
    expect(screen.getByText('/pictures/gone.png').title).toBe('Nothing is at this address.')

    act(() => goTo(path, { sheet: 'data', row: 1, name: 'Link' }))
    const field = container.querySelector<HTMLTextAreaElement>('textarea[data-grid-field]')
    act(() => field?.focus())
    expect(addressAtCursor()).toBe('/pier')
    followAtCursor()
    await waitFor(() => expect(front()).toBe(at('pier.html')))
    act(() => openDocument(path))
    if (!field) throw new Error('no field')
    act(() => field.focus())
    act(() => goTo(path, { sheet: 'data', row: 2, name: 'Name' }))
    fireEvent.input(field, { target: { value: '/pi' } })
    await waitFor(() => expect(options()).toEqual(['/pier', '/pictures/pier.png']))
    fireEvent.keyDown(field, { key: 'ArrowUp' })
    fireEvent.keyDown(field, { key: 'Tab' })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(screen.getByText('/pictures/pier.png')).toBeTruthy())
    expect(session.text()).toContain('"/pictures/pier.png"')
  })

  it('LK10 a cell of several lines is marked with the address that leads nowhere, opens the first it says, and offers at the caret', async () => {
    const rows = [
      { Name: 'Way', Link: 'Where to\n/pier\n/pictures/none.png' },
      { Name: 'x', Link: '' }
    ]
    const text = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 2, data: rows })
    const session = await opened('lines.json', text)
    const { path } = session
    act(() => openDocument(path))
    const { container } = renderInApp(<SheetDocumentView session={session} path={path} asText={() => null} />)
    await waitFor(() =>
      expect(container.querySelector<HTMLElement>('[role="gridcell"][aria-invalid]')?.title).toBe(
        '/pictures/none.png: Nothing is at this address.'
      )
    )
    act(() => goTo(path, { sheet: 'data', row: 1, name: 'Link' }))
    const field = container.querySelector<HTMLTextAreaElement>('textarea[data-grid-field]')
    if (!field) throw new Error('no field')
    act(() => field.focus())
    expect(addressAtCursor()).toBe('/pier')
    followAtCursor()
    await waitFor(() => expect(front()).toBe(at('pier.html')))
    act(() => openDocument(path))
    act(() => field.focus())
    act(() => goTo(path, { sheet: 'data', row: 2, name: 'Link' }))
    fireEvent.input(field, { target: { value: 'See, or' } })
    field.value = 'See\n/pi\nor'
    field.setSelectionRange(7, 7)
    fireEvent.input(field)
    await waitFor(() => expect(options()).toEqual(['/pier', '/pictures/pier.png']))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.keyDown(field, { key: 'Tab' })
    expect([field.value, field.selectionStart]).toEqual(['See\n/pier\nor', 9])
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(session.text()).toContain('"See\\n/pier\\nor"'))
  })
})
