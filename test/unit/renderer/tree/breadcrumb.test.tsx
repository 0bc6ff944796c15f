import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { Breadcrumb } from '../../../../src/renderer/src/engines/tree/Breadcrumb'
import { Tree } from '../../../../src/renderer/src/features/tree/Tree'
import { showSite, tree, updateTree } from '../../../../src/renderer/src/engines/tree/tree-store'
import { turnSide, sideNow } from '../../../../src/renderer/src/workbench/panels'
import { updateWorkbench, workbench } from '../../../../src/renderer/src/workbench/workbench'
import { serveWindow, type ServedWindow } from '../history/window'
import { brokenRules, renderInApp } from '../render'

const site = contentPath('/northwind/harbour')
const first = contentPath(`${site}/news/old news/first.html`)
const page = '<body><main><div><p>Tides</p></div></main></body>'
const buttons = () =>
  [...screen.getByRole('navigation').querySelectorAll('button')].map((button) => button.textContent)
const chosen = () => [tree().root, tree().focused, ...tree().selected]
let served: ServedWindow

beforeEach(async () => {
  served = await serveWindow()
  await api.write(first, page)
  await api.write(contentPath('/northwind/other/home.html'), page)
})
afterEach(async () => {
  cleanup()
  act(() => showSite(null))
  turnSide('content')
  updateWorkbench((state) => ({ ...state, site: null, sidebarOpen: true }))
  localStorage.clear()
  await served.close()
})

function show(path = first) {
  renderInApp(
    <>
      <Breadcrumb path={path} />
      <Tree label="Content" />
    </>
  )
}

describe('the path above a document', () => {
  it('E24 shows each folder in the tree by keyboard, opened and chosen, whatever the sidebar showed', async () => {
    act(() => showSite(site))
    act(() => updateTree((state) => ({ ...state, filter: 'nothing of this' })))
    turnSide('search')
    updateWorkbench((state) => ({ ...state, site, sidebarOpen: false }))
    show()
    expect(buttons()).toEqual(['harbour', 'news', 'old news', 'first.html'])
    expect(await brokenRules()).toEqual([])
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('news')
    await userEvent.keyboard('{Enter}')
    const news = contentPath(`${site}/news`)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tree'))
    expect(chosen()).toEqual([site, news, news])
    expect(tree().expanded.has(news)).toBe(true)
    expect(tree().filter).toBe('')
    expect(sideNow()).toBe('content')
    expect(workbench().sidebarOpen).toBe(true)
  })

  it('E24 ends with the document, which is the current place, and begins with its site', async () => {
    act(() => showSite(site))
    show()
    const current = screen.getByRole('button', { current: 'page' })
    expect(current.textContent).toBe('first.html')
    await userEvent.click(current)
    await waitFor(() => expect(chosen()).toEqual([site, first, first]))
    await userEvent.click(screen.getByRole('button', { name: 'harbour' }))
    await waitFor(() => expect(chosen()).toEqual([site, null]))
  })

  it('E24 goes to the site of the document when the tree shows another one', async () => {
    act(() => showSite(contentPath('/northwind/other')))
    show()
    await userEvent.click(screen.getByRole('button', { name: 'old news' }))
    const folder = contentPath(`${site}/news/old news`)
    await waitFor(() => expect(chosen()).toEqual([site, folder, folder]))
    expect(workbench().site).toBe(site)
  })

  it('E24 offers nothing of a folder that the tree has no line for', () => {
    show(contentPath(`${site}/.drafts/a/first.html`))
    expect(buttons()).toEqual(['harbour'])
    expect(screen.getByText('.drafts').tagName).toBe('SPAN')
    expect(screen.getByText('first.html').getAttribute('aria-current')).toBe('page')
  })
})
