import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { examine, type Finding } from '../../../src/main/store/doctor'
import { ada, bytes, filesBelow, p, text, withStore } from '../../support/workspace'

const run = promisify(execFile)
const page = p('/o/s/page.html')
const html = (body: string) => `<main>${body}</main>`

const damage: Readonly<Record<string, (file: string) => Promise<void>>> = {
  deleted: (file) => rm(file),
  emptied: (file) => writeFile(file, ''),
  'half gone': async (file) => writeFile(file, (await readFile(file)).subarray(0, 25)),
  garbled: async (file) => {
    const content = await readFile(file)
    await writeFile(file, content.fill(0x21, Math.floor(content.length / 3), Math.ceil(content.length / 2)))
  }
}
const kinds = Object.keys(damage)

/** A page with three versions, published, in a workspace that is closed. */
async function withPage(
  work: (places: { folder: string; find: (part: RegExp) => Promise<string> }) => Promise<void>
): Promise<void> {
  await withStore(async (store, folder) => {
    for (const one of ['1', '2', '3', '4']) await store.write(page, bytes(html(one)), { by: ada })
    await store.createVersion(page, { by: ada, label: 'Published' })
    const kept = await store.published.keep(page)
    if (!kept) throw new Error('the page is gone')
    const { hash, size } = kept
    const state = {
      environment: 'live',
      path: page,
      hash,
      size,
      at: 1,
      by: ada,
      sourceAt: 1,
      kind: 'x'
    } as const
    await store.published.put([state])
    const settings = store.document('settings', (value) => value, {} as unknown)
    await settings.update(() => ({ owner: 'ada' }))
    await store.write(p('/o/s/data.json'), bytes('{"a":1}'), { by: ada })
    await store.close()
    const find = async (part: RegExp) => {
      const name = (await filesBelow(folder)).find((one) => part.test(one))
      if (name === undefined) throw new Error(`nothing is called ${String(part)}`)
      return join(folder, name)
    }
    await work({ folder, find })
  })
}

const gone = (findings: readonly Finding[]) => findings.filter(({ lost }) => lost)

/** The file whose history this is. */
async function historyOf(folder: string, path: string): Promise<string> {
  for (const name of await filesBelow(join(folder, '.galley/files'))) {
    const file = join(folder, '.galley/files', name)
    if ((await readFile(file, 'utf8')).includes(path)) return file
  }
  throw new Error(`no history tells of ${path}`)
}

async function contentsOf(folder: string): Promise<string[]> {
  const store = await openStore({ folder, watch: false })
  const found = [text((await store.read(page))?.bytes)]
  for (const { id, fileId } of await store.versions(page))
    found.push(text((await store.readVersion('o', fileId, id))?.bytes))
  await store.close()
  return found.sort()
}

test.each(kinds)(
  'L4 a history and its second copy, both %s: what is gone is told, also by the repair, and nothing more is lost',
  (how) =>
    withPage(async ({ folder }) => {
      const log = await historyOf(folder, page)
      const copy = join(folder, '.galley/versions.log')
      for (const file of [log, copy]) await damage[how]?.(file)
      const spoiled = await Promise.all([log, copy].map((file) => readFile(file).catch(() => null)))
      const { findings } = await examine(folder)
      expect(gone(findings).map(({ where }) => where)).toEqual([log.slice(folder.length + 1)])
      for (const { message } of gone(findings)) expect(message).toContain('.galley/blobs')
      const untouched = await contentsOf(folder)
      for (const [at, file] of [log, copy].entries())
        await (spoiled[at] ? writeFile(file, spoiled[at]) : rm(file, { force: true }))
      const repaired = await examine(folder, { repair: true })
      expect(gone(repaired.findings)).toHaveLength(1)
      expect(await contentsOf(folder)).toEqual(expect.arrayContaining(untouched))
      // what was damaged is kept, and nothing of it is overwritten
      const aside = await filesBelow(join(folder, '.galley/damaged')).catch(() => [])
      const kept = await Promise.all(
        aside.map((name) => readFile(join(folder, '.galley/damaged', name), 'latin1'))
      )
      if (how === 'garbled') for (const one of spoiled) expect(kept).toContain(one?.toString('latin1'))
      expect((await examine(folder)).findings.filter(({ kind }) => kind !== 'kept')).toEqual([])
    })
)

test.each(kinds)(
  'L4 the list of what is published and its second copy, both %s: it is told that they are gone, also by the repair',
  (how) =>
    withPage(async ({ folder, find }) => {
      for (const file of [await find(/states\.log$/), await find(/states\.copy\.log$/)])
        await damage[how]?.(file)
      for (const repair of [false, true]) {
        const found = gone((await examine(folder, { repair })).findings)
        expect(found.map(({ where }) => where)).toEqual(['.galley/published/o/s/states.log'])
        expect(found[0]?.message).toContain('Publish again')
      }
      expect(await contentsOf(folder)).toHaveLength(5)
    })
)

// Windows has no touch
test.skipIf(process.platform === 'win32')(
  'L4 a page and the store’s own copy of it, both damaged: it is told that what was saved last is gone',
  () =>
    withPage(async ({ folder, find }) => {
      const file = join(folder, 'content/o/s/data.json')
      const times = join(folder, '.galley/times')
      await writeFile(times, '')
      await run('touch', ['-r', file, times])
      await writeFile(file, '{"b":2}')
      await run('touch', ['-r', times, file])
      await rm(times)
      await writeFile(await find(/\.galley\/current\//), '{"c":3}')
      for (const repair of [false, true]) {
        const found = gone((await examine(folder, { repair })).findings)
        expect(found.map(({ where }) => where)).toContain('content/o/s/data.json')
        for (const { message } of found) expect(message).toContain('what was saved last is gone')
        for (const { message } of found) expect(message).not.toContain('good content becomes a version')
      }
    })
)

test('L4 settings and their second copy, the record of the workspace and its copy: a repair says that they are gone', () =>
  withPage(async ({ folder, find }) => {
    for (const name of [
      /settings\.json$/,
      /settings\.copy\.json$/,
      /workspace\.json$/,
      /workspace\.copy\.json$/
    ])
      await writeFile(await find(name), 'rotten')
    for (const repair of [false, true])
      expect(gone((await examine(folder, { repair })).findings).map(({ where }) => where)).toEqual([
        '.galley/workspace.json',
        '.galley/documents/settings.json'
      ])
  }))

test('L4 one of two that is damaged is no loss', () =>
  withPage(async ({ folder, find }) => {
    await damage['garbled']?.(await historyOf(folder, page))
    await damage['garbled']?.(await find(/states\.copy\.log$/))
    await damage['garbled']?.(await find(/settings\.json$/))
    await damage['garbled']?.(await find(/workspace\.copy\.json$/))
    const { findings } = await examine(folder, { repair: true })
    expect(findings.length).toBeGreaterThan(3)
    expect(gone(findings)).toEqual([])
    expect(await contentsOf(folder)).toHaveLength(5)
  }))
