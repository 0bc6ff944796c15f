import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { api } from '../../../../src/renderer/src/api'
import { selected } from '../../../../src/renderer/src/engines/tree/selection'
import {
  reveal,
  showSite,
  tree,
  treeRows,
  updateTree
} from '../../../../src/renderer/src/engines/tree/tree-store'

const root = contentPath('/harbour/web')
const folder = contentPath('/harbour/web/docs')
const page = contentPath('/harbour/web/docs/tide.html')
const other = contentPath('/harbour/web/home.html')

let answer: () => void = () => {}

beforeEach(async () => {
  vi.spyOn(api, 'list').mockImplementation(async (path) => {
    if (path === root)
      return [
        { path: folder, name: 'docs' },
        { path: other, name: 'home', ext: 'html' }
      ]
    await new Promise<void>((resolve) => (answer = resolve))
    return [{ path: page, name: 'tide', ext: 'html' }]
  })
  showSite(root)
  await vi.waitFor(() => expect(treeRows()).toHaveLength(2))
})
afterEach(() => {
  showSite(null)
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('an entry that is shown in the tree', () => {
  it('E17 is chosen when the folders on its way are read', async () => {
    const shown = reveal(page)
    await vi.waitFor(() => expect(tree().expanded.has(folder)).toBe(true))
    answer()
    await shown
    expect([tree().focused, ...tree().selected]).toEqual([page, page])
  })

  it('E17 does not take the choice from another one that somebody chose meanwhile', async () => {
    const shown = reveal(page)
    await vi.waitFor(() => expect(tree().expanded.has(folder)).toBe(true))
    updateTree((state) => selected(state, treeRows(), other, 'one'))
    answer()
    await shown
    expect([tree().focused, ...tree().selected]).toEqual([other, other])
  })
})
