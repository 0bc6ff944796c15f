import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { isWorkspace, openRecords, openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { withStore } from '../../support/workspace'

const shape = z.object({ n: z.number(), text: z.string().optional() })
const parse = (value: unknown) => shape.parse(value)

test('W2 records are put, read, listed by key and removed, and are there after a restart', () =>
  withStore(async (store, folder) => {
    const jobs = store.records('jobs', parse)
    expect(await jobs.get('a')).toBeNull()
    expect(await jobs.list()).toEqual({ records: [], damaged: [] })
    await jobs.put('b', { n: 2 })
    await jobs.put('a', { n: 1, text: 'Malmö' })
    await jobs.put('b', { n: 3 })
    await store.close()
    const again = await openStore({ folder, watch: false })
    expect((await again.records('jobs', parse).list()).records).toEqual([
      { key: 'a', value: { n: 1, text: 'Malmö' } },
      { key: 'b', value: { n: 3 } }
    ])
    expect(await again.records('jobs', parse).remove('a')).toBe(true)
    expect(await again.records('jobs', parse).remove('a')).toBe(false)
    expect(await again.records('jobs', parse).get('a')).toBeNull()
    await again.close()
  }))

test('L3 another process reads and writes them while the workspace is held', () =>
  withStore(async (store, folder) => {
    const outside = openRecords(folder)('tokens', parse)
    await outside.put('one', { n: 1 })
    expect(await store.records('tokens', parse).get('one')).toEqual({ n: 1 })
    await store.records('tokens', parse).put('one', { n: 2 })
    expect(await outside.get('one')).toEqual({ n: 2 })
    expect(await isWorkspace(folder)).toBe(true)
  }))

test('W8 a flipped digit, half a file and a record of another shape are told as damaged; the rest is read', () =>
  withStore(async (store, folder) => {
    const records = store.records('tokens', parse)
    for (const key of ['flipped', 'half', 'other', 'whole']) await records.put(key, { n: 12345 })
    const file = (key: string) => join(folder, '.galley/tokens', `${key}.json`)
    await writeFile(file('flipped'), (await readFile(file('flipped'), 'utf8')).replace('12345', '12346'))
    await writeFile(file('half'), (await readFile(file('half'))).subarray(0, 40))
    await writeFile(file('other'), '{"m":1}')
    expect(await records.list()).toEqual({
      records: [{ key: 'whole', value: { n: 12345 } }],
      damaged: ['flipped', 'half', 'other']
    })
    expect(await records.get('flipped')).toBeNull()
  }))

test('W1 fifty writers of one key leave the whole record of the last and no temporary file', () =>
  withStore(async (store, folder) => {
    const records = store.records('jobs', parse)
    await Promise.all(Array.from({ length: 50 }, (_, n) => records.put('one', { n })))
    expect((await records.list()).records).toEqual([{ key: 'one', value: { n: 49 } }])
    expect(await readdir(join(folder, '.galley/jobs'))).toEqual(['one.json'])
  }))

test('a kind or key that would leave its folder is refused', () =>
  withStore(async (store) => {
    for (const kind of ['../x', 'blobs', 'documents', 'Jobs', ''])
      expect(() => store.records(kind, parse)).toThrow('no kind of record')
    for (const key of ['../x', '.x', 'A', '', 'a/b'])
      await expect(store.records('jobs', parse).put(key, { n: 1 })).rejects.toThrow('no key')
    expect(await store.records('jobs', parse).get('../x')).toBeNull()
  }))

test('L3 W8 a record that was read is not read again while its file is as it was; whatever another process does to it is seen at once', () =>
  withStore(async (store, folder) => {
    let reads = 0
    const countedRead: DurableFs['readFile'] = (path, most) => {
      reads++
      return nodeFs.readFile(path, most)
    }
    const records = openRecords(folder, { ...nodeFs, readFile: countedRead })('tokens', parse)
    const outside = store.records('tokens', parse)
    const file = join(folder, '.galley/tokens/one.json')
    const old = async () => {
      const { ctimeMs } = await stat(file)
      // what was written in this tick of the disk's clock may be written again in it
      await vi.waitUntil(() => Date.now() - ctimeMs > 200)
    }
    await outside.put('one', { n: 1 })
    expect(await records.get('one')).toEqual({ n: 1 })
    await outside.put('one', { n: 2 })
    expect(await records.get('one')).toEqual({ n: 2 })
    expect(reads).toBe(2)
    await old()
    for (let time = 0; time < 10; time++) expect(await records.get('one')).toEqual({ n: 2 })
    expect(reads).toBe(3)

    // replaced by another process; changed in its place to the same length and with its old time; gone
    await outside.put('one', { n: 3 })
    expect(await records.get('one')).toEqual({ n: 3 })
    await old()
    expect(await records.get('one')).toEqual({ n: 3 })
    const { atime, mtime } = await stat(file)
    await writeFile(file, (await readFile(file, 'utf8')).replace('"n": 3', '"n": 4'))
    await utimes(file, atime, mtime)
    expect(await records.get('one')).toBeNull()
    await outside.put('one', { n: 5 })
    await old()
    expect(await records.get('one')).toEqual({ n: 5 })
    await outside.remove('one')
    expect(await records.get('one')).toBeNull()
  }))
