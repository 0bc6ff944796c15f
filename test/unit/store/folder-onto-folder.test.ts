import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import type { DurableFs } from '../../../src/main/store/disk/durable-fs'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import type { FolderStore } from '../../../src/main/store/types'
import { ada, bob, bytes, p, tempFolder, text } from '../../support/workspace'

const numbers = Array.from({ length: 60 }, (_, number) => number)
const name = (number: number) => `f${number % 3}/p${number}.html`
const at = (folder: string, number: number) => p(`/o/s/${folder}/${name(number)}`)

async function fill(store: FolderStore): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const folder of ['from', 'to'])
    for (const number of numbers) {
      const body = bytes(`<main>${folder} ${number}</main>`)
      const { entry } = await store.write(at(folder, number), body, { by: ada })
      ids.set(entry.path, entry.id)
    }
  return ids
}

it('S4 S5 a folder moved onto one that exists brings its files with their ids, and what was in their way lies in the trash with a Restore Point', async () => {
  const workspace = await tempFolder()
  const store = await openStore({ folder: workspace, watch: false })
  const ids = await fill(store)
  const told: [number, number][] = []
  await store.move(p('/o/s/from'), p('/o/s/to'), {
    by: bob,
    overwrite: true,
    onProgress: (done, total) => told.push([done, total])
  })
  expect(told.at(-1)).toEqual([60, 60])
  await store.close()
  const again = await openStore({ folder: workspace, watch: false })
  expect(await again.stat(p('/o/s/from'))).toBeNull()
  for (const number of numbers) {
    const found = await again.read(at('to', number))
    expect(text(found?.bytes)).toBe(`<main>from ${number}</main>`)
    expect(found?.entry.id).toBe(ids.get(at('from', number)))
  }
  const trash = await again.trash(p('/o/s'))
  expect(trash).toHaveLength(60)
  await again.move(p('/o/s/to'), p('/o/s/aside'), { by: bob })
  for (const { id } of trash) await again.restoreFromTrash(p('/o/s'), id, { by: ada })
  for (const number of numbers) {
    const found = await again.read(at('to', number))
    expect(text(found?.bytes)).toBe(`<main>to ${number}</main>`)
    expect(found?.entry.id).toBe(ids.get(at('to', number)))
    expect(await again.versions(at('to', number))).toMatchObject([{ label: 'Restore Point' }])
  }
  expect(again.folder.problems()).toEqual([])
  await again.close()
})

it('S4 W8 what another program puts in the place of a file that is being moved stays, and nothing has moved', async () => {
  const workspace = await tempFolder()
  let moving = false
  const fs: DurableFs = {
    ...nodeFs,
    renameAll: async (moves) => {
      if (moving && moves.some(({ to }) => to.endsWith('content/o/s/to/f1/p7.html'))) {
        moving = false
        await mkdir(join(workspace, 'content/o/s/to/f1'), { recursive: true })
        await writeFile(join(workspace, 'content/o/s/to/f1/p7.html'), '<main>of another program</main>')
      }
      return nodeFs.renameAll(moves)
    }
  }
  const store = await openStore({ folder: workspace, watch: false, fs })
  const ids = await fill(store)
  await store.remove(at('to', 7), { by: ada })
  moving = true
  await expect(store.move(p('/o/s/from'), p('/o/s/to'), { by: bob, overwrite: true })).rejects.toMatchObject({
    reason: 'exists'
  })
  expect(moving).toBe(false)
  for (const number of numbers)
    for (const folder of ['from', 'to']) {
      const found = await store.read(at(folder, number))
      const isOther = folder === 'to' && number === 7
      expect(text(found?.bytes)).toBe(
        isOther ? '<main>of another program</main>' : `<main>${folder} ${number}</main>`
      )
      if (!isOther) expect(found?.entry.id).toBe(ids.get(at(folder, number)))
    }
  expect(await store.trash(p('/o/s'))).toHaveLength(1)
  await store.close()
})
