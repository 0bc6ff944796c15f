import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api, setWorkspace } from '../../../../src/renderer/src/api'
import { emptyTree } from '../../../../src/renderer/src/engines/tree/tree-state'
import { tree, updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { ConfigView } from '../../../../src/renderer/src/features/configs/ConfigView'
import { addressAtCursor, followAtCursor } from '../../../../src/renderer/src/features/links/at-cursor'
import { openTool, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.scrollTo ??= () => {}
  setWorkspace(await api.setOwner({ name: 'Mara Ruiz', email: 'mara.ruiz@northwind.example' }))
  updateTree(() => ({ ...emptyTree, root: site }))
})
afterEach(async () => {
  cleanup()
  act(() => updateTree(() => emptyTree))
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

it('LK10 the config of a site marks what its library names and is not there, offers addresses, and goes where one leads', async () => {
  await api.write(at('pier.html'), '<main><div><h2 id="boats">Boats</h2></div></main>')
  await api.write(at('blocks/cards.html'), '<main></main>')
  const rows = [
    { title: 'Cards', path: '/blocks/cards' },
    { title: 'Gone', path: '/blocks/gone' },
    { title: 'Whole', path: `${site}/pier` },
    { title: 'Elsewhere', path: 'https://example.com/blocks' }
  ]
  const text = JSON.stringify({ ':type': 'sheet', ':sheetname': 'library', total: 4, data: rows })
  await api.saveConfig(site, text, {})
  act(() => openTool('config', site))
  const { container } = renderInApp(<ConfigView path={site} />)
  const bad = () =>
    [...container.querySelectorAll('[role="gridcell"][aria-invalid]')].map(({ textContent }) => textContent)
  await waitFor(() => expect(bad()).toEqual(['/blocks/gone']))
  expect(await brokenRules()).toEqual([])
  await api.write(at('blocks/gone.html'), '<main></main>')
  await waitFor(() => expect(bad()).toEqual([]))

  const field = container.querySelector<HTMLTextAreaElement>('textarea[data-grid-field]')
  if (!field) throw new Error('no field')
  act(() => field.focus())
  fireEvent.keyDown(field, { key: 'ArrowRight' })
  expect(addressAtCursor()).toBe('/blocks/cards')
  followAtCursor()
  const front = () => workbench().tabs.find(({ id }) => id === workbench().activeTab)?.path
  await waitFor(() => expect(front()).toBe(at('blocks/cards.html')))
  act(() => openTool('config', site))
  act(() => field.focus())
  fireEvent.input(field, { target: { value: '/pi' } })
  const options = () =>
    [...document.querySelectorAll('[aria-label="Addresses"] [role="option"]')].map((one) => one.textContent)
  await waitFor(() => expect(options()).toEqual(['/pier']))
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Tab' })
  expect(field.value).toBe('/pier')
  fireEvent.input(field, { target: { value: '/pier#' } })
  await waitFor(() => expect(options()).toEqual(['/pier#boats']))
})

it('LK10 the config of an organization marks rows about what is not there, and goes to the folder or the document that one is about', async () => {
  await api.write(at('docs/pier.html'), '<main></main>')
  const permissions = [
    { path: 'CONFIG', groups: 'mara.ruiz@northwind.example', actions: 'write' },
    { path: '/+**', groups: 'crew', actions: 'read' },
    { path: '/harbour/docs/+**', groups: 'crew', actions: 'write' },
    { path: '/harbour/docs/pier.html', groups: 'crew', actions: 'read' },
    { path: '/harbour/gone/**', groups: 'crew', actions: 'read' },
    { path: '/nowhere', groups: 'crew', actions: 'read' }
  ]
  const data = [
    { key: 'editor.path', value: `${site}/docs=#/form` },
    { key: 'editor.path', value: `${site}/lost=#/form` },
    { key: 'other', value: `${site}/lost` }
  ]
  const text = JSON.stringify({
    ':type': 'multi-sheet',
    ':names': ['permissions', 'data'],
    permissions: { total: permissions.length, data: permissions },
    data: { total: data.length, data }
  })
  const org = contentPath('/northwind')
  await api.saveConfig(org, text, {})
  act(() => openTool('config', org))
  const { container } = renderInApp(<ConfigView path={org} />)
  const bad = () =>
    [...container.querySelectorAll('[role="gridcell"][aria-invalid]')].map(({ textContent }) => textContent)
  await waitFor(() => expect(bad()).toEqual(['/harbour/gone/**', '/nowhere']))
  await api.write(at('gone/x.html'), '<main></main>')
  await waitFor(() => expect(bad()).toEqual(['/nowhere']))
  const field = container.querySelector<HTMLTextAreaElement>('textarea[data-grid-field]')
  if (!field) throw new Error('no field')
  act(() => field.focus())
  for (const _ of permissions.slice(0, 3)) fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(addressAtCursor()).toBe('/harbour/docs/pier.html')
  followAtCursor()
  const front = () => workbench().tabs.find(({ id }) => id === workbench().activeTab)?.path
  await waitFor(() => expect(front()).toBe(at('docs/pier.html')))
  act(() => openTool('config', org))
  act(() => field.focus())
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  expect(addressAtCursor()).toBe('/harbour/docs/+**')
  followAtCursor()
  await waitFor(() => expect(tree().focused).toBe(at('docs')))
})
