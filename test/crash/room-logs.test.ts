import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { GalleyError } from '../../src/common/errors'
import { openStore } from '../../src/main/store'
import { nodeFs } from '../../src/main/store/disk/node-fs'
import { failingFs } from '../support/failing-fs'
import type { MemoryDisk } from '../support/memory-fs'
import { cuts, diskWithoutEmptyFolders } from '../support/power-cuts'
import { quickFolder, sparseWorkspace } from '../support/workspace'
import { ask, RoomOracle, wordsIn, type Asked } from './room-words'

const append = (...words: string[]): Asked => ({ do: 'append', words })
const replace = (...words: string[]): Asked => ({ do: 'replace', words })
const drop: Asked = { do: 'drop' }
const long = (word: string) => word.repeat(300)

describe('a power cut at any moment', () => {
  const [a, b] = [randomUUID(), randomUUID()]
  type Ask = (id: string, ...asked: Asked[]) => Promise<unknown>
  const scenarios: [string, (ask: Ask) => Promise<void>][] = [
    [
      'appends, one by one and together',
      async (ask) => {
        await ask(a, replace('first'))
        await ask(a, append(long('x'), long('y')))
        await Promise.all(['1', '2', '3', '4'].map((word) => ask(a, append(word, long(word)))))
        await Promise.all([ask(a, append('5')), ask(a, append(long('6'))), ask(a, append('7', '8'))])
      }
    ],
    [
      'a log that is replaced between appends',
      async (ask) => {
        await ask(a, replace(long('x')))
        await ask(a, append('1'), append(long('2')), replace(long('y'), 'z'), append('3'), append(long('4')))
        await ask(a, replace())
        await ask(a, append('5'), replace('6'), replace('7'), append('8'))
      }
    ],
    [
      'rooms that begin, end and begin again beside each other',
      async (ask) => {
        await Promise.all([ask(a, replace('a'), append('1')), ask(b, replace('b'), append(long('2')))])
        await Promise.all([ask(a, drop), ask(b, append('3'), append('4'))])
        await Promise.all([ask(a, replace('again'), append('5')), ask(b, append('6'), drop)])
        await ask(b, replace('again'))
        await Promise.all([ask(a, drop, replace('x'), drop), ask(b, append(long('7')))])
      }
    ]
  ]

  test.each(scenarios)(
    'W15 W1 W2 of %s: each is there as a whole or not at all, in order, and what was acknowledged is there',
    { timeout: 120_000 },
    async (_name, scenario) => {
      const disk = await diskWithoutEmptyFolders()
      const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
      const oracles = new Map<string, RoomOracle>([a, b].map((id) => [id, new RoomOracle()]))
      const images: { disk: MemoryDisk; how: string; allowed: Map<string, string[]> }[] = []
      let step = 0
      disk.onStep = () => {
        step++
        const allowed = new Map([...oracles].map(([id, oracle]) => [id, oracle.allowed()]))
        for (const [how, cut] of cuts(step))
          images.push({ disk: disk.cut(cut), how: `before call ${step}, ${how}`, allowed })
      }
      await scenario(async (id, ...all) => {
        await Promise.all(
          all.map(async (asked) => {
            const acknowledged = oracles.get(id)?.about(asked)
            await ask(store.rooms, id, asked)
            acknowledged?.()
          })
        )
      })
      disk.onStep()
      disk.onStep = () => undefined
      await store.close()
      for (const { disk: after, how, allowed } of images) {
        const again = await openStore({ folder: '/w', fs: after.fs, watch: false })
        for (const [id, states] of allowed) {
          const found = await wordsIn(again.rooms, id)
          expect(states, how).toContain(JSON.stringify(found))
          await ask(again.rooms, id, found ? append('after') : replace('after'))
          expect(await wordsIn(again.rooms, id), how).toEqual([...(found ?? []), 'after'])
        }
        expect(again.folder.problems(), how).toEqual([])
        await again.close()
      }
      expect(images.length).toBeGreaterThan(60)
    }
  )
})

describe('W3 a failing disk', () => {
  const id = randomUUID()
  const before = ['first', long('x')]
  const cases: { name: string; asked: readonly Asked[]; allowed: readonly (readonly string[] | null)[] }[] = [
    { name: 'an append', asked: [append('1', long('2'))], allowed: [before] },
    { name: 'appends together', asked: [append('1'), append('2'), append('3')], allowed: [before] },
    { name: 'replacing', asked: [replace('new')], allowed: [before, ['new']] },
    { name: 'dropping', asked: [drop], allowed: [before, null] }
  ]

  for (const { name, asked, allowed } of cases)
    for (const code of ['ENOSPC', 'EIO'])
      for (const staysSo of [false, true])
        test(`W3 W15 ${name} that meets ${code} at its Nth call${staysSo ? ' and at all that follow' : ''} fails, leaves nothing half, and the next one works`, async () => {
          let failures = 0
          for (let nth = 1; ; nth++) {
            const at = await sparseWorkspace(quickFolder())
            const disk = failingFs(nodeFs)
            const store = await openStore({ folder: at, fs: disk.fs, watch: false })
            await ask(store.rooms, id, replace(...before))
            disk.failAt(nth, code, staysSo)
            const outcomes = await Promise.allSettled(asked.map((one) => ask(store.rooms, id, one)))
            const calls = disk.stop()
            const failed = outcomes.flatMap((one) =>
              one.status === 'rejected' ? [one.reason as unknown] : []
            )
            if (failed.length > 0) {
              failures++
              for (const reason of failed) {
                const expected = code === 'ENOSPC' ? 'disk-full' : 'io-failed'
                expect(reason instanceof GalleyError && reason.reason, `call ${nth}`).toBe(expected)
              }
              const found = await wordsIn(store.rooms, id)
              expect(allowed, `call ${nth}`).toContainEqual(found)
              await ask(store.rooms, id, found ? append('then') : replace('then'))
              expect(await wordsIn(store.rooms, id)).toEqual([...(found ?? []), 'then'])
            }
            const after = await wordsIn(store.rooms, id)
            await store.close()
            const again = await openStore({ folder: at, watch: false })
            expect(await wordsIn(again.rooms, id), `after a restart, call ${nth}`).toEqual(after)
            expect(again.folder.problems()).toEqual([])
            await again.close()
            await rm(at, { recursive: true })
            if (calls < nth) break
          }
          expect(failures).toBeGreaterThan(1)
        })

  test('W3 W15 an append that was written and not synced does not count after a restart either', async () => {
    const at = await sparseWorkspace(quickFolder())
    const disk = failingFs(nodeFs)
    const store = await openStore({ folder: at, fs: disk.fs, watch: false })
    await ask(store.rooms, id, replace('first'))
    // opened and written
    disk.failAt(3, 'EIO')
    await expect(ask(store.rooms, id, append('refused'))).rejects.toMatchObject({ reason: 'io-failed' })
    disk.stop()
    await store.close()
    const again = await openStore({ folder: at, watch: false })
    expect(await wordsIn(again.rooms, id)).toEqual(['first'])
    await again.close()
    await rm(at, { recursive: true })
  })

  test('W3 W15 an append behind one that failed and could not be cut off yet does not make that one count', async () => {
    const at = await sparseWorkspace(quickFolder())
    const disk = failingFs(nodeFs)
    const store = await openStore({ folder: at, fs: disk.fs, watch: false })
    await ask(store.rooms, id, replace('first'))
    // opened and written; neither synced nor cut off
    disk.failAt(3, 'EIO', true)
    await expect(ask(store.rooms, id, append('refused'))).rejects.toMatchObject({ reason: 'io-failed' })
    await expect(ask(store.rooms, id, append('refused too'))).rejects.toMatchObject({ reason: 'io-failed' })
    disk.stop()
    await ask(store.rooms, id, append('second'))
    expect(await wordsIn(store.rooms, id)).toEqual(['first', 'second'])
    await store.close()
    await rm(at, { recursive: true })
  })
})
