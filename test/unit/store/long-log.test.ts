import { appendFile, readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { layoutOf } from '../../../src/main/store/layout/layout'
import { logLines, readLog } from '../../../src/main/store/logs/line-log'
import { isGuid } from '../../../src/main/store/layout/names'
import { ada, bob, bytes, p, quickFolder } from '../../support/workspace'

const page = p('/o/s/page.html')

test('V7 a log that is shortened still tells who wrote each version', async () => {
  const folder = await quickFolder()
  let store = await openStore({ folder, watch: false })
  await store.write(page, bytes('<p>one</p>'), { by: ada })
  await store.createVersion(page, { by: bob, label: 'Approved' })
  const { entry } = await store.write(page, bytes('<p>two</p>'), { by: bob })
  const before = await store.versions(page)
  await store.close()
  // as thousands of autosaves leave it
  if (!isGuid(entry.id)) throw new Error('a file has a GUID')
  const log = layoutOf(folder).log(entry.id)
  const last = readLog(await readFile(log)).values.at(-1)
  await appendFile(log, logLines(Array.from({ length: 1_200 }, () => last)))
  const { size } = await stat(log)
  // read and shortened, then read as it was shortened
  for (const _ of [1, 2]) {
    store = await openStore({ folder, watch: false })
    expect(await store.versions(page)).toEqual(before)
    await store.close()
  }
  expect(before.map(({ written }) => written?.by)).toEqual([ada, ada])
  expect((await stat(log)).size).toBeLessThan(size / 100)
})
