import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'
import { bundleProgram } from '../support/bundle'
import type { Cut } from '../support/memory-fs'
import type { MemoryDisk } from '../support/memory-fs'
import { diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p, tempFolder, text } from '../support/workspace'

const page = p('/o/s/page.html')
const KILLS = Number(process.env['GALLEY_PUBLISH_KILLS'] ?? 8)

/** What is published in both environments, as a reader gets it. */
async function shown(store: FolderStore): Promise<readonly [preview: string | null, live: string | null]> {
  const read = async (environment: 'preview' | 'live') => {
    const state = await store.published.get(environment, page)
    return state && text(await store.published.read(state.hash, page))
  }
  return [await read('preview'), await read('live')]
}

async function publish(store: FolderStore): Promise<void> {
  const entry = await store.published.keep(page)
  if (!entry) throw new Error('nothing to publish')
  const { hash, size, lastModified: sourceAt } = entry
  const state = { path: page, hash, size, at: Date.now(), by: ada, sourceAt, kind: 'page' }
  await store.published.put([
    { ...state, environment: 'preview' },
    { ...state, environment: 'live' }
  ])
}

describe('a crash while publishing', () => {
  test(
    'U1 W5 after a power cut at any call the old or the new state is published, whole, and never less than was acknowledged',
    { timeout: 120_000 },
    async () => {
      const disk = await diskWithoutEmptyFolders()
      const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
      const images: { disk: MemoryDisk; acknowledged: string | null; next: string }[] = []
      let acknowledged: string | null = null
      let next = ''
      disk.onStep = () => {
        for (const cut of cuts) images.push({ disk: disk.cut(cut), acknowledged, next })
      }
      for (const content of ['<main>one</main>', '<main>two</main>', '<main>three</main>']) {
        next = content
        await store.write(page, bytes(content), { by: ada })
        await publish(store)
        acknowledged = content
      }
      disk.onStep = () => undefined
      await store.close()
      expect(images.length).toBeGreaterThan(100)
      for (const image of images) {
        const after = await openStore({ folder: '/w', fs: image.disk.fs, watch: false })
        try {
          for (const content of await shown(after))
            expect([image.acknowledged, image.next]).toContain(content)
          expect(after.folder.problems()).toEqual([])
        } finally {
          await after.close()
        }
      }
    }
  )

  test(
    'U1 S4 after a power cut at any call of a move, what is published is where its source is',
    { timeout: 120_000 },
    async () => {
      for (const [from, to] of moves) {
        const disk = await diskWithoutEmptyFolders()
        const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
        await store.write(page, bytes('<main>one</main>'), { by: ada })
        await publish(store)
        const images: MemoryDisk[] = []
        disk.onStep = () => images.push(...cuts.map((cut) => disk.cut(cut)))
        await store.move(from, to, { by: ada })
        disk.onStep = () => undefined
        await store.close()
        const moved = `${to}${page.slice(from.length)}` as typeof page
        const ends = new Set<boolean>()
        for (const image of images) {
          const after = await openStore({ folder: '/w', fs: image.fs, watch: false })
          try {
            const isMoved = (await after.stat(moved)) !== null
            ends.add(isMoved)
            expect((await after.stat(page)) === null).toBe(isMoved)
            for (const environment of ['preview', 'live'] as const) {
              expect((await after.published.get(environment, moved)) !== null).toBe(isMoved)
              expect((await after.published.get(environment, page)) === null).toBe(isMoved)
              expect(await after.published.movedTo(environment, page)).toBe(isMoved ? moved : null)
            }
            expect(after.folder.problems()).toEqual([])
          } finally {
            await after.close()
          }
        }
        expect(ends.size).toBe(2)
      }
    }
  )

  let program = ''
  beforeAll(async () => {
    program = await bundleProgram('test/crash/killed-publisher.ts')
  })

  test(
    `U1 ${KILLS} kill -9: what was acknowledged as published is published`,
    { timeout: 10 * 60_000 },
    async () => {
      const folder = await tempFolder()
      let published = 0
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          const said = await publishUntilKilled(folder, kill)
          published += said.acknowledged === null ? 0 : 1
          const store = await openStore({ folder, watch: false })
          try {
            const [preview, live] = await shown(store)
            const possible = [said.acknowledged, said.begun]
            if (said.acknowledged !== null) {
              expect(possible).toContain(preview)
              expect(possible).toContain(live)
            }
            expect(store.folder.problems()).toEqual([])
          } finally {
            await store.close()
          }
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
      expect(published).toBeGreaterThan(KILLS / 2)
    }
  )

  interface Said {
    readonly begun: string | null
    readonly acknowledged: string | null
  }

  /** Kills at a moment that the number chooses, counted in lines that the program has said. */
  async function publishUntilKilled(folder: string, kill: number): Promise<Said> {
    const child = spawn(process.execPath, [program, folder, String(kill)], {
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
    let [begun, acknowledged]: [string | null, string | null] = [null, null]
    let heard = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const [word, content] = line.split(' ', 2)
      if (word === 'begin' && content !== undefined) begun = content
      if (word === 'done' && content !== undefined) acknowledged = content
      heard++
      // spread over all moments, also with few kills
      if (heard === 3 + ((kill * 7) % 23)) setTimeout(() => child.kill('SIGKILL'), (kill % 5) * 0.7)
    }
    await ended
    return { begun, acknowledged }
  }
})

/** A file in its site, a file to another site, a folder, and a whole site. */
const moves = [
  [page, p('/o/s/docs/other.html')],
  [page, p('/o/t/page.html')],
  [p('/o/s'), p('/o/t')],
  [p('/o/s'), p('/o/t/below')]
] as const

const cuts: readonly Cut[] = [
  { keepNames: () => true, keepData: () => 1 },
  { keepNames: () => false, keepData: () => 0 },
  { keepNames: () => true, keepData: () => 0 },
  { keepNames: () => false, keepData: () => 1 },
  { keepNames: (at) => at % 2 === 0, keepData: () => 0.5 }
]
