import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isWorkspace, openRecords, openStore } from '../../../src/main/store'
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
