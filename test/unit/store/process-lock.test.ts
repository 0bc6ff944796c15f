import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { ada, bob, bytes, p, tempFolder, text, withStore } from '../../support/workspace'

const page = p('/o/s/page.html')
const lockOf = (folder: string) => join(folder, '.galley/lock')

test.each(['deleted', 'replaced', 'put elsewhere'])(
  'W7 whose lock was %s writes nothing more, says so, and loses nothing of the other owner',
  async (how) => {
    await withStore(async (first, folder) => {
      await first.write(page, bytes('first'), { by: ada })
      if (how === 'put elsewhere') {
        await rename(lockOf(folder), `${lockOf(folder)}.old`)
        // its name is asked for now and then
        await new Promise((resolve) => setTimeout(resolve, 150))
      } else await rm(lockOf(folder))
      if (how === 'replaced') await writeFile(lockOf(folder), '')
      const second = await openStore({ folder, watch: false })
      try {
        const acknowledged = new Set<string>()
        const save = async (store: typeof first, words: string) => {
          await store.write(page, bytes(words), { by: bob })
          acknowledged.add(words)
        }
        const refused = await Promise.allSettled(
          Array.from({ length: 40 }, (_, at) => save(at % 2 === 0 ? first : second, `words ${at}`))
        )
        for (const [at, { status }] of refused.entries())
          expect(status, `${at}`).toBe(at % 2 === 0 ? 'rejected' : 'fulfilled')
        await expect(first.write(page, bytes('late'), { by: ada })).rejects.toMatchObject({
          reason: 'in-use',
          where: lockOf(folder)
        })
        await expect(first.createVersion(page, { by: ada })).rejects.toMatchObject({ reason: 'in-use' })
        await expect(first.remove(page, { by: ada })).rejects.toMatchObject({ reason: 'in-use' })
        await expect(
          first.document<unknown>('settings', (value) => value, {}).update(() => ({ a: 1 }))
        ).rejects.toMatchObject({ reason: 'in-use' })
        expect(first.folder.problems().map(({ where }) => where)).toContain(lockOf(folder))

        const found = new Set([text((await second.read(page))?.bytes)])
        for (const { id, fileId } of await second.versions(page))
          found.add(text((await second.readVersion('o', fileId, id))?.bytes))
        for (const words of acknowledged) expect(found).toContain(words)
      } finally {
        await second.close()
      }
    })
  }
)

test('W7 a workspace that was away for a while is still owned', async () => {
  await withStore(async (store, folder) => {
    await store.write(page, bytes('one'), { by: ada })
    await rename(folder, `${folder}-away`)
    await expect(store.write(page, bytes('two'), { by: ada })).rejects.toMatchObject({ reason: 'io-failed' })
    await rename(`${folder}-away`, folder)
    await store.write(page, bytes('three'), { by: ada })
    expect(text((await store.read(page))?.bytes)).toBe('three')
  })
})

test('W7 who lost the lock closes without a word of failure', async () => {
  const folder = await tempFolder()
  const store = await openStore({ folder, watch: false })
  await store.write(page, bytes('one'), { by: ada })
  await rm(lockOf(folder))
  await expect(store.write(page, bytes('two'), { by: ada })).rejects.toMatchObject({ reason: 'in-use' })
  await store.close()
  await rm(folder, { recursive: true })
})
