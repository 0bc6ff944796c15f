import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { bytesIn } from '../../../src/main/workers/transfer'

test('X6 what was read from a file is handed to a worker, not copied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galley-transfer-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'large.json'), 'x'.repeat(3_000_000))
  const bytes = await nodeFs.readFile(join(folder, 'large.json'))
  expect(bytes.length).toBe(3_000_000)
  expect(bytesIn({ bytes })).toEqual([bytes.buffer])
})

test('X6 memory that others share stays here', () => {
  const shared = new Uint8Array(100)
  expect(bytesIn({ bytes: shared.subarray(0, 50), pooled: Buffer.from('of the pool') })).toEqual([])
})
