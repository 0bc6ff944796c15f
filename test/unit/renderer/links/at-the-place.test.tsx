import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { documentAt } from '../../../../src/renderer/src/documents'
import { goTo, placeAt } from '../../../../src/renderer/src/documents/go-to'
import { FormStore } from '../../../../src/renderer/src/engines/form/store/form-store'
import { DocumentForm } from '../../../../src/renderer/src/features/forms/document/DocumentForm'
import { SheetDocumentView } from '../../../../src/renderer/src/features/sheets/SheetDocumentView'
import { updateWorkbench } from '../../../../src/renderer/src/workbench/workbench'
import { offer } from '../forms/offer'
import { serveWindow, type ServedWindow } from '../history/window'
import { renderInApp } from '../render'

const at = (name: string) => contentPath(`/northwind/harbour/${name}`)
let served: ServedWindow

beforeEach(async () => {
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
    const stored = {
      id: 'offer',
      path: at('.schemas/offer.json'),
      text: null,
      schema: offer,
      issues: [],
      title: 'Offer',
      modifiedAt: null
    }
    renderInApp(
      <DocumentForm
        session={session}
        path={path}
        store={store}
        stored={stored}
        problems={[]}
        views={null}
        note={null}
      />
    )
    const pointer = () => document.activeElement?.closest('[data-pointer]')?.getAttribute('data-pointer')
    goTo(path, { pointer: '/summary' })
    await waitFor(() => expect(pointer()).toBe('/summary'))
    goTo(path, placeAt(text, text.indexOf('/quay')))
    await waitFor(() => expect(pointer()).toBe('/headline'))
    goTo(path, placeAt(text, text.lastIndexOf('/pier')))
    await waitFor(() => expect(pointer()).toBe('/prices/0/name'))
  })
})
