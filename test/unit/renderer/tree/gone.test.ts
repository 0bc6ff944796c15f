import { describe, expect, it } from 'vitest'
import type { ServiceEvent, ServiceEventBody } from '../../../../src/common/api/events'
import type { TrashItem } from '../../../../src/common/api/types'
import { contentPath } from '../../../../src/common/content/paths'
import type { PublishedItem } from '../../../../src/common/publishing/listing'
import { atOnce } from '../../../../src/common/steps'
import { entriesOf } from '../../../../src/renderer/src/engines/tree/entries'
import { goneAt, withPublished } from '../../../../src/renderer/src/engines/tree/gone'
import { publishedFolders } from '../../../../src/renderer/src/engines/tree/published-folders'
import { entryRows, matchCount, rowsOf } from '../../../../src/renderer/src/engines/tree/rows'
import {
  actingGone,
  actingHere,
  selected,
  stepFocus
} from '../../../../src/renderer/src/engines/tree/selection'
import { afterEvents } from '../../../../src/renderer/src/engines/tree/after-events'
import {
  emptyTree,
  targetFolder,
  withExpanded,
  withFolder,
  type TreeState
} from '../../../../src/renderer/src/engines/tree/tree-state'
import { wayBack } from '../../../../src/renderer/src/features/tree/way-back'

const by = { email: 'mara@northwind.example' }
const root = contentPath('/org/site')
const at = (path: string) => contentPath(`${root}/${path}`)
const event = (body: ServiceEventBody): ServiceEvent => ({ seq: 1, ...body })
const file = (change: 'created' | 'deleted' | 'restored', path: string) =>
  event({ type: 'file', change, path: at(path), fileId: 'f', by, origin: 'api' })
const folder = (change: 'created' | 'deleted', path: string) =>
  event({ type: 'folder', change, path: at(path), by })

const state = { lastModified: '', lastModifiedBy: '', sourceEtag: '1', etag: '1' }
const published = (...names: readonly string[]) =>
  publishedFolders(
    root,
    new Map(
      names.map((name): [ReturnType<typeof at>, PublishedItem] => [
        at(name.replace(/ .*/, '')),
        {
          webPath: '',
          resourcePath: '',
          kind: 'page',
          preview: state,
          live: name.endsWith(' preview') ? null : state,
          edit: null
        }
      ])
    )
  )
const listed = (state: TreeState, path: string, names: readonly string[]) => {
  const where = path === '' ? root : at(path)
  const items = names.map((name) => {
    const [stem = '', ext] = name.split('.')
    return { path: `${where}/${name}`, name: stem, ...(ext === undefined ? {} : { ext }) }
  })
  const entries = atOnce(entriesOf(items))
  return withFolder(state, where, { status: 'ready', entries })
}
const site = (names: readonly string[], ...live: readonly string[]): TreeState =>
  withPublished(listed({ ...emptyTree, root }, '', names), published(...live))
const lines = (state: TreeState) =>
  entryRows(rowsOf(state)).map(
    ({ kind, entry, depth }) => `${'  '.repeat(depth)}${kind === 'gone' ? '- ' : ''}${entry.name}`
  )

describe('what is published and not here any more', () => {
  it('U5 stands in its folder, in its place; hidden names and other sites do not', () => {
    const tree = site(['offers', 'a.html', 'c.html'], 'b.html', 'c.html', '.galley/x.html', 'a/.b/c.html')
    expect(lines(tree)).toEqual(['offers', 'a.html', '- b.html', 'c.html'])
    expect(entryRows(rowsOf(tree)).map(({ position, size }) => `${position}/${size}`)).toEqual([
      '1/4',
      '2/4',
      '3/4',
      '4/4'
    ])
  })

  it('U5 is told of no folder that has not been read', () => {
    const tree = withExpanded(site(['offers'], 'offers/a.html'), at('offers'), true)
    expect(lines(tree)).toEqual(['offers'])
    expect(goneAt(tree, at('offers/a.html'))).toBeNull()
    const read = listed(tree, 'offers', [])
    expect(lines(read)).toEqual(['offers', '  - a.html'])
    expect(rowsOf(read).map(({ kind }) => kind)).not.toContain('empty')
  })

  it('U5 turns gone with its deletion, and comes back with its undo or a new file of the name', () => {
    const tree = site(['a.html', 'b.html'], 'b.html')
    const deleted = afterEvents(tree, [file('deleted', 'b.html')])
    expect(lines(deleted)).toEqual(['a.html', '- b.html'])
    expect(lines(afterEvents(deleted, [file('restored', 'b.html')]))).toEqual(['a.html', 'b.html'])
    expect(lines(afterEvents(deleted, [folder('created', 'b.html')]))).toEqual(['b.html', 'a.html'])
  })

  it('U5 shows a folder that is gone while something in it is published; an open one stays open', () => {
    const open = withExpanded(
      site(['offers'], 'offers/a.html', 'offers/old/b.html preview'),
      at('offers'),
      true
    )
    const deleted = afterEvents(listed(open, 'offers', ['a.html']), [folder('deleted', 'offers')])
    expect(lines(deleted)).toEqual(['- offers', '  - old', '  - a.html'])
    expect(goneAt(deleted, at('offers'))?.live).toBe(true)
    expect(goneAt(deleted, at('offers/old'))?.live).toBe(false)
    expect(lines(withExpanded(deleted, at('offers/old'), true))).toContain('    - b.html')
    const made = afterEvents(deleted, [file('created', 'offers/new.html')])
    expect(lines(listed(made, 'offers', ['new.html']))).toEqual([
      'offers',
      '  - old',
      '  - a.html',
      '  new.html'
    ])
  })

  it('U5 is walked over and chosen as every line, and left out by what needs the source', () => {
    const tree = site(['a.html', 'c.html'], 'b.html')
    const first = selected(tree, rowsOf(tree), at('a.html'), 'one')
    expect(stepFocus(first, rowsOf(tree), 'ArrowDown', 3)).toBe(at('b.html'))
    const all = selected(first, rowsOf(tree), at('c.html'), 'range')
    expect([...all.selected]).toEqual([at('a.html'), at('b.html'), at('c.html')])
    expect(actingHere(all)).toEqual([at('a.html'), at('c.html')])
    expect(actingGone(all).map(({ path }) => path)).toEqual([at('b.html')])
  })

  it('U5 new things go beside it, and for a folder that is gone into the nearest one that is there', () => {
    const tree = listed(site(['offers'], 'offers/a.html', 'old/b.html'), 'offers', [])
    expect(targetFolder({ ...tree, focused: at('offers/a.html') })).toBe(at('offers'))
    expect(targetFolder({ ...tree, focused: at('old/b.html') })).toBe(root)
  })

  it('U5 goes when it is unpublished, and the focus to the line beside it', () => {
    const tree = site(['a.html', 'c.html'], 'b.html', 'b2.html')
    const chosen = selected(tree, rowsOf(tree), at('b.html'), 'one')
    const without = withPublished(chosen, published('b2.html'))
    expect([lines(without), without.focused, without.selected.size]).toEqual([
      ['a.html', '- b2.html', 'c.html'],
      at('b2.html'),
      0
    ])
    const folder = selected(site([], 'old/b.html'), [], at('old/b.html'), 'one')
    expect(withPublished(folder, published()).focused).toBeNull()
  })

  it('S2 is found by the filter, with the folders on the way', () => {
    const tree = { ...site(['a.html'], 'old/way/bark.html', 'old/way/c.html'), filter: 'bark' }
    expect(lines(tree)).toEqual(['- old', '  - way', '    - bark.html'])
    expect(matchCount(tree)).toBe(1)
  })

  it('S2 10,000 of them are drawn and let go without a long pause', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `page-${index}.html`)
    const tree = site(['page-5000-b.html'], ...names)
    const order = lines(tree)
    expect(order).toHaveLength(10_001)
    expect(order[order.indexOf('page-5000-b.html') - 1]).toBe('- page-5000.html')
    const all = { ...tree, selected: new Set(entryRows(rowsOf(tree)).map(({ entry }) => entry.path)) }
    expect(actingGone(all)).toHaveLength(10_000)
    expect(withPublished(all, published()).selected.size).toBe(1)
  })
})

describe('the way back of what is gone', () => {
  const trashed = (path: string, deletedAt: number, kind: 'file' | 'folder' = 'file'): TrashItem => ({
    id: `${path} ${deletedAt}`,
    path: at(path),
    kind,
    files: 3,
    deletedAt,
    deletedBy: by,
    cause: 'deleted'
  })
  const way = (gone: readonly string[], trash: readonly TrashItem[]) => {
    const { at: known } = published('docs/a.html', 'docs/b.html', 'c.html')
    const back = wayBack(
      gone.flatMap((path) => known.get(at(path)) ?? []),
      trash
    )
    return {
      own: back.own.map(({ id }) => id),
      holding: back.holding.map(({ id }) => id),
      missing: back.missing.map(({ name }) => name)
    }
  }

  it('S5 is the newest of the trash that is the thing itself, else the folder that holds it', () => {
    const trash = [trashed('c.html', 1), trashed('c.html', 2), trashed('docs', 3, 'folder')]
    expect(way(['c.html', 'docs/a.html'], trash)).toEqual({
      own: ['c.html 2'],
      holding: ['docs 3'],
      missing: []
    })
    expect(way(['docs', 'docs/a.html'], trash)).toEqual({ own: ['docs 3'], holding: [], missing: [] })
  })

  it('S5 of a folder whose files were deleted one by one, is each of them', () => {
    const trash = [trashed('docs/b.html', 2), trashed('docs/a.html', 1), trashed('docs/b.html', 1)]
    expect(way(['docs'], trash).own).toEqual(['docs/b.html 2', 'docs/a.html 1'])
  })

  it('U4 is what is published, when the trash has nothing of it', () => {
    const replaced = { ...trashed('c.html', 1), cause: 'replaced' as const }
    expect(way(['c.html'], [replaced])).toEqual({ own: [], holding: [], missing: ['c.html'] })
  })
})
