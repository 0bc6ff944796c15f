import { Notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GalleyError } from '../../../../src/common/errors'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { canGoTo } from '../../../../src/renderer/src/documents/go-to'
import * as rights from '../../../../src/renderer/src/documents/rights/rights'
import { LinksPanel } from '../../../../src/renderer/src/features/links/panel/LinksPanel'
import { lastUndoable, undoStep } from '../../../../src/renderer/src/workbench/undo'
import { activeTab, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const at = (name: string) => contentPath(`/northwind/harbour/${name}`)
const page = (body: string) => `<body><main><div>\n${body}\n</div></main></body>`
const index = at('index.html')
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(at('places/quay.html'), page('<h1>The quay</h1><p><a href="/">back</a></p>'))
  await api.write(at('fragments/notice.html'), page('<p>Storm</p>'))
  await api.write(
    index,
    page(
      '<h1>Home</h1>\n<p><a href="/places/Quay">q</a><a href="/places/quay#pier">p</a></p>\n' +
        '<p><a href="/places/quay">q</a><a href="/fragments/notice">n</a><a href="/gone">g</a>' +
        '<img src="/quay.png" alt=""><a href="https://example.com/">e</a></p>'
    )
  )
  await api.write(at('quay.png'), new Uint8Array([1]))
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
  await served.close()
})

const show = (path = index) =>
  renderInApp(
    <>
      <Notifications />
      <LinksPanel path={path} />
    </>
  )
const group = async (name: string) => within(await screen.findByRole('group', { name }))
const rowsOf = async (name: string) =>
  (await group(name)).getAllByRole('button', { name: /line \d+$/ }).map((row) => row.textContent)

describe('the panel of links', () => {
  it('LK8 shows both directions in groups, what needs a look first, each with its reason', async () => {
    show()
    expect(await rowsOf('Needs a look')).toEqual([
      '/places/QuayNothing is at this address.3',
      '/places/quay#pierThe page is there, but no heading or id that the part behind # names.3',
      '/goneNothing is at this address.4'
    ])
    expect(await rowsOf('Links to this')).toEqual(['The quayplaces/quay2'])
    expect(await rowsOf('Links')).toEqual(['The quay/places/quay4'])
    expect(await rowsOf('Fragments')).toEqual(['/fragments/noticefragments/notice4'])
    expect(await rowsOf('Media')).toEqual(['/quay.pngquay.png4'])
    expect(await rowsOf('Elsewhere')).toEqual(['https://example.com/4'])
    expect(await brokenRules()).toEqual([])
  })

  it('LK8 opens a link at its place, here and in the document that it stands in, and where it leads', async () => {
    show()
    const places: unknown[] = []
    const stop = canGoTo(
      index,
      (place) => places.push(place),
      () => null
    )
    await userEvent.click((await group('Links')).getByRole('button', { name: /^The quay/ }))
    expect(places).toEqual([{ line: 4, column: 13 }])
    stop()
    await userEvent.click((await group('Links')).getByRole('button', { name: 'Open places/quay' }))
    expect(activeTab(workbench())?.path).toBe(at('places/quay.html'))
    updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
    await userEvent.click((await group('Links to this')).getByRole('button', { name: /^The quay/ }))
    expect(activeTab(workbench())?.path).toBe(at('places/quay.html'))
    const from = new Promise((resolve) => canGoTo(at('places/quay.html'), resolve, () => null))
    expect(await from).toEqual({ line: 2, column: 30 })
  })

  it('LK8 mends what can be told, with one Undo, and follows what others do meanwhile', async () => {
    show()
    const before = (await api.read(index)).text
    await userEvent.click(await screen.findByRole('button', { name: 'Mend to /places/quay' }))
    await waitFor(async () => expect((await api.read(index)).text).toBe(before.replace('Quay', 'quay')))
    await waitFor(async () => expect(await rowsOf('Needs a look')).toHaveLength(2))
    const step = await lastUndoable()
    if (!step) throw new Error('There is nothing to take back.')
    await undoStep(step)
    expect((await api.read(index)).text).toBe(before)
    await api.write(at('gone.html'), page('<p>Here</p>'))
    await waitFor(async () => expect(await rowsOf('Needs a look')).toHaveLength(2))
  })

  it('LK8 is walked by the arrows, and offers no mending to who may only read', async () => {
    vi.spyOn(rights, 'useRefusal').mockReturnValue('You may read this document, not change it.')
    show()
    const rows = (await group('Needs a look')).getAllByRole('button', { name: /line \d+$/ })
    expect(screen.queryByRole('button', { name: /^Mend/ })).toBeNull()
    rows[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('The quayplaces/quay2')
    await userEvent.keyboard('{Home}')
    expect(document.activeElement).toBe(rows[0])
  })

  it('LK8 a colleague with fewer rights is told nothing of what they may not read, and offered no mending', async () => {
    await api.write(at('secret.html'), page('<h1>Secret plan</h1><p><a href="/">h</a></p>'))
    await api.write(at('places/pier.html'), page('<h1>The pier</h1><p><a href="/">h</a></p>'))
    await served.becomes('bob@example.com', 'northwind', [
      '/harbour/index.html | bob@example.com | read',
      '/harbour/places/+** | bob@example.com | read'
    ])
    const { container } = show()
    expect(await rowsOf('Links to this')).toEqual(['The pierplaces/pier2', 'The quayplaces/quay2'])
    const needs = await rowsOf('Needs a look')
    // whether something is at /gone is not theirs to know, and is told as of what is there
    expect(needs.join()).not.toMatch(/gone|fragments|quay\.png/)
    expect(needs.join()).toContain('/places/quay#pier')
    expect(container.textContent).not.toMatch(/Secret|Storm/i)
    expect(screen.queryAllByRole('button', { name: /^Mend/ })).toEqual([])
    const told = await api.links(index)
    expect(told.out.flatMap(({ written, state }) => (state === 'unknown' ? [written] : []))).toEqual([
      '/fragments/notice',
      '/gone',
      '/quay.png'
    ])
  })

  it('LK8 says so where there are no links, and why they could not be read', async () => {
    await api.write(at('alone.html'), page('<p>Nobody</p>'))
    show(at('alone.html'))
    await screen.findByText('No links yet')
    cleanup()
    vi.spyOn(api, 'links').mockRejectedValueOnce(new GalleyError('closed', 'It is closing.'))
    show(at('places/quay.html'))
    await screen.findByText('It is closing.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('group', { name: 'Links to this' })
  })
})
