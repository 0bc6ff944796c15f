import { expect, it } from 'vitest'
import {
  filesIn,
  foldersAbove,
  isOut,
  isPartly,
  toggled,
  withMissing
} from '../../../../src/renderer/src/features/sync/first-sync/folder-choice'
import { isSame, whatChanges } from '../../../../src/renderer/src/features/sync/first-sync/what-changes'

const row = (path: string, files: number) => ({ path, files, bytes: files * 10, here: 0 })
const loaded = new Map([
  ['', [row('', 2), row('/media', 10), row('/news', 7)]],
  ['/news', [row('/news/2024', 3), row('/news/2025', 4)]],
  ['/news/2025', [row('/news/2025/may', 1), row('/news/2025/june', 2)]]
])
const none = new Set<string>()

it('Y33 a folder is left out with all that is below it, and shows in those above it', () => {
  const out = toggled(toggled(none, '/news/2024', loaded), '/news', loaded)
  expect([...out]).toEqual(['/news'])
  expect(isOut(out, '/news/2025/may')).toBe(true)
  expect(isOut(out, '/newsroom')).toBe(false)
  expect(isPartly(new Set(['/news/2024']), '/news')).toBe(true)
  expect(isPartly(new Set(['/news']), '/news')).toBe(false)
  expect([...toggled(out, '/news', loaded)]).toEqual([])
})

it('Y33 a folder that is taken in below one that is left out leaves the others beside it out', () => {
  const out = toggled(new Set(['/news', '/media']), '/news/2025/may', loaded)
  expect([...out].sort()).toEqual(['/media', '/news/2024', '/news/2025/june'])
  expect(isOut(out, '/news/2025/may')).toBe(false)
})

it('Y33 the files that are synced are counted without those that are left out', () => {
  expect(filesIn(none, loaded)).toBe(19)
  expect(filesIn(new Set(['/media', '/news/2024']), loaded)).toBe(6)
})

it('Y33 what is left out shows, however deep it lies, and also when it is not there any more', () => {
  expect(foldersAbove(['/news/2025/may', '/media'])).toEqual(['/news', '/news/2025'])
  expect(withMissing('/news', [row('/news/2024', 3)], ['/news/1999', '/old', '/news/2024'])).toEqual([
    row('/news/2024', 3),
    { path: '/news/1999', files: 0, bytes: 0, here: 0 }
  ])
})

it('Y33 what a choice changes is said: what stays where it is, and what comes again', () => {
  const before = { folders: ['/old', '/news/2024'], media: false }
  const after = { folders: ['/news'], media: true }
  const [out, back] = whatChanges(before, after)
  expect(out).toMatch(/^Left out from now on: news, what is no page and no data\. What is here stays here/)
  expect(back).toMatch(/^Synced again: old\./)
  expect(isSame(before, after)).toBe(false)
  expect(isSame(before, { ...before, folders: [...before.folders].reverse() })).toBe(true)
})
