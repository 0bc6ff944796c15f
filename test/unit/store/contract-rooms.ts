import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RoomEntry } from '../../../src/main/store/types'
import { ada, bob, bytes, p } from '../../support/workspace'
import { html, page, reasonOf, type Run } from './contract-kit'

const hash = '0123456789abcdef'.repeat(4)
const update = (text: string): RoomEntry => ({ kind: 'update', bytes: bytes(text) })
const one: readonly RoomEntry[] = [
  { kind: 'state', epoch: 'e1', hash, bytes: new Uint8Array([0, 255, 10, 13, 34, 92]) },
  { kind: 'writer', client: 4_294_967_295, person: { ...ada, via: { program: 'a “program”' } }, key: hash },
  { kind: 'writer', client: 0, person: { email: 'x@y' }, key: hash },
  update(''),
  update('words'),
  { kind: 'saving', hash },
  { kind: 'saved', hash }
]

/** Bytes as numbers: whatever kind of array a store hands out. */
const told = (entries: readonly RoomEntry[] | undefined) =>
  entries?.map((entry) => ('bytes' in entry ? { ...entry, bytes: [...entry.bytes] } : entry))

/** What every Store does with what people write together. */
export function roomsContract(name: string, run: Run): void {
  describe(`${name}: rooms`, () => {
    test('W15 what was put into a room comes back as it was and in its order, until it is dropped', () =>
      run(async ({ rooms }) => {
        const id = randomUUID()
        expect(await rooms.load(id)).toBeNull()
        await rooms.replace(id, one)
        await rooms.append(id, [update('more'), update('and more')])
        await rooms.append(id, [])
        const all = [...one, update('more'), update('and more')]
        const found = await rooms.load(id)
        expect(found?.whole).toBe(true)
        expect(told(found?.entries)).toEqual(told(all))
        await rooms.replace(id, [update('new')])
        expect(told((await rooms.load(id))?.entries)).toEqual(told([update('new')]))
        expect(await rooms.drop(id)).toBe(true)
        expect(await rooms.drop(id)).toBe(false)
        expect(await rooms.load(id)).toBeNull()
      }))

    test('W15 what is asked for at the same time is done in the order of the calls, each room by itself', () =>
      run(async ({ rooms }) => {
        const [a, b] = [randomUUID(), randomUUID()]
        const asked = [
          rooms.replace(a, []),
          rooms.replace(b, [update('b')]),
          ...Array.from({ length: 20 }, (_, at) => rooms.append(a, [update(`${at}`), update(`${at}!`)])),
          rooms.append(b, [update('c')]),
          rooms.replace(a, [update('anew')]),
          rooms.append(a, [update('last')])
        ]
        const early = rooms.load(a)
        const dropped = rooms.drop(a)
        const begun = rooms.replace(a, [update('again')])
        await Promise.all(asked)
        expect(told((await early)?.entries)).toEqual(told([update('anew'), update('last')]))
        expect(await dropped).toBe(true)
        await begun
        expect(told((await rooms.load(a))?.entries)).toEqual(told([update('again')]))
        expect(told((await rooms.load(b))?.entries)).toEqual(told([update('b'), update('c')]))
      }))

    test('W15 nobody shares memory with the store: what was handed over may change afterwards', () =>
      run(async ({ rooms }) => {
        const id = randomUUID()
        const mine = bytes('words')
        await rooms.replace(id, [{ kind: 'update', bytes: mine }])
        await rooms.append(id, [{ kind: 'update', bytes: mine }])
        mine.fill(0)
        const found = await rooms.load(id)
        expect(told(found?.entries)).toEqual(told([update('words'), update('words')]))
        for (const entry of found?.entries ?? []) if ('bytes' in entry) entry.bytes.fill(0)
        expect(told((await rooms.load(id))?.entries)).toEqual(told([update('words'), update('words')]))
      }))

    test('W15 without a log nothing is appended, and what is no id names no room', () =>
      run(async ({ rooms }) => {
        const id = randomUUID()
        expect(await reasonOf(rooms.append(id, [update('x')]))).toBe('not-found')
        await rooms.replace(id, [])
        expect(told((await rooms.load(id))?.entries)).toEqual([])
        await rooms.append(id, [update('x')])
        await rooms.drop(id)
        expect(await reasonOf(rooms.append(id, [update('x')]))).toBe('not-found')
        for (const no of ['../lock', '', id.toUpperCase(), `${id}/..`, `${id}.log`]) {
          expect(await reasonOf(rooms.load(no))).toBe('internal')
          expect(await reasonOf(rooms.append(no, [update('x')]))).toBe('internal')
          expect(await reasonOf(rooms.replace(no, [update('x')]))).toBe('internal')
          expect(await reasonOf(rooms.drop(no))).toBe('internal')
        }
        expect(await rooms.list()).toEqual([])
      }))

    test('W15 a log that would be too large to be read again is refused, and stays as it was', () =>
      run(async ({ rooms }) => {
        const id = randomUUID()
        const large = (megabytes: number): RoomEntry => ({
          kind: 'update',
          bytes: new Uint8Array(megabytes * 1024 * 1024)
        })
        await rooms.replace(id, [update('a')])
        expect(await reasonOf(rooms.replace(id, [large(65)]))).toBe('too-large')
        const [first, second, third] = [
          rooms.append(id, [update('b')]),
          reasonOf(rooms.append(id, [large(65)])),
          rooms.append(id, [update('c')])
        ]
        await Promise.all([first, third])
        expect(await second).toBe('too-large')
        expect(told((await rooms.load(id))?.entries)).toEqual(told([update('a'), update('b'), update('c')]))
      }))

    test('W15 every room that has a log is told, with its size and when it was written', () =>
      run(async ({ rooms }, clock) => {
        const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
        for (const id of [a, b, c]) await rooms.replace(id, one)
        await rooms.append(
          b,
          Array.from({ length: 100 }, () => update('words'))
        )
        await rooms.drop(c)
        const logs = [...(await rooms.list())].sort((x, y) => x.size - y.size)
        expect(logs.map(({ fileId }) => fileId)).toEqual([a, b])
        for (const { size, at } of logs) {
          expect(size).toBeGreaterThan(0)
          expect(Math.min(Math.abs(at - clock.now), Math.abs(at - Date.now()))).toBeLessThan(60_000)
        }
      }))

    test('S5 what was written together goes with a file that is deleted for good, and not before', () =>
      run(async (store) => {
        const { rooms } = store
        const { entry } = await store.write(page, html('1'), { by: ada })
        await rooms.replace(entry.id, [update('words')])
        await store.move(page, p('/org/site/b.html'), { by: bob })
        const item = await store.remove(p('/org/site/b.html'), { by: bob })
        expect(await rooms.load(entry.id)).not.toBeNull()
        await store.restoreFromTrash(p('/org/site'), item.id, { by: bob })
        expect(await rooms.load(entry.id)).not.toBeNull()
        const again = await store.remove(p('/org/site/b.html'), { by: bob })
        await store.deleteFromTrash(p('/org/site'), again.id)
        expect(await rooms.load(entry.id)).toBeNull()
      }))
  })
}
