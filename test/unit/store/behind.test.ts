import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { nodeFs } from '../../../src/main/store/disk/node-fs'
import { examine } from '../../../src/main/store/doctor'
import type { FolderStore } from '../../../src/main/store/types'
import { ada, bytes, filesBelow, p, quickFolder, sparseWorkspace, text, until } from '../../support/workspace'

const page = p('/o/s/page.html')
const html = (body: string) => `<main>${body}</main>`

/** A workspace as a killed process leaves it: what it had not written it never writes. The inodes stay. */
async function killed(work: (store: FolderStore) => Promise<void>): Promise<string> {
  const folder = await sparseWorkspace(quickFolder())
  let alive = true
  const mortal = <T extends object>(real: T): T =>
    new Proxy(real, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          if (!alive && name !== 'close') throw new Error('killed')
          const answer: unknown = Reflect.apply(member, target, args)
          return answer instanceof Promise
            ? answer.then((one: unknown) => (isHandle(one) ? mortal(one) : one))
            : answer
        }
      }
    })
  const store = await openStore({ folder, watch: false, fs: mortal(nodeFs) })
  await work(store)
  alive = false
  await store.close().catch(() => undefined)
  await rm(join(folder, '.galley/lock'))
  return folder
}

const isHandle = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'datasync' in value

async function opened<T>(folder: string, work: (store: FolderStore) => Promise<T>, watch = true): Promise<T> {
  const store = await openStore({ folder, watch })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const damageIn = async (folder: string, repair = false) =>
  (await examine(folder, { repair })).findings.filter(({ kind }) => kind === 'damage')

describe('the index is behind the logs', () => {
  test('W6 what was saved last is in the trash when another program deletes the file after a kill', async () => {
    const folder = await killed(async (store) => {
      await store.write(page, bytes(html('first')), { by: ada })
      await store.write(page, bytes(html('acknowledged last')), { by: ada })
    })
    await rm(join(folder, 'content/o/s/page.html'))
    await opened(folder, async (store) => {
      expect(await store.stat(page)).toBeNull()
      const item = await until(async () => {
        const [found] = await store.trash(p('/o/s'))
        expect(found).toBeDefined()
        return found
      })
      await store.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
      expect(text((await store.read(page))?.bytes ?? bytes(''))).toBe(html('acknowledged last'))
    })
    expect(await damageIn(folder)).toEqual([])
  })

  test('W6 what was saved last keeps its id and history when another program renames the file after a kill', async () => {
    let id = ''
    const folder = await killed(async (store) => {
      await store.write(page, bytes(html('first')), { by: ada })
      id = (await store.write(page, bytes(html('second')), { by: ada })).entry.id
    })
    await rename(join(folder, 'content/o/s/page.html'), join(folder, 'content/o/s/other.html'))
    await opened(folder, async (store) => {
      await until(async () => expect((await store.stat(p('/o/s/other.html')))?.kind).toBe('file'))
      const entry = await store.stat(p('/o/s/other.html'))
      expect(entry?.kind === 'file' && entry.id).toBe(id)
    })
  })

  test('W6 S4 merging folders that a kill interrupted takes what lies there for what it is', async () => {
    const folder = await killed(async (store) => {
      await store.write(p('/o/s/a/x.html'), bytes(html('a 1')), { by: ada, session: 's' })
      await store.write(p('/o/s/b/x.html'), bytes(html('b 1')), { by: ada, session: 's' })
      await store.write(p('/o/s/b/x.html'), bytes(html('b 2, acknowledged')), { by: ada, session: 's' })
      await store.write(p('/o/s/a/x.html'), bytes(html('a 2, acknowledged')), { by: ada, session: 's' })
    })
    // the intent is written before the first step
    const id = '11111111-1111-4111-8111-111111111111'
    await writeFile(
      join(folder, `.galley/journal/${id}.json`),
      JSON.stringify({ op: 'move', id, from: '/o/s/a', to: '/o/s/b' })
    )
    expect(await damageIn(folder)).toEqual([])
    await opened(folder, async (store) => {
      expect(text((await store.read(p('/o/s/b/x.html')))?.bytes ?? bytes(''))).toBe(html('a 2, acknowledged'))
      expect(await store.stat(p('/o/s/a/x.html'))).toBeNull()
      const item = (await store.trash(p('/o/s'))).find(({ path }) => path === '/o/s/b/x.html')
      await store.move(p('/o/s/b/x.html'), p('/o/s/c.html'), { by: ada })
      await store.restoreFromTrash(p('/o/s'), item?.id ?? '', { by: ada })
      expect(text((await store.read(p('/o/s/b/x.html')))?.bytes ?? bytes(''))).toBe(html('b 2, acknowledged'))
    })
    expect(await damageIn(folder)).toEqual([])
  })
})

describe('another index', () => {
  /** A workspace whose file has versions, and the index as it was before. */
  async function withOldIndex(): Promise<{ folder: string; old: Buffer; id: string }> {
    const folder = await sparseWorkspace(quickFolder())
    await opened(folder, (store) => store.write(p('/o/s/early.html'), bytes(html('early')), { by: ada }))
    const old = await readFile(join(folder, '.galley/index.log'))
    let id = ''
    await opened(folder, async (store) => {
      await store.write(page, bytes(html('1')), { by: ada })
      await store.createVersion(page, { by: ada, label: 'One' })
      id = (await store.write(page, bytes(html('2')), { by: ada })).entry.id
    })
    return { folder, old, id }
  }

  for (const how of ['an older one is put back', 'it is cut'] as const)
    test(`W6 L4 no file loses its history when ${how}, and the doctor says what happened`, async () => {
      const { folder, old, id } = await withOldIndex()
      await writeFile(join(folder, '.galley/index.log'), old)
      const [found] = await damageIn(folder)
      expect(found).toMatchObject({ where: '.galley/index.log' })
      expect(found?.message).toContain('older one, or was cut')
      if (how === 'it is cut') await examine(folder, { repair: true })
      await opened(folder, async (store) => {
        const entry = await store.stat(page)
        expect(entry?.kind === 'file' && entry.id).toBe(id)
        expect((await store.versions(page)).map(({ label }) => label)).toContain('One')
        expect(text((await store.read(page))?.bytes ?? bytes(''))).toBe(html('2'))
      })
      expect(await damageIn(folder)).toEqual([])
    })

  test('W6 a history that was orphaned long ago is found again by its path', async () => {
    const { folder, old, id } = await withOldIndex()
    await writeFile(join(folder, '.galley/index.log'), old)
    // as an older Galley would have gone on with it
    await rm(join(folder, '.galley/index-seal.json'))
    const [found] = await damageIn(folder)
    expect(found?.message).toContain('/o/s/page.html has a history that the index does not know of')
    await opened(folder, async (store) => {
      const entry = await store.stat(page)
      expect(entry?.kind === 'file' && entry.id).toBe(id)
      expect((await store.versions(page)).map(({ label }) => label)).toContain('One')
    })
    expect(await damageIn(folder)).toEqual([])
  })
})

describe('the doctor tells the truth', () => {
  test('L4 two files of the same bytes are no damage', async () => {
    const folder = await sparseWorkspace(quickFolder())
    await opened(folder, async (store) => {
      for (const name of ['a', 'b', 'c'])
        await store.write(p(`/o/s/${name}.html`), bytes(html('the same')), { by: ada })
    })
    expect(await damageIn(folder)).toEqual([])
  })

  test('L4 a workspace of a newer Galley is neither judged nor touched', async () => {
    const folder = await sparseWorkspace(quickFolder())
    await opened(folder, (store) => store.write(page, bytes(html('1')), { by: ada }))
    await writeFile(
      join(folder, '.galley/workspace.json'),
      JSON.stringify({ format: 9, id: '11111111-1111-4111-8111-111111111111' })
    )
    for (const repair of [false, true])
      await expect(examine(folder, { repair })).rejects.toMatchObject({ reason: 'not-a-workspace' })
  })

  test('W8 L4 a changed digit in the record of the workspace is seen, and its id is kept', async () => {
    const folder = await sparseWorkspace(quickFolder())
    const id = await opened(folder, (store) => Promise.resolve(store.id))
    const file = join(folder, '.galley/workspace.json')
    const record = await readFile(file, 'utf8')
    const other = id.startsWith('1') ? `2${id.slice(1)}` : `1${id.slice(1)}`
    await writeFile(file, record.replace(id, other))
    expect((await damageIn(folder)).map(({ where }) => where)).toEqual(['.galley/workspace.json'])
    expect(await opened(folder, (store) => Promise.resolve(store.id))).toBe(id)
    expect(await damageIn(folder)).toEqual([])
  })
})

test('V4 W8 a clock that was far ahead is told of, and the order of versions stays right', async () => {
  const folder = await sparseWorkspace(quickFolder())
  const at = (now: () => number) => openStore({ folder, watch: false, now })
  const ahead = await at(() => Date.now() + 400 * 86_400_000)
  await ahead.write(page, bytes(html('1')), { by: ada })
  await ahead.createVersion(page, { by: ada, label: 'Ahead' })
  await ahead.close()
  const store = await at(() => Date.now())
  await store.write(page, bytes(html('2')), { by: ada })
  await store.createVersion(page, { by: ada, label: 'Later' })
  const versions = await store.versions(page)
  const labels = versions.flatMap(({ label }) => label ?? [])
  expect(labels.indexOf('Later')).toBeLessThan(labels.indexOf('Ahead'))
  expect(versions.map(({ timestamp }) => timestamp)).toEqual(
    versions.map(({ timestamp }) => timestamp).sort((a, b) => b - a)
  )
  expect(
    store.folder
      .problems()
      .map(({ message }) => message)
      .join()
  ).toContain('the clock of this computer was ahead')
  await store.close()
})

test('W5 W8 a second copy that was damaged since never becomes a version: the file itself does', async () => {
  const folder = await sparseWorkspace(quickFolder())
  await opened(folder, (store) => store.write(page, bytes(html('sound')), { by: ada }))
  const current = join(folder, '.galley/current')
  for (const name of await filesBelow(current)) {
    const copy = await readFile(join(current, name))
    copy[8] = (copy[8] ?? 0) ^ 1
    await writeFile(join(current, name), copy)
  }
  await opened(folder, async (store) => {
    await store.write(page, bytes(html('next')), { by: ada })
    const [version] = await store.versions(page)
    const kept = await store.readVersion('o', version?.fileId ?? '', version?.id ?? '')
    expect(text(kept?.bytes ?? bytes(''))).toBe(html('sound'))
  })
})
