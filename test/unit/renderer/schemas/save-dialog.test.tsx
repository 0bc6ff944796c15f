import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import { errorAnswer } from '../../../../src/main/http/errors'
import { contentPath } from '../../../../src/common/content/paths'
import type { JsonValue } from '../../../../src/common/schema'
import {
  newDocument,
  parseDocument,
  writeDocument,
  writeSchemaDocument
} from '../../../../src/common/formats/structured'
import { api } from '../../../../src/renderer/src/api'
import { changeEditorSettings } from '../../../../src/renderer/src/workbench/editor-settings'
import { lastUndoable, undoStep } from '../../../../src/renderer/src/workbench/undo'
import { documentAt } from '../../../../src/renderer/src/documents'
import { openSave } from '../../../../src/renderer/src/features/schemas/open-save'
import { draftOf } from '../../../../src/renderer/src/features/schemas/schema-draft'
import { brokenRules, renderInApp } from '../render'
import { serveWindow, type ServedWindow } from '../history/window'

const site = '/northwind/harbour'
const at = (name: string) => contentPath(`${site}/${name}`)
const schemaPath = at('.galley/forms/schemas/boat.html')
const text = (title: string) => ({ type: 'string', title })
const schemaText = (properties: object) =>
  JSON.stringify({ type: 'object', title: 'Boat', properties }, null, 2)
const before = schemaText({ name: text('Name'), price: text('Price') })
const after = schemaText({ name: text('Name'), cost: text('Price') })
const page = (data: JsonValue) => writeDocument(newDocument({ title: 'One', schemaName: 'boat', data }))
const dataAt = async (name: string) => {
  const reading = parseDocument((await api.read(at(name))).text)
  return 'document' in reading ? reading.document.data : null
}
let served: ServedWindow
configure({ asyncUtilTimeout: 20_000 })

beforeEach(async () => {
  // each test has a service of its own, and the window shares with none what it shared with the one before
  changeEditorSettings({ apart: true })
  served = await serveWindow()
  await api.write(schemaPath, writeSchemaDocument(before))
  await api.write(at('tern.html'), page({ name: 'Tern', price: 'twelve' }))
  await api.write(at('auk.html'), page({ name: 'Auk', price: 'ten', cost: 'eleven' }))
  await api.write(at('gull.html'), page({ name: 'Gull' }))
  renderInApp(
    <ModalsProvider>
      <Notifications />
    </ModalsProvider>
  )
})
afterEach(async () => {
  cleanup()
  await served.close()
})

async function change(next: string) {
  const session = documentAt(schemaPath)
  await waitFor(() => expect(session.snapshot().phase.kind).toBe('text'))
  const draft = draftOf(session, () => undefined)
  await waitFor(() => expect(draft.ready).toBe(true))
  draft.set(next)
  openSave(session, draft)
  return within(await screen.findByRole('dialog', { name: 'Save the schema' }))
}

describe('saving a schema whose key was renamed', () => {
  it('F9 says which values are left behind, carries them over with a look before, and takes all of it back with one undo', async () => {
    const dialog = await change(after)
    const save = await dialog.findByRole('button', { name: 'Save and carry over' })
    expect(dialog.queryByText(/stay as valid as they are/)).toBeNull()
    dialog.getByText(/1 of them keeps a value that the schema has no place for/)
    const choice = dialog.getByRole<HTMLSelectElement>('combobox', {
      name: '“Price” (price) is not in the schema any more; 2 documents have a value there.'
    })
    expect(choice.value).toBe('/cost')
    const preview = dialog.getByRole('list', { name: 'Values that are carried over' })
    expect(preview.textContent).toContain('tern.htmlprice → cost: “twelve”')
    expect(preview.textContent).toContain('auk.htmlprice stays: cost has a value already')
    expect(await brokenRules()).toEqual([])

    await userEvent.click(save)
    await screen.findByText('Saved the schema, and carried values over in 1 document')
    expect(await dataAt('tern.html')).toEqual({ name: 'Tern', cost: 'twelve' })
    expect(await dataAt('auk.html')).toEqual({ name: 'Auk', price: 'ten', cost: 'eleven' })

    const step = await lastUndoable()
    if (!step) throw new Error('There is nothing to undo.')
    await undoStep(step)
    expect(await dataAt('tern.html')).toEqual({ name: 'Tern', price: 'twelve' })
    expect((await api.read(schemaPath)).text).toBe(writeSchemaDocument(before))
  })

  it('F9 carries over what was written meanwhile too, and tells what cannot be taken back because it was changed since', async () => {
    const dialog = await change(after)
    const save = await dialog.findByRole('button', { name: 'Save and carry over' })
    await api.write(at('tern.html'), page({ name: 'Arctic tern', price: 'thirteen' }))
    await userEvent.click(save)
    await screen.findByText('Saved the schema, and carried values over in 1 document')
    expect(await dataAt('tern.html')).toEqual({ name: 'Arctic tern', cost: 'thirteen' })
    await api.write(at('tern.html'), page({ name: 'Common tern', cost: 'fourteen' }))
    const step = await lastUndoable()
    if (!step) throw new Error('There is nothing to undo.')
    await undoStep(step)
    await screen.findByText('Not everything was taken back')
    await screen.findByText(/^tern\.html: /)
    expect(await dataAt('tern.html')).toEqual({ name: 'Common tern', cost: 'fourteen' })
  })

  it('F9 leaves values where they are when that is chosen, and says what becomes of them', async () => {
    const dialog = await change(after)
    const choice = await dialog.findByRole('combobox')
    await dialog.findByRole('button', { name: 'Save and carry over' })
    await userEvent.selectOptions(choice, '')
    expect(dialog.getByRole('combobox')).toBe(choice)
    await dialog.findByText(/2 of them keep values that the schema has no place for/)
    await userEvent.click(await dialog.findByRole('button', { name: 'Save anyway' }))
    await screen.findByText('Saved the schema')
    expect(await dataAt('tern.html')).toEqual({ name: 'Tern', price: 'twelve' })
  })

  it('F9 tells which documents could not be written and why, tries them again, and takes all of it back with one undo', async () => {
    await api.write(at('skua.html'), page({ name: 'Skua', price: 'nine' }))
    const dialog = await change(after)
    const save = await dialog.findByRole('button', { name: 'Save and carry over' })
    const refusals = new Map([
      ['tern.html', new GalleyError('forbidden', 'You may not write here.')],
      ['skua.html', new GalleyError('disk-full', 'The disk is full. Make room on it.')]
    ])
    const real = globalThis.fetch
    // rights that are taken away and a disk that fills up while documents are written
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const refusal = init.method === 'PUT' ? refusals.get(url.split('/').at(-1) ?? '') : undefined
      return refusal ? Promise.resolve(errorAnswer(refusal)) : real(url, init)
    })
    await userEvent.click(save)
    const told = within(
      await screen.findByRole('dialog', { name: '2 documents keep their values where they were' })
    )
    await screen.findByText('Saved the schema')
    const list = told.getByRole('list', { name: 'Documents that keep their values' })
    expect(list.textContent).toContain('tern.html: You may not write here.')
    expect(list.textContent).toContain('skua.html: The disk is full.')
    expect(await brokenRules()).toEqual([])
    refusals.delete('skua.html')
    await userEvent.click(told.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Carried values over in 1 document more')
    await screen.findByRole('dialog', { name: '1 document keeps its values where they were' })
    expect(await dataAt('skua.html')).toEqual({ name: 'Skua', cost: 'nine' })
    refusals.clear()
    await userEvent.click(told.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await dataAt('tern.html')).toEqual({ name: 'Tern', cost: 'twelve' })

    const step = await lastUndoable()
    if (!step) throw new Error('There is nothing to undo.')
    await undoStep(step)
    expect(await dataAt('tern.html')).toEqual({ name: 'Tern', price: 'twelve' })
    expect(await dataAt('skua.html')).toEqual({ name: 'Skua', price: 'nine' })
    expect((await api.read(schemaPath)).text).toBe(writeSchemaDocument(before))
  })
})
