import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../src/main/store'
import type { MemoryDisk } from '../support/memory-fs'
import { cuts, diskWithoutEmptyFolders } from '../support/power-cuts'
import { ada, bytes, p, text } from '../support/workspace'

const COUNT = 40
const names = Array.from({ length: COUNT }, (_, number) => `page-${number}.html`)
const theirs = (name: string) => `<main>${name} of another program</main>`
const folder = p('/o/s/crowd')

/** Another program puts many files into a folder, and makes sure that they last. */
async function makeCrowd({ fs }: MemoryDisk): Promise<void> {
  const place = `/w/content${folder}`
  for (const name of names) {
    const handle = await fs.open(`${place}/${name}`, 'create')
    await handle.write(bytes(theirs(name)))
    await handle.sync()
  }
  await fs.syncFolder(place)
  await fs.syncFolder(dirname(place))
}

test(
  'W2 W5 W6 a power cut at any moment while a crowd is taken in: each file stays, a save in it too, and ids that were told',
  { timeout: 120_000 },
  async () => {
    const disk = await diskWithoutEmptyFolders()
    const store = await openStore({ folder: '/w', fs: disk.fs, watch: false })
    await store.createFolder(folder, { by: ada })
    await makeCrowd(disk)
    const told = new Map<string, string>()
    store.subscribe((event) => {
      if (event.type === 'file' && event.change === 'created') told.set(event.path, event.fileId)
    })
    const images: { disk: MemoryDisk; how: string; told: Map<string, string>; saved: string[] }[] = []
    const saved: string[] = []
    let step = 0
    disk.onStep = () => {
      step++
      // each kind of cut at every moment would be 4,000 workspaces
      for (const [index, [how, cut]] of cuts(step).entries())
        if (index === step % 6)
          images.push({
            disk: disk.cut(cut),
            how: `call ${step}, ${how}`,
            told: new Map(told),
            saved: [...saved]
          })
    }
    expect(await store.list(folder)).toHaveLength(COUNT)
    const save = async (name: string) => {
      await store.write(p(`${folder}/${name}`), bytes(`<main>mine of ${name}</main>`), { by: ada })
      saved.push(name)
    }
    // the last ones still wait when they are saved, the first may have been made to last
    await Promise.all([save('page-39.html'), save('page-0.html')])
    await store.close()
    disk.onStep = () => undefined
    expect(told.size).toBe(COUNT)

    for (const { disk: after, how, told: ids, saved: acknowledged } of images) {
      const again = await openStore({ folder: '/w', fs: after.fs, watch: false })
      const entries = (await again.list(folder)) ?? []
      expect(entries, how).toHaveLength(COUNT)
      for (const entry of entries) {
        if (entry.kind !== 'file') throw new Error(`${how}: ${entry.path} is a folder`)
        if (ids.has(entry.path)) expect(entry.id, `${how}: ${entry.path}`).toBe(ids.get(entry.path))
        const content = text((await again.read(entry.path))?.bytes)
        const mine = `<main>mine of ${entry.name}</main>`
        if (!acknowledged.includes(entry.name)) {
          if (content !== mine) expect(content, how).toBe(theirs(entry.name))
          continue
        }
        expect(content, how).toBe(mine)
        const [version] = await again.versions(entry.path)
        const before = await again.readVersion('o', entry.id, version?.id ?? '')
        expect(text(before?.bytes), how).toBe(theirs(entry.name))
      }
      expect(again.folder.problems(), how).toEqual([])
      await again.close()
    }
    expect(images.length).toBeGreaterThan(100)
  }
)
