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

test('V3 V7 a log does not grow with each autosave while the workspace is open', async () => {
  const folder = await quickFolder()
  const store = await openStore({ folder, watch: false })
  const { entry } = await store.write(page, bytes('<p>begin</p>'), { by: ada })
  if (!isGuid(entry.id)) throw new Error('a file has a GUID')
  const log = layoutOf(folder).log(entry.id)
  let largest = 0
  for (let save = 0; save < 2_500; save++) {
    await store.write(page, bytes(`<p>${save}</p>`), { by: bob, session: 'all-day' })
    largest = Math.max(largest, (await stat(log)).size)
  }
  const line = (await readFile(log)).length / readLog(await readFile(log)).values.length
  expect(largest / line).toBeLessThan(1_200)
  const [first] = (await store.versions(page)).slice(-1)
  expect(first?.written?.by).toEqual(ada)
  expect(await readFile(`${folder}/content${page}`, 'utf8')).toBe('<p>2499</p>')
  await store.close()
})
