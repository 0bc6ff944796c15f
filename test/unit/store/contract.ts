import { fc } from '../../support/properties'
import { describe, expect, test } from 'vitest'
import { GalleyError } from '../../../src/common/errors'
import type { ServiceEventBody } from '../../../src/common/api/events'
import type { ContentPath } from '../../../src/common/content/paths'
import type { Change, Store } from '../../../src/main/store/types'
import { ada, bob, bytes, p, text } from '../../support/workspace'
import { areasContract } from './contract-areas'
import { html, page, reasonOf, type Run } from './contract-kit'
import { holdsContract } from './contract-holds'
import { roomsContract } from './contract-rooms'
import { everyMember, noting } from './every-member'

const textAt = async (store: Store, path: ContentPath) => {
  const found = await store.read(path)
  return found && text(found.bytes)
}
const versionTexts = async (store: Store, path: ContentPath) => {
  const entry = await store.stat(path)
  const id = entry?.kind === 'file' ? entry.id : ''
  const contents = (await store.versions(path)).map((version) => store.readVersion('org', id, version.id))
  return (await Promise.all(contents)).map((content) => text(content?.bytes))
}

/** What every implementation of Store keeps. @param isWhole false: but for what is written together, which is no content */
export function storeContract(name: string, fresh: Run, { isWhole = true } = {}): void {
  const seen = new Set<string>()
  const run: Run = (work) => fresh((store, clock) => work(noting(store, seen), clock))
  areasContract(name, run)
  holdsContract(name, run)
  if (isWhole) roomsContract(name, run)

  describe(`${name}: files`, () => {
    test('S1 a new file is created with a GUID, its hash, size and writer, and reads back byte by byte', () =>
      run(async (store) => {
        const data = new Uint8Array([0, 255, 10, 13, 65])
        const { created, entry, kept } = await store.write(p('/org/site/raw.bin'), data, { by: ada })
        expect(created).toBe(true)
        expect(kept).toBeUndefined()
        expect(entry).toMatchObject({ kind: 'file', name: 'raw.bin', size: 5, modifiedBy: ada })
        expect(entry.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
        expect((await store.read(entry.path))?.bytes).toEqual(Buffer.from(data))
      }))

    test('S1 a streamed body of several megabytes is stored as it came, and read by range', () =>
      run(async (store) => {
        const part = new Uint8Array(1_000_000).map((_, index) => index % 251)
        async function* body() {
          for (let count = 0; count < 6; count++) yield await Promise.resolve(part)
        }
        const path = p('/org/site/film.mp4')
        const { entry } = await store.write(path, body(), { by: ada })
        expect(entry.size).toBe(6_000_000)
        const opened = await store.openRead(path, { start: 999_999, end: 1_000_001 })
        const read: number[] = []
        if (opened) for await (const chunk of opened.stream) read.push(...chunk)
        expect(read).toEqual([part[999_999], part[0], part[1]])
      }))

    test('S1 a stream that breaks leaves nothing behind', () =>
      run(async (store) => {
        async function* body() {
          yield await Promise.resolve(new Uint8Array(10))
          throw new Error('the sender went away')
        }
        expect(await reasonOf(store.write(p('/org/site/film.mp4'), body(), { by: ada }))).toBe('internal')
        expect(await store.stat(p('/org/site'))).toBeNull()
      }))

    test('S2 a list holds files and folders sorted by name; null where there is no folder', () =>
      run(async (store) => {
        await store.write(p('/org/site/b.html'), html('b'), { by: ada })
        await store.write(p('/org/site/a/x.html'), html('x'), { by: ada })
        await store.write(p('/org/site/.galley/x.html'), html('x'), { by: ada })
        const list = await store.list(p('/org/site'))
        expect(list?.map(({ kind, name }) => [kind, name])).toEqual([
          ['folder', '.galley'],
          ['folder', 'a'],
          ['file', 'b.html']
        ])
        expect(await store.list(p('/org/nowhere'))).toBeNull()
        expect((await store.list(p('/')))?.map(({ path }) => path)).toEqual(['/org'])
      }))

    test('W2 what has to be before a write is there before it is seen, and its failure leaves nothing behind', () =>
      run(async (store) => {
        for (const [at, path] of [page, p('/org/site/file.bin')].entries()) {
          let go = (): void => undefined
          const until = () => new Promise<void>((resolve) => (go = resolve))
          for (const text of ['made', 'written', 'written']) {
            const order: string[] = []
            const after = until().then(() => order.push('before'))
            const write = store.write(path, html(text), { by: ada, session: `s-${at}`, after })
            const written = write.then(() => order.push('written'))
            // whoever reads meanwhile has what is there, or waits for what comes
            await new Promise((resolve) => setTimeout(resolve, 30))
            expect(order).toEqual([])
            go()
            await written
            expect(order).toEqual(['before', 'written'])
            expect([...((await store.read(path))?.bytes ?? [])]).toEqual([...html(text)])
          }
          const kept = await store.versions(path).catch(() => [])
          const refused = Promise.reject(new GalleyError('disk-full', 'no'))
          refused.catch(() => undefined)
          expect(await reasonOf(store.write(path, html('not'), { by: ada, after: refused }))).toBe(
            'disk-full'
          )
          expect([...((await store.read(path))?.bytes ?? [])]).toEqual([...html('written')])
          expect(await store.versions(path).catch(() => [])).toEqual(kept)
          expect(await store.trash(p('/org/site'))).toHaveLength(at)
        }
      }))

    test('S3 a condition sees the current file, and its refusal leaves nothing behind', () =>
      run(async (store) => {
        const refuse = () => {
          throw new GalleyError('precondition-failed', 'no')
        }
        expect(await reasonOf(store.write(page, html('1'), { by: ada, condition: refuse }))).toBe(
          'precondition-failed'
        )
        expect(await store.stat(p('/org'))).toBeNull()
        const { entry } = await store.write(page, html('1'), { by: ada })
        const seen: unknown[] = []
        await store.write(page, html('2'), { by: ada, condition: (current) => seen.push(current) })
        expect(seen).toEqual([entry])
        expect(await reasonOf(store.remove(page, { by: ada, condition: refuse }))).toBe('precondition-failed')
        expect(await store.versions(page)).toHaveLength(1)
        expect(await store.trash(p('/org/site'))).toEqual([])
      }))

    test('N5 folders on the way to two files made at once may not differ only by case', () =>
      run(async (store) => {
        const pairs = Array.from({ length: 20 }, (_, n) => [
          [`/o/s/docs${n}/a.html`, `/o/s/Docs${n}/b.html`] as const,
          [`/o/s/deep${n}/down/a.png`, `/o/s/Deep${n}/up/b.png`] as const
        ]).flat()
        for (const [one, other] of pairs) {
          const done = await Promise.allSettled(
            [one, other].map((path) => store.write(p(path), html('x'), { by: ada }))
          )
          expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
          expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
            reason: { reason: 'name-clash' }
          })
        }
        const made = await Promise.all(
          ['/o/s/new/a.html', '/o/s/new/b.html'].map((path) => store.write(p(path), html('x'), { by: ada }))
        )
        expect(made.map(({ created }) => created)).toEqual([true, true])
      }))

    test('N5 a name that differs only by case or normal form is refused, also for folders and at once', () =>
      run(async (store) => {
        await store.write(p('/org/Site/Page.html'), html('1'), { by: ada })
        expect(await reasonOf(store.write(p('/org/Site/page.html'), html('2'), { by: ada }))).toBe(
          'name-clash'
        )
        expect(await reasonOf(store.write(p('/org/site/other.html'), html('2'), { by: ada }))).toBe(
          'name-clash'
        )
        expect(await reasonOf(store.createFolder(p('/ORG'), { by: ada }))).toBe('name-clash')
        const both = ['/org/Site/new.html', '/org/Site/NEW.html'].map((path) =>
          reasonOf(store.write(p(path), html('3'), { by: ada }))
        )
        expect((await Promise.all(both)).sort()).toEqual(['name-clash', 'no error'])
      }))

    test('S1 a file cannot be written where a folder is, nor below a file', () =>
      run(async (store) => {
        await store.write(page, html('1'), { by: ada })
        expect(await reasonOf(store.write(p('/org/site'), html('1'), { by: ada }))).toBe('is-folder')
        expect(await reasonOf(store.write(p('/org/site/page.html/x.html'), html('1'), { by: ada }))).toBe(
          'is-file'
        )
        expect(await store.createFolder(p('/org/site/deep/er'), { by: ada })).toBe(true)
        expect(await store.createFolder(p('/org/site/deep'), { by: ada })).toBe(false)
        expect(await reasonOf(store.createFolder(page, { by: ada }))).toBe('is-file')
      }))

    test('S1 a caller may choose the id of a new file, but not another one for an existing file', () =>
      run(async (store) => {
        const fileId = '0b8a2f3e-1111-4222-8333-444455556666'
        const { entry } = await store.write(page, html('1'), { by: ada, fileId })
        expect(entry.id).toBe(fileId)
        await store.write(page, html('2'), { by: ada, fileId })
        const other = '0b8a2f3e-1111-4222-8333-444455556667'
        expect(await reasonOf(store.write(page, html('3'), { by: ada, fileId: other }))).toBe('exists')
        expect(await reasonOf(store.write(p('/org/site/b.html'), html('3'), { by: ada, fileId }))).toBe(
          'exists'
        )
      }))
  })

  describe(`${name}: versions`, () => {
    test('V3 V4 every update keeps the replaced content, by who wrote it, newest first', () =>
      run(async (store) => {
        await store.write(page, html('1'), { by: ada })
        await store.write(page, html('2'), { by: bob })
        const { kept } = await store.write(page, html('3'), { by: ada })
        const versions = await store.versions(page)
        expect(versions.map(({ users, label }) => [users, label])).toEqual([
          [[bob], undefined],
          [[ada], undefined]
        ])
        expect(versions[0]).toEqual(kept)
        expect(await versionTexts(store, page)).toEqual([text(html('2')), text(html('1'))])
      }))

    test('V3 writing the same bytes again still keeps what it replaces, stored once (V6)', () =>
      run(async (store) => {
        await store.write(page, html('same'), { by: ada })
        await store.write(page, html('same'), { by: ada })
        await store.write(page, html('same'), { by: bob })
        expect(await versionTexts(store, page)).toEqual([text(html('same')), text(html('same'))])
        expect((await store.stat(page)) as unknown).toMatchObject({ modifiedBy: bob })
      }))

    test('VR5 a version that a save makes names all who wrote what is replaced, where the save knows of several', () =>
      run(async (store) => {
        await store.write(page, html('1'), { by: ada })
        await store.write(page, html('2'), { by: bob, writers: [ada, bob] })
        await store.write(page, html('3'), { by: ada })
        const users = (await store.versions(page)).map((one) => one.users.map(({ email }) => email))
        expect(users).toEqual([[bob.email], [ada.email, bob.email]])
      }))

    test('V7 a version tells who wrote its content and when, not who made it or replaced it', () =>
      run(async (store, clock) => {
        const first = clock.now
        await store.write(page, html('0'), { by: ada })
        clock.now += 60_000
        await store.createVersion(page, { by: bob, label: 'Approved' })
        await store.write(page, html('1'), { by: bob, session: 's' })
        const last = (clock.now += 60_000)
        await store.write(page, html('2'), { by: bob, session: 's' })
        clock.now += 60_000
        await store.write(page, html('3'), { by: ada })
        expect(
          (await store.versions(page)).map(({ written, users, label }) => [label, users[0], written])
        ).toEqual([
          [undefined, bob, { by: bob, at: last }],
          [undefined, ada, { by: ada, at: first }],
          ['Approved', bob, { by: ada, at: first }]
        ])
      }))

    test('V3 autosaves make one version a session and five minutes', () =>
      run(async (store, clock) => {
        await store.write(page, html('0'), { by: ada })
        for (const step of [1, 2, 3]) {
          clock.now += 1_000
          await store.write(page, html(`${step}`), { by: bob, session: 's1' })
        }
        expect(await versionTexts(store, page)).toEqual([text(html('0'))])
        clock.now += 5 * 60_000
        await store.write(page, html('4'), { by: bob, session: 's1' })
        await store.write(page, html('5'), { by: bob, session: 's1' })
        expect(await versionTexts(store, page)).toEqual([html('3'), html('0')].map(text))
        await store.write(page, html('6'), { by: ada, session: 's2' })
        expect((await versionTexts(store, page))[0]).toBe(text(html('5')))
        await store.write(page, html('6'), { by: ada, session: 's2' })
        expect(await store.versions(page)).toHaveLength(3)
      }))

    test('V5 emptying makes a Restore Point instead of the unlabelled version, also within a session', () =>
      run(async (store) => {
        await store.write(page, html('text'), { by: ada, session: 's' })
        const { kept } = await store.write(page, bytes('<body><main><div></div></main></body>'), {
          by: ada,
          session: 's'
        })
        expect(kept?.label).toBe('Restore Point')
        await store.write(page, html('back'), { by: ada })
        expect((await store.write(page, bytes(''), { by: ada })).kept?.label).toBe('Restore Point')
        const sheet = p('/org/site/sheet.json')
        await store.write(sheet, bytes('{":type":"sheet","total":1,"data":[{"a":"b"}]}'), { by: ada })
        expect((await store.write(sheet, bytes('{}'), { by: ada })).kept?.label).toBe('Restore Point')
      }))

    test('V1 a version of empty content is not listed', () =>
      run(async (store) => {
        await store.write(page, bytes(''), { by: ada })
        await store.createVersion(page, { by: ada })
        await store.write(page, html('1'), { by: ada })
        expect(await store.versions(page)).toEqual([])
      }))

    test('V2 a snapshot has its label and its caller; a missing file and a type without versions are refused', () =>
      run(async (store) => {
        await store.write(page, html('1'), { by: ada })
        const version = await store.createVersion(page, { by: bob, label: 'Approved' })
        expect(await store.versions(page)).toEqual([version])
        expect(version).toMatchObject({ label: 'Approved', users: [bob], path: page })
        expect(await reasonOf(store.createVersion(p('/org/site/no.html'), { by: ada }))).toBe('not-found')
        await store.write(p('/org/site/a.png'), new Uint8Array(3), { by: ada })
        expect(await reasonOf(store.createVersion(p('/org/site/a.png'), { by: ada }))).toBe('not-versioned')
        expect(await store.versions(p('/org/site/no.html'))).toEqual([])
        expect(await store.versions(p('/org/site/a.png'))).toEqual([])
      }))

    test('V4 fifty versions at once are fifty, with times that strictly increase, even when the clock goes back', () =>
      run(async (store, clock) => {
        await store.write(page, html('1'), { by: ada })
        const labels = Array.from({ length: 50 }, (_, index) => `v${index}`)
        await Promise.all(
          labels.map((label) => {
            clock.now -= 10
            return store.createVersion(page, { by: ada, label })
          })
        )
        const versions = await store.versions(page)
        expect(new Set(versions.map(({ label }) => label))).toEqual(new Set(labels))
        const times = versions.map(({ timestamp }) => timestamp)
        expect(times.every((time, index) => index === 0 || time < (times[index - 1] ?? 0))).toBe(true)
      }))

    test('V1 unknown ids and another organization give null', () =>
      run(async (store) => {
        const { entry } = await store.write(page, html('1'), { by: ada })
        const { id } = await store.createVersion(page, { by: ada })
        expect(await store.readVersion('org', entry.id, entry.id)).toBeNull()
        expect(await store.readVersion('other', entry.id, id)).toBeNull()
        expect(await store.readVersion('org', '../../lock', id)).toBeNull()
        expect((await store.readVersion('org', entry.id, id))?.ext).toBe('html')
      }))

    test('W7 two writers on one path lose nothing: every acknowledged content is current or a version', () =>
      run(async (store) => {
        await store.write(page, html('start'), { by: ada })
        const texts = Array.from({ length: 40 }, (_, index) => `${index}`)
        await Promise.all(texts.map((one) => store.write(page, html(one), { by: ada })))
        const all = [await textAt(store, page), ...(await versionTexts(store, page))]
        expect(new Set(all)).toEqual(new Set(['start', ...texts].map((one) => text(html(one)))))
      }))
  })

  describe(`${name}: trash, moves, copies`, () => {
    test('S5 a deleted file leaves with a Restore Point and returns with id and history', () =>
      run(async (store) => {
        const { entry } = await store.write(page, html('1'), { by: ada })
        const item = await store.remove(page, { by: bob })
        expect(item).toMatchObject({ path: page, kind: 'file', files: 1, deletedBy: bob, cause: 'deleted' })
        expect(await store.read(page)).toBeNull()
        expect(await store.versions(page)).toEqual([])
        const fresh = await store.write(page, html('new'), { by: ada })
        expect(fresh.entry.id).not.toBe(entry.id)
        const site = p('/org/site')
        expect(await reasonOf(store.restoreFromTrash(site, item.id, { by: ada }))).toBe('exists')
        await store.move(page, p('/org/site/aside.html'), { by: ada })
        expect(await store.restoreFromTrash(site, item.id, { by: ada })).toBe(page)
        expect(await store.stat(page)).toMatchObject({ id: entry.id })
        expect((await store.versions(page)).map(({ label }) => label)).toEqual(['Restore Point'])
        expect(await store.trash(site)).toEqual([])
      }))

    test('S5 a folder goes to the trash and returns as a whole; purged, it and its versions are gone', () =>
      run(async (store) => {
        const folder = p('/org/site/f')
        const { entry } = await store.write(p('/org/site/f/a.html'), html('a'), { by: ada })
        await store.write(p('/org/site/f/g/b.json'), bytes('{"b":1}'), { by: ada })
        const item = await store.remove(folder, { by: ada })
        expect(item.files).toBe(2)
        expect(await store.list(folder)).toBeNull()
        await store.restoreFromTrash(p('/org/site'), item.id, { by: ada })
        expect(await store.stat(p('/org/site/f/a.html'))).toMatchObject({ id: entry.id })
        expect(await textAt(store, p('/org/site/f/g/b.json'))).toBe('{"b":1}')
        const again = await store.remove(folder, { by: ada })
        const [version] = (await store.readVersion('org', entry.id, entry.id)) ? ['?'] : [null]
        expect(version).toBeNull()
        await store.deleteFromTrash(p('/org/site'), again.id)
        expect(await store.trash(p('/org/site'))).toEqual([])
        expect(await reasonOf(store.restoreFromTrash(p('/org/site'), again.id, { by: ada }))).toBe(
          'not-found'
        )
      }))

    test('S5 media that an upload replaces can be had again, in exchange', () =>
      run(async (store) => {
        const image = p('/org/site/a.png')
        const first = await store.write(image, bytes('old'), { by: ada })
        const second = await store.write(image, bytes('new'), { by: ada })
        expect(second.entry.id).toBe(first.entry.id)
        const [item] = await store.trash(p('/org/site'))
        expect(item).toMatchObject({ cause: 'replaced', path: image })
        await store.restoreFromTrash(p('/org/site'), item?.id ?? '', { by: ada })
        expect(await textAt(store, image)).toBe('old')
        expect((await store.trash(p('/org/site'))).map(({ cause }) => cause)).toEqual(['replaced'])
      }))

    test('S4 a move keeps ids and history, makes missing folders, and counts the files', () =>
      run(async (store) => {
        const { entry } = await store.write(page, html('1'), { by: ada })
        await store.write(page, html('2'), { by: ada })
        await store.write(p('/org/site/z/deep.html'), html('z'), { by: ada })
        expect(await store.move(p('/org/site'), p('/org/new/home'), { by: ada })).toBe(2)
        const moved = p('/org/new/home/page.html')
        expect(await store.stat(moved)).toMatchObject({ id: entry.id })
        expect(await versionTexts(store, moved)).toEqual([text(html('1'))])
        expect(await store.stat(p('/org/site'))).toBeNull()
      }))

    test('S4 renaming only the case of a name works', () =>
      run(async (store) => {
        const { entry } = await store.write(page, html('1'), { by: ada })
        expect(await store.move(page, p('/org/site/Page.html'), { by: ada })).toBe(1)
        expect((await store.list(p('/org/site')))?.map(({ name: one }) => one)).toEqual(['Page.html'])
        expect(await store.stat(p('/org/site/Page.html'))).toMatchObject({ id: entry.id })
      }))

    test('S4 a copy has new ids and no history', () =>
      run(async (store) => {
        const { entry } = await store.write(page, html('1'), { by: ada })
        await store.write(page, html('2'), { by: ada })
        await store.createFolder(p('/org/site/empty'), { by: ada })
        expect(await store.copy(p('/org/site'), p('/org/copy'), { by: bob })).toBe(1)
        const copy = p('/org/copy/page.html')
        expect(await textAt(store, copy)).toBe(text(html('2')))
        expect(await store.versions(copy)).toEqual([])
        expect(await store.stat(copy)).not.toMatchObject({ id: entry.id })
        expect(await store.stat(p('/org/copy/empty'))).toMatchObject({ kind: 'folder' })
        await store.write(copy, html('3'), { by: ada })
        expect(await versionTexts(store, copy)).toEqual([text(html('2'))])
        expect(await textAt(store, page)).toBe(text(html('2')))
      }))

    test('S4 what is in the way is refused, or goes to the trash with overwrite, file by file in folders', () =>
      run(async (store) => {
        await store.write(p('/org/s/a/one.html'), html('a1'), { by: ada })
        await store.write(p('/org/s/a/sub/two.html'), html('a2'), { by: ada })
        await store.write(p('/org/s/b/one.html'), html('b1'), { by: ada })
        await store.write(p('/org/s/b/three.html'), html('b3'), { by: ada })
        expect(await reasonOf(store.move(p('/org/s/a'), p('/org/s/b'), { by: ada }))).toBe('exists')
        expect(await store.copy(p('/org/s/a'), p('/org/s/b'), { by: ada, overwrite: true })).toBe(2)
        expect(await textAt(store, p('/org/s/b/one.html'))).toBe(text(html('a1')))
        expect(await store.move(p('/org/s/a'), p('/org/s/b'), { by: ada, overwrite: true })).toBe(2)
        expect(await store.stat(p('/org/s/a'))).toBeNull()
        expect((await store.list(p('/org/s/b')))?.map(({ name: one }) => one)).toEqual([
          'one.html',
          'sub',
          'three.html'
        ])
        expect((await store.trash(p('/org/s'))).map(({ path }) => path).sort()).toEqual(
          ['/org/s/b/one.html', '/org/s/b/one.html', '/org/s/b/sub/two.html'].sort()
        )
      }))

    test('W14 several documents and moves are one change: versions of each, ids and history stay', () =>
      run(async (store) => {
        const other = p('/org/site/other.html')
        await store.write(p('/org/site/.page/a.png'), bytes('a'), { by: ada })
        const [one, two] = [
          (await store.write(page, html('1'), { by: ada })).entry,
          (await store.write(other, html('o'), { by: ada })).entry
        ]
        const heard: ServiceEventBody[] = []
        store.subscribe((event) => heard.push(event))
        const to = p('/org/site/in/page.html')
        const after = await store.change({
          edits: [
            { path: page, from: one.hash, to: html('2') },
            { path: other, from: two.hash, to: html('p') }
          ],
          moves: [
            { from: page, to },
            { from: p('/org/site/.page'), to: p('/org/site/in/.page') }
          ],
          by: bob
        })
        expect(after).toMatchObject([
          { path: to, id: one.id, modifiedBy: bob },
          { path: other, id: two.id, modifiedBy: bob }
        ])
        expect(await store.stat(to)).toEqual(after[0])
        expect(await textAt(store, to)).toBe(text(html('2')))
        expect(await textAt(store, other)).toBe(text(html('p')))
        expect(await textAt(store, p('/org/site/in/.page/a.png'))).toBe('a')
        expect(await store.stat(page)).toBeNull()
        expect(await versionTexts(store, to)).toEqual([text(html('1'))])
        expect(await versionTexts(store, other)).toEqual([text(html('o'))])
        expect(heard.map((event) => `${event.type} ${'change' in event ? event.change : ''}`)).toEqual([
          'folder created',
          'file moved',
          'folder moved',
          'version ',
          'file changed',
          'version ',
          'file changed'
        ])
        const changed = heard.flatMap((event) =>
          event.type === 'file' && event.change === 'changed' ? [event.path] : []
        )
        expect(changed).toEqual([to, other])
      }))

    test('W14 a change of which one part cannot be is none at all', () =>
      run(async (store) => {
        const other = p('/org/site/other.html')
        const picture = p('/org/site/a.png')
        await store.write(picture, bytes('a'), { by: ada })
        const { entry: one } = await store.write(page, html('1'), { by: ada })
        const { entry: two } = await store.write(other, html('o'), { by: ada })
        const edit = { path: page, from: one.hash, to: html('2') }
        const by = ada
        const move = { from: page, to: p('/org/site/new.html') }
        const refusals: [string, Change][] = [
          ['precondition-failed', { edits: [edit, { path: other, from: one.hash, to: html('p') }], by }],
          ['not-found', { edits: [edit, { ...edit, path: p('/org/site/no.html') }], by }],
          ['not-versioned', { edits: [edit, { ...edit, path: picture }], by }],
          ['bad-request', { edits: [edit, edit], by }],
          ['exists', { edits: [edit], moves: [{ from: page, to: other }], by }],
          ['not-found', { edits: [edit], moves: [{ ...move, from: p('/org/site/no') }], by }],
          ['across-orgs', { edits: [edit], moves: [{ from: page, to: p('/other/site/x.html') }], by }],
          ['bad-request', { edits: [edit], moves: [move, { from: p('/org/site'), to: p('/org/t') }], by }],
          ['cancelled', { edits: [edit], by, signal: AbortSignal.abort() }]
        ]
        for (const [reason, change] of refusals)
          expect(await reasonOf(store.change(change)), reason).toBe(reason)
        expect(await store.change({ edits: [], by })).toEqual([])
        expect(await store.stat(page)).toEqual(one)
        expect(await store.stat(other)).toEqual(two)
        expect(await store.versions(page)).toEqual([])
        expect(await store.stat(move.to)).toBeNull()
      }))

    test('W14 VE10 what is in the way of a change lies in the trash as one item, and comes back as one', () =>
      run(async (store) => {
        const [to, folder] = [p('/org/t/page.html'), p('/org/t/.page')]
        const { entry } = await store.write(page, html('1'), { by: ada })
        await store.write(p('/org/site/.page/a.png'), bytes('a'), { by: ada })
        await store.write(to, html('old'), { by: ada })
        await store.write(p('/org/t/.page/b.png'), bytes('b'), { by: ada })
        const moves = [
          { from: page, to },
          { from: p('/org/site/.page'), to: folder }
        ]
        const edits = [{ path: page, from: entry.hash, to: html('2') }]
        expect(await reasonOf(store.change({ edits, moves, by: bob }))).toBe('exists')
        await store.change({ edits, moves, overwrite: true, by: bob })
        expect([await textAt(store, to), await textAt(store, p('/org/t/.page/a.png'))]).toEqual([
          text(html('2')),
          'a'
        ])
        expect(await textAt(store, p('/org/t/.page/b.png'))).toBeNull()
        const [item, ...more] = await store.trash(p('/org/t'))
        expect(item).toMatchObject({ path: to, kind: 'file', files: 2, deletedBy: bob })
        expect(more).toEqual([])
        const restore = () => store.restoreFromTrash(p('/org/t'), item?.id ?? '', { by: ada })
        expect(await reasonOf(restore())).toBe('exists')
        await store.remove(to, { by: ada })
        expect(await reasonOf(restore())).toBe('exists')
        await store.remove(folder, { by: ada })
        await restore()
        expect([await textAt(store, to), await textAt(store, p('/org/t/.page/b.png'))]).toEqual([
          text(html('old')),
          'b'
        ])
      }))

    test('S5 VE10 what is deleted along with a file is one item with it: it comes back, and goes, as a whole', () =>
      run(async (store) => {
        const [folder, picture] = [p('/org/site/.page'), p('/org/site/.page/a.png')]
        const { entry } = await store.write(page, html('1'), { by: ada })
        const { entry: there } = await store.write(picture, bytes('a'), { by: ada })
        const along = [folder, p('/org/site/.none')]
        const item = await store.remove(page, { by: bob, along })
        expect(item).toMatchObject({ path: page, kind: 'file', files: 2 })
        expect(await store.trash(p('/org/site'))).toEqual([item])
        expect([await store.stat(page), await store.stat(folder)]).toEqual([null, null])
        const lives = await store.histories(p('/org/site'), 0)
        expect(new Set(lives.map(({ trashed }) => trashed?.id))).toEqual(new Set([item.id]))
        await store.restoreFromTrash(p('/org/site'), item.id, { by: ada })
        expect(await store.stat(page)).toMatchObject({ id: entry.id })
        expect(await store.stat(picture)).toMatchObject({ id: there.id })
        expect(await store.trash(p('/org/site'))).toEqual([])
        const again = await store.remove(page, { by: bob, along })
        await store.deleteFromTrash(p('/org/site'), again.id)
        expect(await store.histories(p('/org/site'), 0)).toEqual([])
      }))

    test('S4 VE10 what is copied along takes its place with the copy, or none does; a copy may have other bytes', () =>
      run(async (store) => {
        const [to, folder] = [p('/org/t/page.html'), p('/org/t/.page')]
        const { entry } = await store.write(page, html('1'), { by: ada })
        await store.write(p('/org/site/.page/a.png'), bytes('a'), { by: ada })
        await store.createFolder(folder, { by: ada })
        const along = [{ from: p('/org/site/.page'), to: folder }]
        const edits = [{ path: page, from: entry.hash, to: html('2') }]
        const copy = (more: object) => store.copy(page, to, { by: bob, along, edits, ...more })
        expect(await reasonOf(copy({}))).toBe('exists')
        expect(await store.stat(to)).toBeNull()
        await store.remove(folder, { by: ada })
        expect(await reasonOf(copy({ edits: [{ ...edits[0], from: '0'.repeat(64) }] }))).toBe(
          'precondition-failed'
        )
        expect([await store.stat(to), await store.stat(folder)]).toEqual([null, null])
        expect(await copy({})).toBe(2)
        expect([await textAt(store, to), await textAt(store, p('/org/t/.page/a.png'))]).toEqual([
          text(html('2')),
          'a'
        ])
        expect(await textAt(store, page)).toBe(text(html('1')))
        expect(await copy({ overwrite: true })).toBe(2)
        const files = (await store.trash(p('/org/t'))).map((item) => [item.path, item.files])
        expect(Object.fromEntries(files)).toEqual({ [to]: 2, [folder]: 0 })
      }))

    test('S4 into itself, across organizations and from nowhere are refused', () =>
      run(async (store) => {
        await store.write(page, html('1'), { by: ada })
        expect(await reasonOf(store.move(p('/org/site'), p('/org/site/in'), { by: ada }))).toBe('into-itself')
        expect(await reasonOf(store.copy(page, page, { by: ada, overwrite: true }))).toBe('into-itself')
        expect(await reasonOf(store.move(page, p('/other/site/page.html'), { by: ada }))).toBe('across-orgs')
        expect(await reasonOf(store.copy(p('/org/no'), p('/org/yes'), { by: ada }))).toBe('not-found')
      }))

    test('S4 a cancelled copy leaves nothing', () =>
      run(async (store) => {
        for (const one of ['a', 'b', 'c'])
          await store.write(p(`/org/site/${one}.html`), html(one), { by: ada })
        const cancel = new AbortController()
        cancel.abort()
        const copy = store.copy(p('/org/site'), p('/org/copy'), { by: ada, signal: cancel.signal })
        expect(await reasonOf(copy)).toBe('cancelled')
        expect(await store.stat(p('/org/copy'))).toBeNull()
      }))
  })

  describe(`${name}: events, documents, close`, () => {
    test('E1 TM2 what is told to other processes is heard by none of this one, and what they did has been heard', () =>
      run(async (store) => {
        const heard: string[] = []
        store.subscribe(({ type }) => heard.push(type))
        await store.tell({ type: 'sync' })
        await store.heard()
        expect(heard).toEqual([])
      }))

    test('E1 subscribers hear of every change, after it is durable, until they leave', () =>
      run(async (store) => {
        const heard: ServiceEventBody[] = []
        const stop = store.subscribe((event) => heard.push(event))
        await store.write(page, html('1'), { by: ada, session: 'tab' })
        await store.move(page, p('/org/site/b.html'), { by: bob })
        await store.remove(p('/org/site'), { by: bob })
        stop()
        await store.write(page, html('2'), { by: ada })
        const told = heard.map((event) =>
          event.type === 'file' || event.type === 'folder' ? `${event.type} ${event.change}` : event.type
        )
        expect(told).toEqual([
          'folder created',
          'folder created',
          'file created',
          'file moved',
          'folder deleted',
          'trash'
        ])
        expect(heard[2]).toMatchObject({ path: page, by: ada, session: 'tab', origin: 'api' })
        expect(heard[3]).toMatchObject({ path: '/org/site/b.html', from: page, by: bob })
      }))

    test('V3 only a save is told as its session’s own: who restores or moves what it wrote tells it news', () =>
      run(async (store) => {
        const heard: ServiceEventBody[] = []
        await store.write(page, html('1'), { by: ada, session: 'tab' })
        const { id } = await store.remove(page, { by: bob })
        store.subscribe((event) => heard.push(event))
        await store.restoreFromTrash(p('/org/site'), id, { by: bob })
        await store.move(page, p('/org/site/b.html'), { by: bob })
        const told = heard.filter((event) => event.type === 'file')
        expect(told.map(({ change, by, session }) => [change, by, session])).toEqual([
          ['restored', bob, undefined],
          ['moved', bob, undefined]
        ])
      }))

    test('W2 a document keeps its last acknowledged value and is shared by everyone who opens it', () =>
      run(async (store) => {
        const parse = (value: unknown) => ({ n: Number(Reflect.get(Object(value), 'n')) })
        const one = store.document('settings', parse, { n: 0 })
        expect(await one.read()).toEqual({ n: 0 })
        await Promise.all(Array.from({ length: 20 }, () => one.update(({ n }) => ({ n: n + 1 }))))
        expect(await store.document('settings', parse, { n: 0 }).read()).toEqual({ n: 20 })
      }))

    test('W7 a closed store refuses everything', () =>
      run(async (store) => {
        await store.close()
        expect(await reasonOf(store.write(page, html('1'), { by: ada }))).toBe('closed')
        expect(await reasonOf(store.list(p('/')))).toBe('closed')
      }))
  })

  test(`${name}: V3 S4 S5 any sequence of operations agrees with a simple model`, () =>
    fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), (operations) =>
        run(async (store) => {
          const model = new Map<string, string>()
          for (const one of operations) await step(store, model, one)
          for (const path of paths) expect(await textAt(store, p(path))).toBe(model.get(path) ?? null)
        })
      ),
      { numRuns: isWhole ? 40 : 15 }
    ))

  if (!isWhole) return
  test(`${name}: every member of Store is in one of these tests`, () => {
    // what a folder has besides is shown by its own tests
    expect(everyMember.filter((member) => member !== 'folder' && !seen.has(member))).toEqual([])
  })
}

const paths = ['/o/s/a.html', '/o/s/b.html', '/o/s/f/a.html', '/o/s/f/b.html', '/o/s/g/a.html']
const place = fc.constantFrom(...paths)
const operation = fc.oneof(
  fc.record({ op: fc.constant('write' as const), path: place, value: fc.string({ maxLength: 5 }) }),
  fc.record({ op: fc.constant('remove' as const), path: place }),
  fc.record({ op: fc.constant('move' as const), path: place, to: place }),
  fc.record({ op: fc.constant('copy' as const), path: place, to: place }),
  fc.record({ op: fc.constant('undo' as const) })
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

async function step(store: Store, model: Map<string, string>, one: Operation): Promise<void> {
  if (one.op === 'write') {
    await store.write(p(one.path), bytes(one.value), { by: ada })
    model.set(one.path, one.value)
  } else if (one.op === 'remove') {
    const refused = await reasonOf(store.remove(p(one.path), { by: ada }))
    expect(refused).toBe(model.delete(one.path) ? 'no error' : 'not-found')
  } else if (one.op === 'undo') {
    const [item] = await store.trash(p('/o/s'))
    if (!item || model.has(item.path)) return
    await store.restoreFromTrash(p('/o/s'), item.id, { by: ada })
    model.set(item.path, (await textAt(store, p(item.path))) ?? 'lost')
  } else {
    const value = model.get(one.path)
    const done = await reasonOf(store[one.op](p(one.path), p(one.to), { by: ada }))
    if (one.path === one.to) expect(done).toBe('into-itself')
    else if (value === undefined) expect(done).toBe('not-found')
    else if (model.has(one.to)) expect(done).toBe('exists')
    else {
      expect(done).toBe('no error')
      model.set(one.to, value)
      if (one.op === 'move') model.delete(one.path)
    }
  }
}
