import { describe, expect, it } from 'vitest'
import type { ServiceEvent, ServiceEventBody } from '../../../../src/common/api/events'
import { contentPath, type ContentPath } from '../../../../src/common/content/paths'
import { atOnce } from '../../../../src/common/steps'
import { compareEntries, entriesOf } from '../../../../src/renderer/src/engines/tree/entries'
import { entryRows, matchCount, rowsOf } from '../../../../src/renderer/src/engines/tree/rows'
import { selected, stepFocus, typeAhead } from '../../../../src/renderer/src/engines/tree/selection'
import { afterEvents } from '../../../../src/renderer/src/engines/tree/after-events'
import {
  emptyTree,
  targetFolder,
  withExpanded,
  withFolder,
  type TreeState
} from '../../../../src/renderer/src/engines/tree/tree-state'

const by = { email: 'mara@northwind.example' }
const at = (path: string) => contentPath(path)
const event = (body: ServiceEventBody): ServiceEvent => ({ seq: 1, ...body })
const folderEvent = (change: 'created' | 'deleted', path: string) =>
  event({ type: 'folder', change, path, by })
const movedFolder = (from: string, path: string) => event({ type: 'folder', change: 'moved', from, path, by })
const file = (change: 'created' | 'changed' | 'deleted' | 'restored', path: string) =>
  event({ type: 'file', change, path, fileId: 'f', by, origin: 'api' })
const movedFile = (from: string, path: string) =>
  event({ type: 'file', change: 'moved', from, path, fileId: 'f', by, origin: 'api' })

const items = (folder: string, names: readonly string[]) =>
  atOnce(
    entriesOf(
      names.map((name) => {
        const dot = name.lastIndexOf('.')
        return dot > 0
          ? { path: `${folder}/${name}`, name: name.slice(0, dot), ext: name.slice(dot + 1) }
          : { path: `${folder}/${name}`, name }
      })
    )
  )

function site(): TreeState {
  const root = at('/org/site')
  const listed = withFolder({ ...emptyTree, root }, root, {
    status: 'ready',
    entries: items(root, ['page-10.html', 'offers', 'page-2.html', '.hidden', 'journal', 'Data.json'])
  })
  const offers = at('/org/site/offers')
  const open = withFolder(listed, offers, {
    status: 'ready',
    entries: items(offers, ['summer.html', 'winter.html'])
  })
  return withExpanded(open, offers, true)
}

const names = (state: TreeState) =>
  entryRows(rowsOf(state)).map((row) => `${'  '.repeat(row.depth)}${row.entry.name}`)

describe('a folder of very many names', () => {
  it('E12 is put in order in steps, of which none is long, and in the order of a short one', () => {
    const list = Array.from({ length: 20_500 }, (_, n) => ({
      path: `/org/site/${['page', 'Ümläut', 'file_'][n % 3]}-${(n * 7919) % 20_500}${n % 5 ? '.html' : ''}`,
      name: '',
      ...(n % 5 ? { ext: 'html' } : {})
    }))
    const steps = entriesOf(list)
    let stops = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) stops++
    // each is read, sorted in a piece, and merged five times
    expect(stops).toBeGreaterThan(100)
    expect(step.value).toEqual([...step.value].sort(compareEntries))
    expect(new Set(step.value.map(({ path }) => path)).size).toBe(list.length)
  })
})

describe('content tree', () => {
  it('N4 shows folders first, names as people count, and nothing hidden', () => {
    expect(names(site())).toEqual([
      'journal',
      'offers',
      '  summer.html',
      '  winter.html',
      'Data.json',
      'page-2.html',
      'page-10.html'
    ])
  })

  it('S1 puts a file created elsewhere in its place, with folders that were not there before', () => {
    const state = afterEvents(site(), [
      file('created', '/org/site/offers/spring.html'),
      file('created', '/org/site/new/deep/a.html')
    ])
    expect(names(state)).toContain('  spring.html')
    expect(names(state).slice(0, 2)).toEqual(['journal', 'new'])
  })

  it('S1 leaves the tree as it is for what is listed already, hidden, or in another site', () => {
    const before = site()
    const after = afterEvents(before, [
      file('changed', '/org/site/page-2.html'),
      file('created', '/org/site/.galley/forms/x.html'),
      file('created', '/org/other/x.html')
    ])
    expect(names(after)).toEqual(names(before))
    expect(after).toBe(before)
  })

  it('S5 takes out what was deleted and puts the focus on the next entry', () => {
    const focused = selected(site(), rowsOf(site()), at('/org/site/offers/summer.html'), 'one')
    const state = afterEvents(focused, [file('deleted', '/org/site/offers/summer.html')])
    expect(names(state)).not.toContain('  summer.html')
    expect(state.focused).toBe('/org/site/offers/winter.html')
    expect(state.selected.size).toBe(0)
  })

  it('S5 forgets everything below a deleted folder', () => {
    const state = afterEvents(site(), [folderEvent('deleted', '/org/site/offers')])
    expect(names(state)).toEqual(['journal', 'Data.json', 'page-2.html', 'page-10.html'])
    expect([...state.folders.keys()]).toEqual(['/org/site'])
    expect(state.expanded.size).toBe(0)
  })

  it('S4 keeps expansion, selection and known content of a folder that moved', () => {
    const focused = selected(site(), rowsOf(site()), at('/org/site/offers/winter.html'), 'one')
    const state = afterEvents(focused, [movedFolder('/org/site/offers', '/org/site/deals')])
    expect(names(state).slice(0, 3)).toEqual(['deals', '  summer.html', '  winter.html'])
    expect(state.focused).toBe('/org/site/deals/winter.html')
    expect([...state.selected]).toEqual(['/org/site/deals/winter.html'])
  })

  it('S4 moves a file between folders, also into one that is not read yet', () => {
    const state = afterEvents(site(), [movedFile('/org/site/page-2.html', '/org/site/journal/page-2.html')])
    expect(names(state)).not.toContain('page-2.html')
    expect(state.folders.has(at('/org/site/journal'))).toBe(false)
  })

  it('S2 filters by every typed word and shows the folders on the way', () => {
    const state = { ...site(), filter: 'WIN html' }
    expect(names(state)).toEqual(['offers', '  winter.html'])
    expect(matchCount(state)).toBe(1)
  })

  it('S2 says what a folder is doing: loading, failed, empty', () => {
    const folder = at('/org/site/journal')
    const open = withExpanded(site(), folder, true)
    const kinds = (state: TreeState) => rowsOf(state).map((row) => row.kind)
    expect(kinds(open)[1]).toBe('loading')
    expect(
      kinds(withFolder(open, folder, { status: 'failed', message: 'No.', reason: 'forbidden' }))[1]
    ).toBe('failed')
    expect(kinds(withFolder(open, folder, { status: 'ready', entries: [] }))[1]).toBe('empty')
  })

  it('S2 draws and changes a folder of 10,000 entries without a long pause', () => {
    const root = at('/org/site')
    const many = Array.from({ length: 10_000 }, (_, index) => `page-${index}.html`)
    const state = withFolder({ ...emptyTree, root }, root, { status: 'ready', entries: items(root, many) })
    const after = afterEvents(state, [file('created', '/org/site/page-5000-b.html')])
    const order = names(after)
    expect(order).toHaveLength(10_001)
    expect(order[order.indexOf('page-5000-b.html') - 1]).toBe('page-5000.html')
  })
})

describe('choosing in the tree', () => {
  const chosen = (state: TreeState) => [...state.selected].map((path) => path.slice('/org/site/'.length))
  const click = (state: TreeState, path: string, mode: 'one' | 'toggle' | 'range') =>
    selected(state, rowsOf(state), at(`/org/site/${path}`), mode)

  it('S4 selects one, toggles, and takes ranges from where the selection started', () => {
    const one = click(site(), 'offers', 'one')
    const two = click(one, 'page-2.html', 'toggle')
    expect(chosen(two)).toEqual(['offers', 'page-2.html'])
    const range = click(two, 'offers/winter.html', 'range')
    expect(chosen(range)).toEqual(['offers/winter.html', 'Data.json', 'page-2.html'])
    expect(chosen(click(range, 'page-10.html', 'range'))).toEqual(['page-2.html', 'page-10.html'])
  })

  it('S4 walks with arrows and pages and stops at the ends', () => {
    const go = (state: TreeState, key: Parameters<typeof stepFocus>[2]) =>
      stepFocus(state, rowsOf(state), key, 3)
    const focused = (path: ContentPath | null) => ({ ...site(), focused: path })
    expect(go(focused(null), 'ArrowDown')).toBe('/org/site/journal')
    expect(go(focused(at('/org/site/journal')), 'ArrowUp')).toBe('/org/site/journal')
    expect(go(focused(at('/org/site/journal')), 'PageDown')).toBe('/org/site/offers/winter.html')
    expect(go(focused(null), 'End')).toBe('/org/site/page-10.html')
  })

  it('S4 finds by first letters; the same letter again goes on to the next', () => {
    const from = (path: string) => ({ ...site(), focused: at(`/org/site/${path}`) })
    expect(typeAhead(from('journal'), rowsOf(site()), 'p')).toBe('/org/site/page-2.html')
    expect(typeAhead(from('page-2.html'), rowsOf(site()), 'pp')).toBe('/org/site/page-10.html')
    expect(typeAhead(from('page-2.html'), rowsOf(site()), 'page-1')).toBe('/org/site/page-10.html')
    expect(typeAhead(from('journal'), rowsOf(site()), 'x')).toBeNull()
  })

  it('S1 makes new things in the focused folder, or beside the focused file', () => {
    expect(targetFolder({ ...site(), focused: at('/org/site/offers') })).toBe('/org/site/offers')
    expect(targetFolder({ ...site(), focused: at('/org/site/offers/winter.html') })).toBe('/org/site/offers')
    expect(targetFolder(site())).toBe('/org/site')
  })
})
