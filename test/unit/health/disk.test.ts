import { expect, test } from 'vitest'
import { diskLevel, diskSentence } from '../../../src/common/health'
import { roomFrom } from '../../../src/main/store/disk/disk-room'

const MB = 1e6
const GB = 1e9

test.each([
  ['enough', 2 * GB, 500 * GB],
  ['low', 0.9 * GB, 500 * GB],
  ['very-low', 150 * MB, 500 * GB],
  ['enough', 500 * MB, 16 * GB],
  ['low', 250 * MB, 16 * GB],
  ['very-low', 150 * MB, 16 * GB],
  ['enough', 30 * MB, 64 * MB],
  ['very-low', 1 * MB, 64 * MB],
  ['very-low', 0, 64 * MB]
] as const)('W12 the room is %s with %d bytes left of %d', (level, free, total) => {
  expect(diskLevel({ free, total, files: null })).toBe(level)
})

test('W12 a disk that takes few more files is low, however many bytes are left', () => {
  expect(diskLevel({ free: 300 * GB, total: 500 * GB, files: 900 })).toBe('low')
  expect(diskSentence({ level: 'low', free: 300 * GB, files: 900 }, 'folder')?.what).toMatch(
    /only 900 more files/
  )
  expect(diskLevel({ free: 300 * GB, total: 500 * GB, files: 1_000_000 })).toBe('enough')
})

test('W12 the sentence says how much is left, what still works and what to do', () => {
  expect(diskSentence({ level: 'low', free: 812 * MB, files: null }, 'folder')).toEqual({
    what: '812 MB are left on the disk of this workspace. Everything still works.',
    todo: expect.stringContaining('Free some space')
  })
  expect(diskSentence({ level: 'very-low', free: 12 * MB, files: null }, 'folder')?.what).toMatch(
    /Reading and deleting/
  )
  expect(diskSentence({ level: 'enough', free: GB, files: null }, 'folder')).toBeNull()
})

test('TM16 where somebody has said how many files there may be, few are fewer than a fiftieth of these', () => {
  const room = { free: 300 * GB, total: 500 * GB, mostFiles: 1000 }
  expect(diskLevel({ ...room, files: 500 })).toBe('enough')
  expect(diskLevel({ ...room, files: 19 })).toBe('low')
})

test('TM16 of a workspace in a database what is left is what it may hold, and no disk is spoken of', () => {
  const low = diskSentence({ level: 'low', free: 812 * MB, files: null }, 'database')
  expect(low?.what).toBe('812 MB are left of what this workspace may hold. Everything still works.')
  expect(low?.todo).toMatch(/ask whoever runs the server/)
  expect(diskSentence({ level: 'low', free: GB, files: 40 }, 'database')?.what).toMatch(
    /^This workspace takes only 40 more files/
  )
})

test('W12 a disk that tells of no blocks, or of more room than it has, is not believed', () => {
  const plain = { blocks: 1000, bavail: 10, bsize: 4096, files: 0, ffree: 0 }
  expect(roomFrom(plain)).toEqual({ free: 40_960, total: 4_096_000, files: null })
  expect(roomFrom({ ...plain, files: 100, ffree: 7 })).toMatchObject({ files: 7 })
  expect(roomFrom({ ...plain, blocks: 0, bavail: 0 })).toBeNull()
  expect(roomFrom({ ...plain, bsize: 0 })).toBeNull()
  expect(roomFrom({ ...plain, bavail: 2000 })).toBeNull()
  expect(roomFrom({ ...plain, bavail: -1 })).toBeNull()
  expect(roomFrom({ ...plain, files: 10, ffree: 2 ** 64 })).toMatchObject({ files: null })
})
