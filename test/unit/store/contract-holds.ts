import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ada, bob, p } from '../../support/workspace'
import { html, page, type Run } from './contract-kit'

const HOUR = 3_600_000

/** What every Store does with files that people keep for themselves for a while. */
export function holdsContract(name: string, run: Run): void {
  describe(`${name}: holds`, () => {
    test('RT15 a file is held by one person, who may let it last longer, until they let it go', () =>
      run(async (store, clock) => {
        const { holds } = store
        const { id } = (await store.write(page, html('x'), { by: ada })).entry
        expect(await holds.list()).toEqual([])
        expect(await holds.take(randomUUID(), ada, HOUR)).toBeNull()
        const taken = await holds.take(id, { ...ada, via: { program: 'a program' } }, HOUR)
        expect(taken).toMatchObject({ fileId: id, path: page, by: ada, besides: [], left: HOUR })
        expect((taken?.until ?? 0) - (taken?.since ?? 0)).toBe(HOUR)
        expect(await holds.take(id, bob, HOUR)).toMatchObject({ by: ada, until: taken?.until })
        clock.now += 10
        const longer = await holds.take(id, { ...ada, email: ada.email.toUpperCase() }, 2 * HOUR)
        expect(longer).toMatchObject({ since: taken?.since, left: 2 * HOUR })
        const [listed, ...more] = await holds.list()
        expect([listed?.until, more]).toEqual([longer?.until, []])
        expect(await holds.end(id, bob)).toBe(false)
        expect(await holds.end(id, ada)).toBe(true)
        expect(await holds.end(id, ada)).toBe(false)
        expect(await holds.list()).toEqual([])
        expect(await holds.take(id, bob, HOUR)).toMatchObject({ by: bob })
        expect(await holds.end(id, null)).toBe(true)
      }))

    test('RT15 a hold ends by itself', () =>
      run(async (store, clock) => {
        const { holds } = store
        const { id } = (await store.write(page, html('x'), { by: ada })).entry
        await holds.take(id, ada, 40)
        await expect
          .poll(() => {
            clock.now += 10
            return holds.list()
          })
          .toEqual([])
        expect(await holds.end(id, ada)).toBe(false)
        expect(await holds.pass(id, bob)).toBeNull()
        expect(await holds.take(id, bob, HOUR)).toMatchObject({ by: bob, besides: [] })
      }))

    test('RT15 who writes in a held file all the same is noted once, and is noted no more with the next hold', () =>
      run(async (store) => {
        const { holds } = store
        const { id } = (await store.write(page, html('x'), { by: ada })).entry
        expect(await holds.pass(id, bob)).toBeNull()
        await holds.take(id, ada, HOUR)
        expect(await holds.pass(id, bob)).toMatchObject({ besides: [bob] })
        expect(await holds.pass(id, bob)).toMatchObject({ besides: [bob] })
        expect(await holds.pass(id, ada)).toMatchObject({ besides: [bob] })
        expect(await holds.take(id, ada, HOUR)).toMatchObject({ besides: [bob] })
        await holds.end(id, ada)
        expect(await holds.take(id, ada, HOUR)).toMatchObject({ besides: [] })
      }))

    test('RT15 a hold goes where its file goes, and is of nothing while that is in the trash', () =>
      run(async (store) => {
        const { holds } = store
        const { id } = (await store.write(page, html('x'), { by: ada })).entry
        await holds.take(id, ada, HOUR)
        const there = p('/org/site/folder/moved.html')
        await store.move(page, there, { by: bob })
        expect((await holds.list()).map(({ fileId, path }) => [fileId, path])).toEqual([[id, there]])
        await store.copy(there, page, { by: bob })
        expect((await holds.list()).map(({ path }) => path)).toEqual([there])
        await store.remove(p('/org/site/folder'), { by: bob })
        expect(await holds.list()).toEqual([])
        expect(await holds.take(id, bob, HOUR)).toBeNull()
        expect(await holds.end(id, null)).toBe(true)
      }))

    test('RT15 of two who take hold at once one does', () =>
      run(async (store) => {
        const { id } = (await store.write(page, html('x'), { by: ada })).entry
        const both = await Promise.all([ada, bob].map((one) => store.holds.take(id, one, HOUR)))
        const [first] = await store.holds.list()
        expect(both.map((one) => one?.by.email)).toEqual([first?.by.email, first?.by.email])
      }))
  })
}
