import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceInfo } from '../../../../src/common/api/types'
import { contentPath } from '../../../../src/common/content/paths'
import { api, reloadWorkspace } from '../../../../src/renderer/src/api'
import { showSite, tree, updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { feature } from '../../../../src/renderer/src/features/palette/feature'
import { paletteItems, takenByEnter } from '../../../../src/renderer/src/features/palette/items'
import { placesNow, readPlaces } from '../../../../src/renderer/src/features/palette/kept-places'
import { lookAtPlaces } from '../../../../src/renderer/src/features/palette/places-there'
import { openPalette, palette } from '../../../../src/renderer/src/features/palette/palette-state'
import { ContextMenu } from '../../../../src/renderer/src/features/tree/ContextMenu'
import { runCommand } from '../../../../src/renderer/src/workbench/commands/commands'
import { openDocument, updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const site = contentPath('/northwind/harbour')
const at = (name: string) => contentPath(`${site}/${name}`)
const elsewhere = contentPath('/northwind/other/far.html')
const page = '<body><main><div><p>Tides</p></div></main></body>'
let served: ServedWindow
let workspace: WorkspaceInfo

beforeEach(async () => {
  served = await serveWindow()
  for (const name of ['home.html', 'tides.html', 'news/first.html']) await api.write(at(name), page)
  await api.write(elsewhere, page)
  workspace = await reloadWorkspace()
  act(() => showSite(site))
  show()
})
afterEach(async () => {
  act(() => palette.close())
  cleanup()
  act(() => showSite(null))
  updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null, site: null }))
  localStorage.clear()
  readPlaces()
  await served.close()
})

function show(): void {
  const { background: Background, overlay: Overlay } = feature.parts ?? {}
  if (!Background || !Overlay) throw new Error('The palette has parts.')
  renderInApp(
    <>
      <Background workspace={workspace} />
      <Overlay />
    </>
  )
}

/** The lines of a group of the open palette, as they are read. */
const group = (label: string) =>
  [...document.querySelectorAll(`[style*="'${label}'"]`)].flatMap((found) =>
    [...found.querySelectorAll('button')].map((line) => line.textContent)
  )
const among = (name: 'favourites' | 'recents') =>
  paletteItems('', 'all').flatMap((item) =>
    item.kind === 'file' && item.among === name ? [item.file.path] : []
  )
const look = async () => {
  await act(async () => openPalette('all'))
  await screen.findByRole('textbox')
}
const choose = (path: ReturnType<typeof at>) =>
  act(() => updateTree((state) => ({ ...state, selected: new Set([path]), focused: path })))

describe('recent documents', () => {
  it('FI10 are kept for the next start, the last one first, in whatever site they are', async () => {
    for (const path of [at('home.html'), elsewhere, at('tides.html')]) openDocument(path)
    const kept = localStorage.getItem(`galley.places.${workspace.id}`)
    // the next start knows what was kept alone
    cleanup()
    updateWorkbench((state) => ({ ...state, tabs: [], activeTab: null }))
    localStorage.clear()
    readPlaces()
    expect(placesNow().recents).toEqual([])
    localStorage.setItem(`galley.places.${workspace.id}`, kept ?? '')
    show()
    await look()
    await waitFor(() => expect(among('recents')).toEqual([at('tides.html'), elsewhere, at('home.html')]))
    await userEvent.click(await screen.findByRole('button', { name: /far.*other/ }))
    expect(workbench().site).toBe('/northwind/other')
    expect(workbench().tabs.map(({ path }) => path)).toEqual([elsewhere])
  })

  it('FI10 follow their files, and go with them; what may not be read is not shown', async () => {
    for (const path of [at('home.html'), at('news/first.html'), at('tides.html')]) openDocument(path)
    await api.move(at('news'), at('old'))
    await api.remove(at('home.html'))
    await waitFor(() => expect(placesNow().recents).toEqual([at('tides.html'), at('old/first.html')]))
    const looked = async () => {
      await act(lookAtPlaces)
      return among('recents')
    }
    expect(await looked()).toEqual([at('old/first.html'), at('tides.html')])
    await served.becomes('eva@example.com', 'northwind', ['/harbour/tides.html | eva@example.com | read'])
    act(() => showSite(null))
    expect(await looked()).toEqual([at('tides.html')])
  })

  it('FI10 damage in what was kept costs nothing else', () => {
    const kept = {
      recents: [at('home.html'), 7, '../x', null],
      favourites: [{ path: at('news'), kind: 'folder' }, { path: 'x' }, 3]
    }
    localStorage.setItem(`galley.places.${workspace.id}`, JSON.stringify(kept))
    readPlaces()
    expect(placesNow()).toEqual({
      recents: [at('home.html')],
      favourites: [{ path: at('news'), kind: 'folder' }]
    })
    localStorage.setItem(`galley.places.${workspace.id}`, '{"recents":[')
    readPlaces()
    expect(placesNow()).toEqual({ recents: [], favourites: [] })
  })
})

describe('favourites', () => {
  it('FI11 stand above the recent documents with a star, and Enter still goes back and forth', async () => {
    await waitFor(() => expect(tree().folders.get(site)?.status).toBe('ready'))
    choose(at('news'))
    await act(async () => runCommand('favourites.add'))
    choose(at('tides.html'))
    await act(async () => runCommand('favourites.add'))
    for (const name of ['tides.html', 'home.html']) openDocument(at(name))
    await look()
    expect(group('Favourites')).toEqual(['news', 'tides'])
    expect(group('Recent')).toEqual(['home'])
    expect(screen.getAllByRole('img', { name: 'Favourite' })).toHaveLength(2)
    expect(await brokenRules()).toEqual([])
    expect(takenByEnter(paletteItems('', 'all'), null)?.key).toBe(at('tides.html'))
    await userEvent.click(screen.getByRole('button', { name: /^news/ }))
    await waitFor(() => expect([tree().focused, tree().expanded.has(at('news'))]).toEqual([at('news'), true]))
    choose(at('news'))
    await act(async () => runCommand('favourites.remove'))
    expect(among('favourites')).toEqual([at('tides.html')])
  })

  it('FI11 follow a move of their folder, and go when they are deleted', async () => {
    await api.write(at('news/second.html'), page)
    for (const path of [at('news/first.html'), at('news/second.html'), at('home.html')]) {
      choose(path)
      await act(async () => runCommand('favourites.add'))
    }
    await api.move(at('news'), at('old'))
    await api.remove(at('home.html'))
    const left = [at('old/first.html'), at('old/second.html')]
    await waitFor(() => expect(placesNow().favourites.map(({ path }) => path)).toEqual(left))
    readPlaces()
    expect(placesNow().favourites.map(({ path }) => path)).toEqual(left)
    await api.move(at('old'), at('.trash/old'))
    await waitFor(() => expect(placesNow().favourites).toEqual([]))
  })

  it('FI11 the menu of the tree offers the one of both commands that can be done', async () => {
    await waitFor(() => expect(tree().folders.get(site)?.status).toBe('ready'))
    choose(at('home.html'))
    const offered = async () => {
      const { unmount } = renderInApp(<ContextMenu at={{ x: 0, y: 0 }} onClose={() => undefined} />)
      const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
      unmount()
      return entries.filter((entry) => entry.includes('favourites'))
    }
    expect(await offered()).toEqual(['Add to favourites'])
    await act(async () => runCommand('favourites.add'))
    expect(await offered()).toEqual(['Remove from favourites'])
  })
})
