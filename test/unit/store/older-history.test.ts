import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import { ada, bob, bytes, filesBelow, p, text, withStore } from '../../support/workspace'

const page = p('/o/s/page.html')
const html = (body: string) => `<main>${body}</main>`

const deeds: Readonly<Record<string, (log: string, older: Buffer) => Promise<void>>> = {
  'an older copy is written over it': (log, older) => writeFile(log, older),
  'an older copy takes its place': async (log, older) => {
    await writeFile(`${log}.other`, older)
    await rename(`${log}.other`, log)
  },
  'it is deleted': (log) => rm(log),
  'it is emptied': (log) => writeFile(log, '')
}

test.each(Object.keys(deeds))(
  'W6 a history that another program changes while Galley runs keeps all its versions at the next save: %s',
  (how) =>
    withStore(async (store, folder) => {
      await store.write(page, bytes(html('1')), { by: ada })
      const [name = ''] = await filesBelow(join(folder, '.galley/files'))
      const log = join(folder, '.galley/files', name)
      await store.write(page, bytes(html('2')), { by: bob })
      const older = await readFile(log)
      for (const one of ['3', '4']) await store.write(page, bytes(html(one)), { by: ada })
      const before = await store.versions(page)

      await deeds[how]?.(log, older)
      await store.write(page, bytes(html('5')), { by: bob })
      expect(store.folder.problems().map(({ where, message }) => [where, message])).toEqual([
        [log, expect.stringContaining('put back as it was') as unknown]
      ])
      await store.close()

      // what the second copy of the histories knows is not asked
      await rm(join(folder, '.galley/versions.log'))
      const again = await openStore({ folder, watch: false })
      const [newest, ...rest] = await again.versions(page)
      expect(rest).toEqual(before)
      const contents = [newest, ...rest].map(async (version) =>
        text((await again.readVersion('o', version?.fileId ?? '', version?.id ?? ''))?.bytes)
      )
      expect(await Promise.all(contents)).toEqual(['4', '3', '2', '1'].map(html))
      expect(text((await again.read(page))?.bytes)).toBe(html('5'))
      await again.close()
      expect((await examine(folder)).findings.filter(({ kind }) => kind === 'damage')).toEqual([])
    })
)
