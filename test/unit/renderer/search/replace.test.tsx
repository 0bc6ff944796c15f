import { newDocument, writeDocument, writeSchemaDocument } from '../../../../src/common/formats/structured'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { emptyTree } from '../../../../src/renderer/src/engines/tree/tree-state'
import { updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import {
  nothingReplaced,
  replaceNow,
  updateReplace
} from '../../../../src/renderer/src/features/search/replace-state'
import { SearchPanel } from '../../../../src/renderer/src/features/search/SearchPanel'
import { nothingSearched, updateSearch } from '../../../../src/renderer/src/features/search/search-state'
import { showReplace } from '../../../../src/renderer/src/features/search/show'
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
  await put('/harbour/web/boats.html', page('<p>A ferry, one ferry.</p><p>A <b>fer</b>ry</p>'))
  await put('/harbour/web/pier.html', page('<p>The ferry waits.</p>'))
  await put('/harbour/other/far.html', page('<p>A ferry elsewhere.</p>'))
})
afterEach(async () => {
  cleanup()
  await served.close()
  act(() => {
    updateSearch(nothingSearched)
    updateReplace(nothingReplaced)
    turnSide('content')
    updateTree(() => emptyTree)
    updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  })
})

async function put(path: string, text: string): Promise<void> {
  const body = new TextEncoder().encode(text)
  const answer = await fetch(`/source${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'text/html' },
    body
  })
  expect(answer.ok).toBe(true)
}
const read = async (path: string) => (await fetch(`/source${path}`, {})).text()

async function open(): Promise<{ what: HTMLElement; by: HTMLElement }> {
  renderInApp(<SearchPanel />)
  act(() => showReplace())
  const what = await screen.findByRole('combobox')
  return { what, by: screen.getByRole('textbox', { name: 'Replace with' }) }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const told = (by: string) =>
  vi.waitFor(
    () => {
      const now = replaceNow()
      expect(now.told?.asked.by).toBe(by)
      expect(now.waits).toBe(false)
    },
    { timeout: 20_000 }
  )
const rows = () => screen.getAllByRole('treeitem').map((row) => row.textContent)
const key = (element: Element, name: string, more = {}) =>
  fireEvent.keyDown(element, { key: name, code: name, ...more })

describe('replacing in the panel', () => {
  it('RP6 shows each place before and after, ticked, with what stays and why', async () => {
    const { what, by } = await open()
    expect(document.activeElement).toBe(what)
    type(what, 'ferry')
    type(by, 'boat')
    await told('boat')
    expect(rows()).toEqual([
      'boats2 places',
      'A ferryboat, one ferry.',
      '…ferry, one ferryboat.',
      'pier1 place',
      'The ferryboat waits.',
      'Found, and stays as it is1',
      'boats.html: A ferrygoes over markup'
    ])
    expect(screen.getByRole('button', { name: 'Replace 3 places in 2 files' })).toBeTruthy()
    expect(await brokenRules()).toEqual([])
  })

  it('RP3 RP6 a value that would break the schema of its document says so at its place, and how many do', async () => {
    const schema = {
      type: 'object',
      properties: { kind: { type: 'string', title: 'Kind', enum: ['ferry'] } }
    }
    const data = { kind: 'ferry' }
    for (const [path, text] of [
      ['.galley/forms/schemas/ship.html', writeSchemaDocument(JSON.stringify(schema))],
      ['ship.html', writeDocument(newDocument({ title: 'x', schemaName: 'ship', data }))]
    ])
      await put(`/harbour/web/${path}`, text ?? '')
    const { what, by } = await open()
    type(what, 'ferry')
    type(by, 'boat')
    await told('boat')
    expect(rows()).toContainEqual(expect.stringMatching(/^ferryboatKind: /))
    expect(screen.getByText(/^1 value would break its schema/)).toBeTruthy()
    expect(await brokenRules()).toEqual([])
  })

  it('RP6 the keyboard alone leaves places out, replaces the rest, and opens a place', async () => {
    const { what, by } = await open()
    type(what, 'ferry')
    type(by, 'boat')
    await told('boat')
    by.focus()
    key(by, 'Enter')
    const tree = screen.getByRole('tree', { name: 'What would be replaced' })
    expect(document.activeElement).toBe(tree)
    key(tree, 'ArrowDown')
    key(tree, ' ')
    const checked = () => screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-checked'))
    expect(checked()).toEqual(['mixed', 'false', 'true', 'true', 'true', null, null])
    key(tree, 'ArrowLeft')
    key(tree, ' ')
    key(tree, ' ')
    expect(checked().slice(0, 3)).toEqual(['false', 'false', 'false'])
    key(tree, 'ArrowDown')
    key(tree, 'ArrowDown')
    key(tree, ' ')
    expect(checked().slice(0, 3)).toEqual(['mixed', 'false', 'true'])
    key(tree, 'Enter')
    expect(workbench().tabs.map(({ path }) => path)).toEqual(['/harbour/web/boats.html'])
    key(tree, 'Enter', { ctrlKey: true })
    await vi.waitFor(async () => expect(await read('/harbour/web/pier.html')).toContain('The boat waits'))
    expect(await read('/harbour/web/boats.html')).toBe(page('<p>A ferry, one boat.</p><p>A <b>fer</b>ry</p>'))
    expect(await read('/harbour/other/far.html')).toContain('A ferry elsewhere')
    // what is left is told anew
    await vi.waitFor(() => expect(rows()[0]).toBe('boats1 place'))
    key(tree, 'Escape')
    expect(sideNow()).toBe('content')
  })

  it('RP5 RP6 a colleague replaces what they may write, sees why the rest stays, and nothing of what they may not read', async () => {
    await served.becomes('bob@example.com', 'harbour', [
      '/web/boats.html | bob@example.com | read',
      '/web/pier.html | bob@example.com | write'
    ])
    await put('/harbour/web/pier.html', page('<p>The ferry waits.</p>'))
    const { what, by } = await open()
    type(what, 'ferry in:everywhere')
    type(by, 'boat')
    await told('boat')
    expect(rows()).toEqual([
      'pier1 place',
      'The ferryboat waits.',
      'Found, and stays as it is3',
      'boats.html: A ferrygoes over markup',
      'boats.html: A ferry, one ferry.you may not write there',
      'boats.html: A ferry, one ferry.you may not write there'
    ])
    key(by, 'Enter', { ctrlKey: true })
    await vi.waitFor(async () => expect(await read('/harbour/web/pier.html')).toContain('The boat waits'))
  })

  it('RP6 what cannot be one replacement is said in a sentence, and nothing can be pressed', async () => {
    const { what } = await open()
    type(what, 'two words')
    expect(await screen.findByText(/Say what is to be replaced as one word/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Replace' }).hasAttribute('disabled')).toBe(true)
    type(what, 'zeppelin')
    expect(await screen.findByText('Nothing here can be replaced.')).toBeTruthy()
  })
})
