import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { emptyTree } from '../../../../src/renderer/src/engines/tree/tree-state'
import { updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { useSearchCommands } from '../../../../src/renderer/src/features/search/search-commands'
import { SearchPanel } from '../../../../src/renderer/src/features/search/SearchPanel'
import {
  nothingSearched,
  searchNow,
  updateSearch
} from '../../../../src/renderer/src/features/search/search-state'
import { showSearch } from '../../../../src/renderer/src/features/search/show'
import { allCommands, runCommand } from '../../../../src/renderer/src/workbench/commands/commands'
import { turnSide } from '../../../../src/renderer/src/workbench/panels'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

let served: ServedWindow
beforeEach(async () => {
  localStorage.clear()
  served = await serveWindow()
  updateTree(() => ({ ...emptyTree, root: contentPath('/harbour/web'), walking: false }))
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await served.close()
  act(() => {
    updateSearch(nothingSearched)
    turnSide('content')
    updateTree(() => emptyTree)
  })
})

function Panel() {
  useSearchCommands()
  return <SearchPanel />
}

async function open(): Promise<HTMLElement> {
  renderInApp(<Panel />)
  act(() => showSearch())
  return screen.findByRole('combobox')
}
const ask = (query: string, more = {}) => act(() => updateSearch({ query, ...more }))
const savedTitles = () =>
  allCommands()
    .filter(({ id }) => id.startsWith('search.saved.'))
    .map(({ title }) => title)

it('FI13 a search is saved with how it is asked, offered in the panel and in the palette, and forgotten', async () => {
  const field = await open()
  expect(screen.getByRole('button', { name: 'Save this search' })).toHaveProperty('disabled', true)
  ask('ferry kind:page', { isWord: true })
  fireEvent.click(screen.getByRole('button', { name: 'Save this search' }))
  ask('pier', { isWord: false })
  await act(() => runCommand('search.save'))
  // the same question is not saved twice
  expect(await act(() => runCommand('search.save'))).toBe(false)
  expect(savedTitles()).toEqual(['Search for ferry kind:page', 'Search for pier'])
  ask('')
  fireEvent.click(await screen.findByRole('button', { name: 'ferry kind:page (whole words)' }))
  expect(searchNow()).toMatchObject({ query: 'ferry kind:page', isWord: true, isCase: false })
  act(() => turnSide('content'))
  ask('', { isWord: false })
  const [, pier] = allCommands().filter(({ id }) => id.startsWith('search.saved.'))
  await act(() => runCommand(pier?.id ?? ''))
  expect(searchNow()).toMatchObject({ query: 'pier', isWord: false })
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
  expect(field.isConnected).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Forget this saved search' }))
  ask('')
  expect(await brokenRules()).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Forget ferry kind:page' }))
  expect(savedTitles()).toEqual([])
  expect(screen.queryByText('Saved')).toBeNull()
})

it('FI13 what was kept by another program, or is not understood, is left out', async () => {
  localStorage.setItem(
    'galley.search.saved',
    '[{"query":"good","isCase":false,"isWord":false},7,{"query":1}]'
  )
  const { isSaved, saveSearch } = await import('../../../../src/renderer/src/features/search/saved-searches')
  const asked = { query: 'new', isCase: true, isWord: false }
  saveSearch(asked)
  expect([isSaved(asked), isSaved({ ...asked, query: 'good', isCase: false })]).toEqual([true, true])
  expect(JSON.parse(localStorage.getItem('galley.search.saved') ?? '')).toHaveLength(2)
})

it('FI13 all that was found is saved as CSV, a row for each place, nothing in it a formula', async () => {
  const many = 60
  for (let number = 0; number < many; number += 1)
    await fetch(`/source/harbour/web/page-${number}.html`, {
      method: 'PUT',
      headers: { 'Content-Type': 'text/html' },
      body: new TextEncoder().encode(
        `<body><main><div><p>=SUM(ferry, "${number}")</p>${number === 0 ? '<p>the ferry, again</p>' : ''}</div></main></body>`
      )
    })
  const files: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => String(files.push(file)) }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await open()
  expect(await act(() => runCommand('search.export'))).toBe(false)
  ask('ferry')
  await vi.waitFor(() => expect(searchNow().answer?.total).toBe(many), { timeout: 20_000 })
  await vi.waitFor(() => expect(searchNow().answer?.state.kind).toBe('complete'), { timeout: 20_000 })
  // a page of the panel is smaller than what was found
  expect(searchNow().answer?.hits.length).toBeLessThan(many)
  await act(() => runCommand('search.export'))
  click.mockRestore()
  const rows =
    (await files[0]?.text())
      ?.replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n') ?? []
  expect(rows[0]).toBe('Path,Kind,Title,Line,Where,Words,Further places,Changed,By,Was')
  expect(rows).toHaveLength(1 + many + 1)
  expect(rows.filter((row) => row.startsWith('/harbour/web/page-7.html,page,'))).toEqual([
    expect.stringContaining(`"'=SUM(ferry, ""7"")"`)
  ])
})
