import { describe, expect, it } from 'vitest'
import { contentPath, type ContentPath } from '../../../src/common/content/paths'
import { changesBetween } from '../../../src/common/moment/changes'
import type { Content, FileHistory, Kept } from '../../../src/common/moment/file-history'
import { planReturn } from '../../../src/common/moment/plan'
import { stateAt } from '../../../src/common/moment/state'

const site = contentPath('/org/site')
const at = (name: string) => contentPath(`${site}/${name}`)
const mira = { email: 'mira@example.com' }
const jon = { email: 'jon@example.com' }
const content = (hash: string, time: number, by = mira): Content => ({
  hash,
  size: hash.length,
  at: time,
  by
})
const version = (hash: string, time: number, path: ContentPath, label?: string): Kept => ({
  kind: 'version',
  id: `v-${hash}`,
  hash,
  size: hash.length,
  at: time,
  path,
  by: [mira],
  label
})

function history(id: string, path: ContentPath, parts: Partial<FileHistory> = {}): FileHistory {
  const current = { path, content: content('now', 100) }
  const created = { path, at: 10, by: mira }
  return { id, current, trashed: null, created, places: [], written: [], kept: [], ...parts }
}

const a = at('a.html')

describe('how a file was at a moment', () => {
  it('M1 is the last content written before, wherever its bytes are kept', () => {
    const one = history('1', a, {
      written: [content('one', 10), content('two', 50), content('now', 100)],
      kept: [version('one', 50, a), version('two', 100, a)]
    })
    const then = (moment: number) => stateAt(one, moment)
    expect(then(9)).toBeNull()
    expect(then(10)).toMatchObject({ hash: 'one', source: { kind: 'version', id: 'v-one' }, exact: true })
    expect(then(49)).toMatchObject({ hash: 'one' })
    expect(then(50)).toMatchObject({ hash: 'two' })
    expect(then(100)).toMatchObject({ hash: 'now', source: { kind: 'live' }, exact: true })
  })

  it('M1 is the nearest kept state, and says so, where an autosave was not kept', () => {
    const typed = history('1', a, {
      written: [content('one', 10), content('draft', 40), content('two', 60), content('now', 100)],
      kept: [version('one', 40, a), version('two', 100, a)]
    })
    expect(stateAt(typed, 45)).toMatchObject({ hash: 'two', exact: false })
    expect(stateAt(typed, 65)).toMatchObject({ hash: 'two', exact: true })
  })

  it('M1 knows that a file was empty, in the trash, elsewhere, or not touched at all', () => {
    const empty = history('1', a, { written: [content('', 10), content('now', 100)] })
    expect(stateAt(empty, 20)).toMatchObject({ size: 0, source: { kind: 'empty' }, exact: true })
    const returned = history('2', a, { places: [{ path: a, at: 80, deletedAt: 40 }] })
    expect([30, 40, 79, 80].map((moment) => stateAt(returned, moment) !== null)).toEqual([
      true,
      false,
      false,
      true
    ])
    const moved = history('3', a, {
      created: { path: at('old.html'), at: 10 },
      places: [{ path: a, at: 50 }]
    })
    expect([20, 50].map((moment) => stateAt(moved, moment)?.path)).toEqual([at('old.html'), a])
    const quiet = history('4', a, { created: null })
    expect(stateAt(quiet, 200)).toMatchObject({ path: a, hash: 'now', source: { kind: 'live' } })
  })

  it('M1 names who touched it between the moments, the last one first', () => {
    const both = history('1', a, {
      written: [content('one', 10), content('two', 50, jon), content('now', 100)],
      kept: [version('one', 50, a), version('two', 100, a)]
    })
    const [all] = changesBetween([both], site, 20, null)
    expect(all).toMatchObject({ kind: 'changed', by: [mira, jon], at: 100 })
    expect(changesBetween([both], site, 20, 60)[0]?.by).toEqual([jon])
    expect(changesBetween([both], site, 50, 60)).toEqual([])
    expect(changesBetween([both], contentPath('/org/other'), 20, null)).toEqual([])
  })
})

describe('the way back', () => {
  const plan = (
    lives: readonly FileHistory[],
    trashAdded: boolean,
    chosen: ReadonlySet<string> | null = null
  ) => planReturn(changesBetween(lives, site, 50, null), lives, site, chosen, trashAdded)

  it('M2 puts a folder into the trash as one when all in it is new, and nothing that is chosen not to be', () => {
    const added = (id: string, name: string) => history(id, at(name), { created: { path: at(name), at: 80 } })
    const lives = [
      added('1', 'new/a.html'),
      added('2', 'new/deep/b.html'),
      added('3', 'mixed/c.html'),
      history('4', at('mixed/old.html'), {
        current: { path: at('mixed/old.html'), content: content('x', 10) }
      })
    ]
    expect(plan(lives, true).trash.map(({ path }) => path)).toEqual([at('mixed/c.html'), at('new')])
    expect(plan(lives, true, new Set(['1'])).trash.map(({ path }) => path)).toEqual([at('new/a.html')])
    expect(plan(lives, false).files).toEqual([])
  })

  it('M2 moves a renamed folder back as one, but file by file what came to join others', () => {
    const was = (id: string, from: string, to: string) =>
      history(id, at(to), {
        current: { path: at(to), content: content('x', 10) },
        created: { path: at(from), at: 10 },
        places: [{ path: at(to), at: 80 }]
      })
    const renamed = [was('1', 'old/a.html', 'new/a.html'), was('2', 'old/b/c.html', 'new/b/c.html')]
    expect(plan(renamed, false).move.map(({ path, to }) => [path, to])).toEqual([[at('new'), at('old')]])
    const joined = [
      ...renamed,
      history('3', at('new/own.html'), { current: { path: at('new/own.html'), content: content('x', 10) } })
    ]
    expect(plan(joined, false).move.map(({ path, to }) => [path, to])).toEqual([
      [at('new/a.html'), at('old/a.html')],
      [at('new/b/c.html'), at('old/b/c.html')]
    ])
  })
})
