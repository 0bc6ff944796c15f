import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServiceEvent } from '../../../../src/common/api/events'
import { contentPath, isWithin, type ContentPath } from '../../../../src/common/content/paths'
import { afterEvents } from '../../../../src/renderer/src/engines/tree/after-events'
import {
  emptyTree,
  entriesIn,
  withFolder,
  type TreeState
} from '../../../../src/renderer/src/engines/tree/tree-state'

const root = contentPath('/org/site')
const by = { email: 'mara@northwind.example' }
const files = [
  'a.html',
  'b.html',
  'd/a.html',
  'd/b.html',
  'd/e/a.html',
  'd/.h/a.html',
  'd/e/.h/a.html',
  'f/a.html'
]
const folders = ['d', 'd/e', 'f', 'f/g']
const at = (path: string) => contentPath(`${root}/${path}`)

const fileEvent = (change: 'created' | 'deleted', path: string): ServiceEvent => ({
  seq: 1,
  type: 'file',
  change,
  path: at(path),
  fileId: 'f',
  by,
  origin: 'outside'
})
const movedFile = (from: string, path: string): ServiceEvent => ({
  seq: 1,
  type: 'file',
  change: 'moved',
  path: at(path),
  from: at(from),
  fileId: 'f',
  by,
  origin: 'outside'
})
const folderEvent = (change: 'created' | 'deleted', path: string): ServiceEvent => ({
  seq: 1,
  type: 'folder',
  change,
  path: at(path),
  by
})
const movedFolder: ServiceEvent = {
  seq: 1,
  type: 'folder',
  change: 'moved',
  path: at('k'),
  from: at('d'),
  by
}

const file = fc.constantFrom(...files)
const folder = fc.constantFrom(...folders)
const anEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('created' as const, 'deleted' as const), file)
      .map(([change, path]) => fileEvent(change, path))
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(file, file)
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => movedFile(from, to))
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('created' as const, 'deleted' as const), folder)
      .map(([change, path]) => folderEvent(change, path))
  },
  { weight: 1, arbitrary: fc.constant(movedFolder) }
)

/** Folders that are read, with the names in them. */
const aTree = fc
  .tuple(fc.subarray(files), fc.subarray(['', ...folders]), fc.subarray(files), fc.option(file))
  .map(([names, read, chosen, focused]) => {
    const state = ['', ...read].reduce<TreeState>(
      (tree, name) => withFolder(tree, name === '' ? root : at(name), { status: 'ready', entries: [] }),
      { ...emptyTree, root }
    )
    const filled = afterEvents(
      state,
      names.map((name) => fileEvent('created', name))
    )
    return {
      ...filled,
      expanded: new Set(read.filter((name) => name !== '').map(at)),
      selected: new Set(chosen.map(at)),
      focused: focused === null ? null : at(focused)
    }
  })

const known = ({ folders: all, expanded, selected }: TreeState) => ({
  folders: [...all]
    .map(([path, state]) => [path, state])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  expanded: [...expanded].sort(),
  selected: [...selected].sort()
})

describe('many changes in one moment', () => {
  it('S1 S5 leave the tree as they do one after the other', () => {
    fc.assert(
      fc.property(aTree, fc.array(anEvent, { maxLength: 12 }), (before, events) => {
        const together = afterEvents(before, events)
        const single = events.reduce<TreeState>((tree, event) => afterEvents(tree, [event]), before)
        expect(known(together)).toEqual(known(single))
        const { focused } = before
        const isTouched = events.some(
          (event) =>
            'path' in event &&
            focused !== null &&
            [event.path, 'from' in event ? event.from : undefined].some(
              (path) => path !== undefined && isWithin(focused, contentPath(path))
            )
        )
        if (!isTouched) expect(together.focused).toBe(focused)
      }),
      { numRuns: Number(process.env['GALLEY_TREE_RUNS'] ?? 1_000) }
    )
  })

  it('S5 put the focus on the next entry that stays, else on the one before', () => {
    const names = Array.from({ length: 20 }, (_, number) => `page-${number}.html`)
    const all = afterEvents(
      withFolder({ ...emptyTree, root }, root, { status: 'ready', entries: [] }),
      names.map((name) => fileEvent('created', name))
    )
    const without = (gone: readonly string[], focused: string): ContentPath | null =>
      afterEvents(
        { ...all, focused: at(focused) },
        gone.map((name) => fileEvent('deleted', name))
      ).focused
    expect(without(names.slice(3, 8), 'page-4.html')).toBe(at('page-8.html'))
    expect(without(names.slice(3), 'page-4.html')).toBe(at('page-2.html'))
    expect(without(names, 'page-4.html')).toBeNull()
    expect(entriesIn(all, root).map(({ name }) => name)).toEqual(names)
  })

  it('S1 of one folder are merged into it once: sixteen thousand files appear and go within a frame or two', () => {
    const names = Array.from({ length: 16_000 }, (_, number) => `page-${number}.html`)
    const empty = withFolder({ ...emptyTree, root }, root, { status: 'ready', entries: [] })
    let copies = 0
    const entries = new Proxy(entriesIn(empty, root), {
      get: (of, key, receiver) => {
        if (key === 'length') copies += 1
        return Reflect.get(of, key, receiver) as unknown
      }
    })
    const counted = withFolder(empty, root, { status: 'ready', entries })
    const full = afterEvents(
      counted,
      names.map((name) => fileEvent('created', name))
    )
    expect(entriesIn(full, root)).toHaveLength(16_000)
    expect(copies).toBeLessThan(100_000)
    expect(
      entriesIn(
        afterEvents(
          full,
          names.map((name) => fileEvent('deleted', name))
        ),
        root
      )
    ).toEqual([])
  })
})
