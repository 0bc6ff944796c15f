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
  expect(diskSentence({ level: 'low', free: 300 * GB, files: 900 })?.what).toMatch(/only 900 more files/)
  expect(diskLevel({ free: 300 * GB, total: 500 * GB, files: 1_000_000 })).toBe('enough')
})

test('W12 the sentence says how much is left, what still works and what to do', () => {
  expect(diskSentence({ level: 'low', free: 812 * MB, files: null })).toEqual({
    what: '812 MB are left on the disk of this workspace. Everything still works.',
    todo: expect.stringContaining('Free some space')
  })
  expect(diskSentence({ level: 'very-low', free: 12 * MB, files: null })?.what).toMatch(
    /Reading and deleting/
  )
  expect(diskSentence({ level: 'enough', free: GB, files: null })).toBeNull()
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
