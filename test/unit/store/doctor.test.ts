import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, rmdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/main/store'
import { examine } from '../../../src/main/store/doctor'
import { sideBySide } from '../../../src/common/side-by-side'
import type { FolderStore } from '../../../src/main/store/types'
import {
  ada,
  bytes,
  filesBelow,
  p,
  quickFolder,
  tempFolder,
  text,
  until,
  withStore
} from '../../support/workspace'

const page = p('/o/s/page.html')
const html = (body: string) => `<main>${body}</main>`
const parse = (value: unknown) => value

let original = ''
/** What lies in it: so that a copy costs only the writing. */
let pieces: readonly { readonly name: string; readonly data: Buffer; readonly mtime: Date }[] = []

/** The same files as they were before most of it happened. */
const older = new Map<string, Buffer>()

/** One of everything that a workspace can hold. */
beforeAll(async () => {
  original = await quickFolder()
  const first = await openStore({ folder: original, watch: false })
  for (const one of ['1', '2']) await first.write(page, bytes(html(one)), { by: ada })
  await first.close()
  for (const name of await filesBelow(join(original, '.galley')))
    older.set(join('.galley', name), await readFile(join(original, '.galley', name)))
  const store = await openStore({ folder: original, watch: false })
  await store.write(page, bytes(html('3')), { by: ada })
  await store.write(p('/o/s/data.json'), bytes('{"a":1}'), { by: ada })
  await store.write(p('/o/s/image.png'), bytes('picture'), { by: ada })
  await store.write(p('/o/s/image.png'), bytes('other picture'), { by: ada })
  await store.write(p('/o/s/gone.html'), bytes(html('gone')), { by: ada })
  await store.write(p('/o/s/f/in.html'), bytes(html('in')), { by: ada })
  await store.remove(p('/o/s/gone.html'), { by: ada })
  await store.remove(p('/o/s/f'), { by: ada })
  const settings = store.document('settings', parse, {})
  await settings.update(() => ({ owner: 'ada' }))
  await store.records('tokens', parse).put('one', { n: 1 })
  await store.records('tokens', parse).put('two', { n: 2 })
  const kept = await store.published.keep(page)
  if (kept)
    await store.published.put([
      {
        environment: 'live',
        path: page,
        hash: kept.hash,
        size: kept.size,
        at: 1,
        by: ada,
        sourceAt: 1,
        kind: 'x'
      }
    ])
  for (const path of [page, p('/o/s/data.json')]) {
    const entry = await store.stat(path)
    const words = bytes('some words that are not in the document yet')
    if (entry?.kind === 'file')
      await store.rooms.replace(entry.id, [
        { kind: 'update', bytes: words },
        { kind: 'saving', hash: entry.hash }
      ])
  }
  await store.close()
  await removeEmpty(join(original, '.galley'))
  pieces = await Promise.all(
    (await filesBelow(original)).map(async (name) => ({
      name,
      data: await readFile(join(original, name)),
      mtime: (await stat(join(original, name))).mtime
    }))
  )
})
afterAll(() => rm(original, { recursive: true, force: true }))

/** Fewer folders to copy; opening makes those again that it wants. */
async function removeEmpty(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeEmpty(join(folder, entry.name))
  await rmdir(folder).catch(() => undefined)
}

/** Every content that can be had: current, in versions, in the trash. */
async function contentsOf(store: FolderStore): Promise<Set<string>> {
  const found = new Set<string>()
  const unreadable = () => undefined
  for (const item of await store.trash(p('/'))) {
    const path = p(item.path)
    if (item.cause === 'deleted' && !(await store.stat(path)))
      await store.restoreFromTrash(p('/'), item.id, { by: ada })
  }
  for (const path of [
    page,
    p('/o/s/data.json'),
    p('/o/s/image.png'),
    p('/o/s/gone.html'),
    p('/o/s/f/in.html')
  ]) {
    const content = await store.read(path)
    if (content) found.add(text(content.bytes))
    for (const { id, fileId } of await store.versions(path)) {
      const version = await store.readVersion('o', fileId, id).catch(unreadable)
      if (version) found.add(text(version.bytes))
    }
  }
  return found
}

const everything = [html('1'), html('2'), html('3'), '{"a":1}', 'other picture', html('gone'), html('in')]
const current = [html('3'), '{"a":1}', 'other picture']

/** Contents that lie nowhere but in this file: nobody can have them after it was destroyed. */
async function onlyIn(folder: string, name: string, repair: boolean): Promise<string[]> {
  // it goes on lying in its folder or in its blob, and a repair brings it back
  if (name.includes('/trash/') && !repair) return [html('gone'), html('in')]
  if (name.includes('/blobs/')) {
    const content = await readFile(join(folder, name), 'utf8')
    return [content]
  }
  // a history tells which contents were versions of a file; a repair has it from the second copy
  return name.includes('/files/') && !repair ? [html('1'), html('2'), html('gone'), html('in')] : []
}

/** Rarer kinds of damage as well, and each with repair and without; else one of the two, by turns. */
const ALL = process.env['GALLEY_DAMAGE'] === 'all'

/** Each takes as long as one of the others. */
const rarer: Readonly<Record<string, (file: string) => Promise<void>>> = {
  'one bit flipped': async (file) => {
    const content = await readFile(file)
    const at = Math.floor(content.length / 2)
    content[at] = (content[at] ?? 0) ^ 1
    await writeFile(file, content)
  },
  zeroed: async (file) => writeFile(file, (await readFile(file)).fill(0)),
  doubled: async (file) => {
    const content = await readFile(file)
    await writeFile(file, Buffer.concat([content, content]))
  },
  'an older copy put back': async (file) => {
    const [, data] = [...older].find(([name]) => file.endsWith(name)) ?? []
    if (data) await writeFile(file, data)
  },
  'of another time': async (file) => utimes(file, 1, 1)
}

const destroy: Readonly<Record<string, (file: string) => Promise<void>>> = {
  ...(ALL && rarer),
  deleted: (file) => rm(file),
  emptied: (file) => writeFile(file, ''),
  'half gone': async (file) => writeFile(file, (await readFile(file)).subarray(0, 25)),
  garbled: async (file) => {
    const content = await readFile(file)
    await writeFile(file, content.fill(0x21, Math.floor(content.length / 3), Math.ceil(content.length / 2)))
  }
}

async function copied<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await quickFolder()
  try {
    // times are kept, inodes are new: as after a restored backup
    const made = new Set<string>()
    for (const { name, data, mtime } of pieces) {
      const file = join(folder, name)
      if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
      made.add(dirname(file))
      writeFileSync(file, data)
      utimesSync(file, mtime, mtime)
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('L4 any single file below .galley', () => {
  for (const [turn, [how, spoil]] of Object.entries(destroy).entries()) {
    for (const repair of [false, true]) {
      test(
        `L4 W6 ${how}, ${repair ? 'with' : 'without'} repair: the rest opens and no other content is lost`,
        { timeout: 120_000 },
        async () => {
          const names = (await filesBelow(join(original, '.galley'))).map((name) => join('.galley', name))
          expect(names.length).toBeGreaterThan(20)
          const chosen = names.filter((_name, at) => ALL || ((at + turn) % 2 === 0) === repair)
          await sideBySide(chosen, 6, (name) =>
            copied(async (folder) => {
              await spoil(join(folder, name))
              const before = await filesBelow(folder)
              const { findings } = await examine(folder, { repair })
              if (!repair) expect(await filesBelow(folder), name).toEqual(before)
              const store = await openStore({ folder, watch: false })
              const found = await contentsOf(store)
              await store.close()
              const lost = await onlyIn(original, name, repair)
              for (const content of everything)
                if (!lost.includes(content)) expect([...found], `${how}: ${name}`).toContain(content)
              for (const content of current) expect([...found], `${how}: ${name}`).toContain(content)
              if (everything.some((content) => !found.has(content)))
                expect(
                  findings.filter(({ kind }) => kind === 'damage'),
                  `${how}: ${name}`
                ).not.toEqual([])
              if (repair) {
                const left = (await examine(folder)).findings.filter(
                  (one) => one.kind === 'damage' && one.repair !== null
                )
                expect(left, `${how}: ${name}, found ${JSON.stringify(findings)}`).toEqual([])
              }
            })
          )
        }
      )
    }
  }

  test('L4 each kind of damage is found, told in words, and says what a repair does', async () => {
    const quiet = /lock|staging/
    const names = (await filesBelow(join(original, '.galley'))).map((name) => join('.galley', name))
    for (const name of names.filter((one) => !quiet.test(one))) {
      await copied(async (folder) => {
        await destroy['garbled']?.(join(folder, name))
        const { findings } = await examine(folder)
        const damage = findings.filter(({ kind }) => kind !== 'kept')
        // what lies in the trash of media has no second copy to be held against
        if (name.includes('/trash/') && name.includes('/content')) return
        expect(damage.length, name).toBeGreaterThan(0)
        for (const { message } of damage) expect(message).toMatch(/\.$/)
      })
    }
  })
})

test('L4 a sound workspace: nothing is found, nothing is written, also after it was copied elsewhere', () =>
  copied(async (folder) => {
    const look = async () =>
      Promise.all(
        (await filesBelow(folder)).map(async (name) => [
          name,
          createHash('sha256')
            .update(await readFile(join(folder, name)))
            .digest('hex')
        ])
      )
    const before = await look()
    const { findings, files, contents } = await examine(folder)
    expect(findings).toEqual([])
    expect(files).toBe(5)
    expect(contents).toBeGreaterThan(5)
    expect(await look()).toEqual(before)
  }))

test('L4 W7 a workspace that is open is not examined', () =>
  withStore(async (_store, folder) => {
    await expect(examine(folder, { repair: true })).rejects.toMatchObject({ reason: 'in-use' })
  }))

test('L4 a folder that is no workspace is told as such and left as it is', async () => {
  const folder = await tempFolder()
  await expect(examine(folder, { repair: true })).rejects.toMatchObject({ reason: 'not-a-workspace' })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('L4 settings that were damaged come back from their last good copy, with and without repair', () =>
  copied(async (folder) => {
    const file = join(folder, '.galley/documents/settings.json')
    const good = await readFile(file, 'utf8')
    await writeFile(file, good.replace('ada', 'eve'))
    const { findings } = await examine(folder)
    expect(findings).toMatchObject([{ where: '.galley/documents/settings.json', repaired: false }])
    const store = await openStore({ folder, watch: false })
    expect(await store.document('settings', parse, {}).read()).toEqual({ owner: 'ada' })
    expect(store.folder.problems()).toHaveLength(1)
    await store.close()
    await writeFile(file, '')
    expect((await examine(folder, { repair: true })).findings).toContainEqual(
      expect.objectContaining({ where: '.galley/documents/settings.json', repaired: true })
    )
    expect(await readFile(file, 'utf8')).toBe(good)
  }))

test('L4 W6 a deleted history comes back with its labels and its order, also when the file was saved again meanwhile', () =>
  copied(async (folder) => {
    const open = () => openStore({ folder, watch: false })
    let store = await open()
    await store.createVersion(page, { by: ada, label: 'Before' })
    const whole = await store.versions(page)
    const id = whole[0]?.fileId ?? ''
    await store.close()
    const log = join(folder, '.galley/files', id.slice(0, 2), `${id}.log`)
    await rm(log)
    store = await open()
    await store.write(page, bytes(html('4')), { by: ada })
    const since = await store.versions(page)
    await store.close()
    expect(since).toHaveLength(1)
    const { findings } = await examine(folder, { repair: true })
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'damage', repaired: true }))
    store = await open()
    expect(await store.versions(page)).toEqual([...since, ...whole])
    expect(text((await store.read(page))?.bytes)).toBe(html('4'))
    for (const one of whole) expect(await store.readVersion('o', id, one.id)).not.toBeNull()
    await store.write(page, bytes(html('5')), { by: ada })
    expect(await store.versions(page)).toHaveLength(whole.length + 2)
    await store.close()
    expect((await examine(folder)).findings.filter(({ kind }) => kind !== 'kept')).toEqual([])
  }))

test('V7 L4 a history that is written anew tells of each version who wrote it, and when', () =>
  copied(async (folder) => {
    const other = { email: 'eve@example.com', name: 'Eve' }
    let store = await openStore({ folder, watch: false })
    await store.write(page, bytes(html('of eve')), { by: other })
    await store.write(page, bytes(html('of ada')), { by: ada })
    const told = await store.versions(page)
    expect(told[0]).toMatchObject({ written: { by: other } })
    await store.close()
    const id = told[0]?.fileId ?? ''
    const log = join(folder, '.galley/files', id.slice(0, 2), `${id}.log`)
    const lines = (await readFile(log, 'utf8')).split('\n')
    const damage = {
      deleted: () => rm(log),
      // the record of who wrote it is gone, the version is not
      'one record garbled': () =>
        writeFile(
          log,
          lines.map((line) => line.replace('"by":{"email":"eve', '"by":{"email":"bob')).join('\n')
        )
    }
    for (const [how, spoil] of Object.entries(damage)) {
      await spoil()
      await examine(folder, { repair: true })
      store = await openStore({ folder, watch: false })
      expect(await store.versions(page), how).toEqual(told)
      await store.close()
    }
  }))

test('L4 what was deleted for good does not come back; a second copy that is missing is written anew', () =>
  copied(async (folder) => {
    let store = await openStore({ folder, watch: false })
    for (const { id } of await store.trash(p('/'))) await store.deleteFromTrash(p('/'), id)
    await store.close()
    expect(
      (await examine(folder, { repair: true })).findings.filter(({ kind }) => kind === 'damage')
    ).toEqual([])
    await rm(join(folder, '.galley/versions.log'))
    expect((await examine(folder, { repair: true })).findings).toMatchObject([
      { where: '.galley/versions.log', kind: 'leftover', repaired: true }
    ])
    expect((await examine(folder)).findings).toEqual([])
    const histories = await filesBelow(join(folder, '.galley/files'))
    for (const name of histories) await rm(join(folder, '.galley/files', name))
    await examine(folder, { repair: true })
    store = await openStore({ folder, watch: false })
    expect((await store.versions(page)).length).toBeGreaterThan(1)
    expect(await store.stat(p('/o/s/gone.html'))).toBeNull()
    await store.close()
    expect((await filesBelow(join(folder, '.galley/files'))).sort()).toEqual(histories.sort())
  }))

test('W4 L4 what crashes left is found and swept; a file that is just being written is not', () =>
  copied(async (folder) => {
    const temp = (number: number) => `.galley-00000000-0000-4000-8000-00000000000${number}.tmp`
    const old = [join(folder, 'content/o/s', temp(1)), join(folder, '.galley/tokens', temp(2))]
    for (const file of old) {
      await writeFile(file, 'half')
      await utimes(file, new Date(1), new Date(1))
    }
    await writeFile(join(folder, '.galley/tokens', temp(3)), 'half')
    const id = '00000000-0000-4000-8000-000000000009'
    const shadow = join(folder, `.galley/current/00/${id}.${createHash('sha256').update('x').digest('hex')}`)
    await mkdir(join(folder, '.galley/current/00'), { recursive: true })
    await writeFile(shadow, 'x')
    const { findings } = await examine(folder, { repair: true })
    expect(findings.filter(({ kind }) => kind === 'leftover')).toHaveLength(3)
    const left = await filesBelow(folder)
    expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([join('.galley/tokens', temp(3))])
    expect(left.filter((name) => name.includes(id) && !name.includes('damaged'))).toEqual([])
  }))

const run = promisify(execFile)
const canMount = process.platform === 'linux' && process.getuid?.() === 0

// that this is left out where nobody may mount is told by damage.test.ts
test.skipIf(!canMount)(
  'L4 a disk that is really read-only is examined; a repair says why it cannot be',
  async () => {
    const folder = await tempFolder()
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
    try {
      await cp(original, folder, { recursive: true, preserveTimestamps: true })
      const [blob = ''] = await filesBelow(join(folder, '.galley/blobs'))
      await writeFile(join(folder, '.galley/blobs', blob), 'rotten')
      await run('mount', ['-o', 'remount,ro', folder])
      expect((await examine(folder)).findings).toMatchObject([
        { where: `.galley/blobs/${blob}`, kind: 'damage', repaired: false }
      ])
      await expect(examine(folder, { repair: true })).rejects.toMatchObject({ reason: 'read-only' })
    } finally {
      await run('umount', [folder])
      await rm(folder, { recursive: true })
    }
  }
)

test('W4 L4 the empty history of a save that a crash cut off is a leftover, and no damage', () =>
  withStore(async (store, folder) => {
    await store.write(page, bytes(html('1')), { by: ada })
    await store.close()
    const id = randomUUID()
    const log = join(folder, '.galley/files', id.slice(0, 2), `${id}.log`)
    await mkdir(dirname(log), { recursive: true })
    await writeFile(log, '{"event":"crea')
    const { findings } = await examine(folder, { repair: true })
    expect(findings.map(({ where, kind, repaired }) => ({ where, kind, repaired }))).toEqual([
      { where: `.galley/files/${id.slice(0, 2)}/${id}.log`, kind: 'leftover', repaired: true }
    ])
    expect((await examine(folder, { repair: false })).findings).toEqual([])
  }))

test('W4 what crashes left below .galley goes away at start; what may belong to somebody stays', () =>
  copied(async (folder) => {
    const galley = join(folder, '.galley')
    const temp = (number: number) => `.galley-00000000-0000-4000-8000-00000000000${number}.tmp`
    const gone = [join(galley, 'tokens', temp(1)), join(galley, temp(2))]
    for (const file of gone) {
      await writeFile(file, 'half')
      await utimes(file, new Date(1), new Date(1))
    }
    const [shadow = ''] = await filesBelow(join(galley, 'current'))
    const stale = join(galley, 'current', shadow.replace(/[0-9a-f]{64}$/, '0'.repeat(64)))
    const unknown = join(galley, 'current', shadow.slice(0, 2), `${randomUUID()}.${'0'.repeat(64)}`)
    const young = join(galley, 'tokens', temp(3))
    for (const file of [stale, unknown, young]) await writeFile(file, 'x')
    await utimes(stale, new Date(1), new Date(1))
    const before = await filesBelow(galley)
    const store = await openStore({ folder })
    const sweptNames = [...gone, stale].map((file) => file.slice(galley.length + 1))
    await until(async () => {
      const left = await filesBelow(galley)
      return sweptNames.every((name) => !left.includes(name))
    })
    await store.close()
    const left = await filesBelow(galley)
    expect(before.filter((name) => !left.includes(name)).sort()).toEqual(sweptNames.sort())
    expect(store.folder.problems()).toEqual([])
  }))

test('L4 W9 links in the place of the folders that hold histories are moved aside, and the workspace is whole again', () =>
  withStore(async (other, folder) => {
    await other.write(page, bytes(html('words')), { by: ada })
    await other.close()
    const outside = await tempFolder()
    try {
      for (const home of ['files', 'current', 'blobs']) {
        for (const name of await readdir(join(folder, '.galley', home))) {
          await rm(join(folder, '.galley', home, name), { recursive: true })
          await symlink(outside, join(folder, '.galley', home, name))
        }
      }
      await examine(folder, { repair: true })
      const { findings } = await examine(folder)
      expect(findings.filter(({ kind }) => kind !== 'kept')).toEqual([])
      const store = await openStore({ folder, watch: false })
      await store.write(page, bytes(html('more')), { by: ada })
      await store.write(p('/o/s/new.html'), bytes(html('new')), { by: ada })
      expect(text((await store.read(page))?.bytes)).toBe(html('more'))
      await store.close()
      expect(await readdir(outside)).toEqual([])
    } finally {
      await rm(outside, { recursive: true, force: true })
    }
  }))
