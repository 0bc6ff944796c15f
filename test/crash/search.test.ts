import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeAll, expect, test } from 'vitest'
import { createService } from '../../src/main/service'
import { openStore } from '../../src/main/store'
import { bundleProgram } from '../support/bundle'
import { without } from '../e2e/support/capabilities'
import { smallDisk } from '../e2e/support/small-disk'
import { freshDump, freshPastDump, happens, openPastSearched, openSearched } from '../support/searched'
import { ada, bytes, onRealDisk, p, tempFolder, text, until } from '../support/workspace'
import { randomOf } from '../unit/links/random-site'

onRealDisk()

const KILLS = Number(process.env['GALLEY_SEARCH_KILLS'] ?? 4)

let program = ''
beforeAll(async () => {
  program = await bundleProgram('test/crash/killed-searcher.ts')
})

/** Lets it work, and kills it some moments after a line that the seed chooses. @returns lines that were heard */
async function workUntilKilled(
  folder: string,
  file: string,
  seed: number,
  which: 'now' | 'past'
): Promise<number> {
  const child = spawn(process.execPath, [program, folder, file, String(seed), which], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  let heard = 0
  for await (const line of createInterface({ input: child.stdout })) {
    expect(['open', 'done']).toContain(line)
    if (++heard === 1 + (seed % 7)) setTimeout(() => child.kill('SIGKILL'), (seed * 7) % 40)
  }
  await ended
  return heard
}

const indices = [
  {
    which: 'now',
    title: `FI5 ${KILLS} kill -9 in the middle of taking in: the index opens again, equal to a fresh one`,
    name: 'search-seal.db',
    open: openSearched,
    fresh: freshDump
  },
  {
    which: 'past',
    title: `FI5 FI7 ${KILLS} kill -9 while histories are read: the index of what was opens again, equal to a fresh one`,
    name: 'search-seal.past.db',
    open: openPastSearched,
    fresh: freshPastDump
  }
] as const

test.for(indices)(
  '$title',
  { timeout: Math.max(120_000, KILLS * 10_000) },
  async ({ which, name, open, fresh }) => {
    const folder = await tempFolder()
    const file = join(folder, 'index', name)
    let [locks, most] = [0, 0]
    try {
      for (let kill = 1; kill <= KILLS; kill++) {
        expect(await workUntilKilled(folder, file, kill * 31, which), `kill ${kill}`).toBeGreaterThan(0)
        if (existsSync(`${file}.lock`)) locks++
        const store = await openStore({ folder, watch: false })
        try {
          const again = await open(store, file)
          // what the kill interrupted may still be taken in by the store: the index follows
          const lines = await until(async () => {
            const found = await again.dump()
            expect(found, `kill ${kill}`).toEqual(await fresh(store))
            return [found.length]
          })
          await again.close()
          expect(again.failures, `kill ${kill}`).toEqual([])
          most = Math.max(most, ...lines)
        } finally {
          await store.close()
        }
      }
      // it was killed while the index was open: otherwise nothing of this was shown
      expect(locks).toBe(KILLS)
      expect(most).toBeGreaterThan(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
)

test.skipIf(without.disks)(
  'FI5 an index that is begun on a full disk says so to who asks, and finds all when there is room',
  async () => {
    const place = await tempFolder()
    const disk = await smallDisk('memory', place)
    const store = await openStore({ folder: join(disk.folder, 'workspace'), watch: false })
    const told: unknown[] = []
    const service = createService({
      store,
      appVersion: '0.0.0',
      searchSeals: join(place, 'seals'),
      report: (error) => told.push(error)
    })
    const ask = async () => {
      const answer = await service.fetch(new Request('http://127.0.0.1/search?q=quokka'), 'owner')
      return answer.json() as Promise<{ reason?: string; total?: number; state?: { kind: string } }>
    }
    try {
      for (let count = 0; count < 20; count++)
        await store.write(p(`/o/s/page-${count}.html`), bytes(`<p>quokka ${'word '.repeat(400)}</p>`), {
          by: ada
        })
      await disk.fill(0)
      expect((await ask()).reason).toBe('disk-full')
      expect((await ask()).reason).toBe('disk-full')
      await disk.fill(60_000)
      expect((await ask()).reason).toBe('disk-full')
      expect(told).toEqual([])
      await disk.free()
      await until(async () => (await ask()).state?.kind === 'complete')
      expect((await ask()).total).toBe(20)
    } finally {
      await service.close()
      await store.close()
      await disk.remove()
      await rm(place, { recursive: true })
    }
  }
)

test.skipIf(without.disks)(
  'FI5 a full disk is told once and costs no content; what could not be taken in is found when there is room again',
  async () => {
    const folder = await tempFolder()
    const disk = await smallDisk('memory', await tempFolder())
    const store = await openStore({ folder, watch: false })
    const searched = await openSearched(store, join(disk.folder, 'index', 'search-seal.db'))
    try {
      const random = randomOf(8)
      for (let count = 0; count < 20; count++) await happens(store, random)
      await searched.dump()
      await disk.fill(0)
      const long = `<p>${Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')}</p>`
      await store.write(p('/o/s/long.html'), bytes(long), { by: ada })
      await until(() => searched.failures.length > 0)
      await store.write(p('/o/s/after.html'), bytes('<p>after</p>'), { by: ada })
      expect(text((await store.read(p('/o/s/long.html')))?.bytes)).toBe(long)
      expect(searched.following.state()).not.toBeNull()
      await disk.free()
      expect(await searched.dump()).toEqual(await freshDump(store))
      expect(searched.failures).toHaveLength(1)
      expect(String(searched.failures[0])).toMatch(/full|disk/)
    } finally {
      await searched.close()
      await store.close()
      await disk.remove()
      await rm(folder, { recursive: true })
    }
  }
)
