import { expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import type { FolderStore } from '../../src/main/store/types'
import type { MemoryDisk } from '../support/memory-fs'
import { ALL_FAULTS, failingFs } from '../support/failing-fs'
import { diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p, text } from '../support/workspace'

const paths = ['a', 'b', 'c', 'd', 'e'].map((name) => p(`/o/s/${name}/one.html`))
const content = (at: number, round: number) => `<main><p>${at} ${`${round} `.repeat(200)}</p></main>`

const open = (disk: MemoryDisk) => openStore({ folder: '/w', fs: disk.fs, watch: false })

const saveAll = (store: FolderStore, round: number) =>
  Promise.allSettled(paths.map((path, at) => store.write(path, bytes(content(at, round)), { by: ada })))

/** Content and versions of each, newest first. */
async function look(store: FolderStore): Promise<string[][]> {
  const seen = []
  for (const path of paths) {
    const found = await store.read(path)
    const contents = [text(found?.bytes)]
    for (const { id } of await store.versions(path))
      contents.push(text((await store.readVersion('o', found?.entry.id ?? '', id))?.bytes))
    seen.push(contents)
  }
  return seen
}

for (const [turn, code] of ['ENOSPC', 'EIO'].entries())
  for (const lasting of [false, true])
    test(`W2 W3 of saves at once on a disk that answers ${code} ${lasting ? 'from any call on' : 'once, at any call'}, each is whole or did not happen, and says so`, async () => {
      let failures = 0
      for (let nth = ALL_FAULTS ? 1 : 1 + turn; ; nth += ALL_FAULTS ? 1 : 2) {
        const disk = await diskWithoutEmptyFolders()
        const failing = failingFs(disk.fs)
        const store = await openStore({ folder: '/w', fs: failing.fs, watch: false })
        await saveAll(store, 1)
        failing.failAt(nth, code, lasting)
        const saved = await saveAll(store, 2)
        const calls = failing.stop()
        const expected = saved.map(({ status }, at) =>
          status === 'fulfilled' ? [content(at, 2), content(at, 1)] : [content(at, 1)]
        )
        if (saved.some(({ status }) => status === 'rejected')) failures += 1
        // what could not be taken back while the disk failed is a version too many, never one that is lost
        const seen = await look(store)
        if (lasting)
          for (const [at, contents] of seen.entries())
            for (const one of expected[at] ?? []) expect(contents, `call ${nth}`).toContain(one)
        else expect(seen, `call ${nth}`).toEqual(expected)
        await store.close()
        const again = await open(disk)
        expect(await look(again), `after a restart, call ${nth}`).toEqual(seen)
        await saveAll(again, 3)
        for (const [at, [now]] of (await look(again)).entries()) expect(now).toBe(content(at, 3))
        await again.close()
        if (calls < nth) break
      }
      // a group that failed is tried one by one: what fails once harms one save at most
      if (lasting) expect(failures).toBeGreaterThan(ALL_FAULTS ? 10 : 5)
    })
