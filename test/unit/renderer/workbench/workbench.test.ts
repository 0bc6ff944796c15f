import { beforeEach, describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { feature as problems } from '../../../../src/renderer/src/features/problems'
import { restoreWorkbench } from '../../../../src/renderer/src/shell/persist'
import { contribute } from '../../../../src/renderer/src/workbench/contributions'
import {
  closeOtherTabs,
  closeTab,
  closeTabsAfter,
  followMove,
  initialWorkbench,
  isForNow,
  keepTab,
  lookAtDocument,
  openCompare,
  openDocument,
  reopenTab,
  reorderTab,
  stepTab,
  updateWorkbench,
  viewOf,
  workbench
} from '../../../../src/renderer/src/workbench/workbench'
import { tabTitles } from '../../../../src/renderer/src/shell/tabs/titles'

const at = (name: string) => contentPath(`/org/site/${name}`)
const open = () => workbench().tabs.map((tab) => tab.path.slice('/org/site/'.length))
const active = () => workbench().activeTab

beforeEach(() => updateWorkbench(() => initialWorkbench))

describe('tabs', () => {
  it('S4 follow a folder that moves, keep their order and stay active', () => {
    openDocument(at('a/one.html'))
    openDocument(at('two.html'))
    openCompare(
      at('a/one.html'),
      { kind: 'current', path: at('a/one.html') },
      { kind: 'draft', path: at('a/one.html') }
    )
    followMove(at('a'), at('b'))
    expect(open()).toEqual(['b/one.html', 'two.html', 'b/one.html'])
    expect(active()).toBe(workbench().tabs[2]?.id)
    expect(active()).toContain('/org/site/b/one.html')
  })

  it('S4 show the same view before and after a move, and a new one for a new file on the old path', () => {
    openDocument(at('a/one.html'))
    followMove(at('a'), at('b'))
    openDocument(at('a/one.html'))
    followMove(at('b'), at('c'))
    expect(open()).toEqual(['c/one.html', 'a/one.html'])
    const views = workbench().tabs.map(viewOf)
    expect(views[0]).toBe(`document:${at('a/one.html')}`)
    expect(new Set(views).size).toBe(2)
  })

  it('S4 become one when a file moves onto another open one', () => {
    openDocument(at('one.html'))
    openDocument(at('two.html'))
    followMove(at('two.html'), at('one.html'))
    expect(open()).toEqual(['one.html'])
    expect(active()).toBe(`document:${at('one.html')}`)
  })

  it('go round, reorder, and pass on being active when closed', () => {
    for (const name of ['a.html', 'b.html', 'c.html']) openDocument(at(name))
    stepTab(1)
    expect(active()).toBe(`document:${at('a.html')}`)
    stepTab(-1)
    expect(active()).toBe(`document:${at('c.html')}`)
    reorderTab(`document:${at('c.html')}`, `document:${at('a.html')}`)
    expect(open()).toEqual(['c.html', 'a.html', 'b.html'])
    reorderTab(`document:${at('c.html')}`, null)
    expect(open()).toEqual(['a.html', 'b.html', 'c.html'])
    closeTab(`document:${at('c.html')}`)
    expect(active()).toBe(`document:${at('b.html')}`)
  })

  it('E7 are closed all but one, or all', () => {
    for (const name of ['a.html', 'b.html', 'c.html']) openDocument(at(name))
    closeOtherTabs(`document:${at('b.html')}`)
    expect([open(), active()]).toEqual([['b.html'], `document:${at('b.html')}`])
    closeOtherTabs(null)
    expect([open(), active()]).toEqual([[], null])
  })

  it('show the folder beside the name when two files are called the same', () => {
    openDocument(at('islands/index.html'))
    openDocument(at('journal/index.html'))
    openDocument(at('data.json'))
    expect(tabTitles(workbench().tabs)).toEqual(['islands/index', 'journal/index', 'data.json'])
  })
})

describe('a tab that is there for now', () => {
  const forNow = () => workbench().tabs.flatMap((tab) => (isForNow(tab) ? [tab.path] : []))
  const idOf = (name: string) => `document:${at(name)}`

  it('E17 gives its place to the next document that is looked at', () => {
    openDocument(at('kept.html'))
    lookAtDocument(at('a.html'))
    openDocument(at('last.html'))
    lookAtDocument(at('b.html'))
    expect(open()).toEqual(['kept.html', 'b.html', 'last.html'])
    expect([forNow(), active()]).toEqual([[at('b.html')], idOf('b.html')])
  })

  it('E17 stays when it is kept, opened on purpose, or moved by hand', () => {
    const ways = [keepTab, () => openDocument(at('a.html')), (id: string) => reorderTab(id, null)]
    for (const keep of ways) {
      updateWorkbench(() => initialWorkbench)
      lookAtDocument(at('a.html'))
      keep(idOf('a.html'))
      lookAtDocument(at('b.html'))
      expect(open()).toEqual(['a.html', 'b.html'])
      expect(forNow()).toEqual([at('b.html')])
    }
  })

  it('E17 is shown, and nothing else happens, when its document is looked at again, or one that is kept', () => {
    openDocument(at('kept.html'))
    lookAtDocument(at('a.html'))
    lookAtDocument(at('kept.html'))
    expect([active(), forNow()]).toEqual([idOf('kept.html'), [at('a.html')]])
    lookAtDocument(at('a.html'))
    expect([open(), forNow()]).toEqual([['kept.html', 'a.html'], [at('a.html')]])
  })

  it('E1 is kept instead of replaced while words in it are not saved', () => {
    lookAtDocument(at('a.html'))
    lookAtDocument(at('b.html'), (tab) => tab.path === at('a.html'))
    expect([open(), forNow()]).toEqual([['a.html', 'b.html'], [at('b.html')]])
  })
})

describe('closed tabs', () => {
  it('E17 come back one after the other, the last one first, where they were', () => {
    for (const name of ['a.html', 'b.html', 'c.html', 'd.html']) openDocument(at(name))
    closeTab(`document:${at('b.html')}`)
    closeTabsAfter(`document:${at('a.html')}`)
    expect(open()).toEqual(['a.html'])
    reopenTab()
    reopenTab()
    expect([open(), active()]).toEqual([['a.html', 'c.html', 'd.html'], `document:${at('c.html')}`])
    reopenTab()
    expect([open(), active()]).toEqual([['a.html', 'b.html', 'c.html', 'd.html'], `document:${at('b.html')}`])
    reopenTab()
    expect(open()).toHaveLength(4)
  })

  it('E17 come back at the path that their file has now, and not twice', () => {
    openDocument(at('a.html'))
    openDocument(at('b.html'))
    closeTab(`document:${at('a.html')}`)
    followMove(at('a.html'), at('moved.html'))
    reopenTab()
    expect(open()).toEqual(['moved.html', 'b.html'])
    closeTab(`document:${at('b.html')}`)
    openDocument(at('b.html'))
    reopenTab()
    expect(open()).toEqual(['moved.html', 'b.html'])
  })

  it('E17 do not name what only made room for the next document', () => {
    lookAtDocument(at('a.html'))
    lookAtDocument(at('b.html'))
    reopenTab()
    expect(open()).toEqual(['b.html'])
  })
})

describe('what is kept between starts', () => {
  it('E17 brings back what was there for now, and what was closed', () => {
    openDocument(at('a.html'))
    openDocument(at('c.html'))
    lookAtDocument(at('b.json'))
    closeTab(`document:${at('a.html')}`)
    contribute([problems])
    expect(restoreWorkbench(JSON.stringify(workbench()))).toEqual(workbench())
    expect(workbench()).toMatchObject({ tabs: [{}, { preview: true }], closed: [{ at: 0 }] })
  })

  it('brings back documents and panels as they were', () => {
    openDocument(at('a.html'))
    openDocument(at('b.json'))
    updateWorkbench((state) => ({
      ...state,
      sidebarWidth: 300,
      inspector: 'problems',
      site: contentPath('/org/site')
    }))
    expect(restoreWorkbench(JSON.stringify(workbench()))).toEqual(workbench())
  })

  it.each([
    null,
    '',
    'nonsense',
    '[]',
    '{"tabs":[{"kind":"document","path":"/a/../b"},7],"sidebarWidth":-4,"site":"//"}'
  ])('starts fresh from what it does not understand: %s', (text) => {
    const { sidebarWidth, ...rest } = restoreWorkbench(text)
    expect(rest).toMatchObject({ tabs: [], activeTab: null, site: null, inspector: 'history', view: 'tabs' })
    expect(sidebarWidth).toBeGreaterThanOrEqual(180)
  })
})
