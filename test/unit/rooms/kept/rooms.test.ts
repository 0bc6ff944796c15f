import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRooms, type Rooms } from '../../../../src/main/rooms'
import { openStore } from '../../../../src/main/store'
import type { FolderStore } from '../../../../src/main/store/types'
import { ada, bob, bytes, p, quickFolder, sparseWorkspace, text } from '../../../support/workspace'
import { rm } from 'node:fs/promises'
import { until, Writer } from './people'

const page = p('/acme/site/harbour.html')
const source =
  '<body>\n<main>\n<div>\n<h1>Harbour</h1>\n<p>The boats come in.</p>\n<p>Nobody   waits.</p>\n</div>\n</main>\n</body>\n'

let folder: string
let store: FolderStore
let rooms: Rooms

const opened = () => openRooms({ store, program: null, report: (error) => reported.push(error) })
let reported: unknown[] = []

beforeEach(async () => {
  folder = await sparseWorkspace(quickFolder())
  store = await openStore({ folder, watch: false })
  await store.write(page, bytes(source), { by: ada })
  reported = []
  rooms = opened()
})

afterEach(async () => {
  await rooms.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
  expect(reported).toEqual([])
})

const stored = async () =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode((await store.read(page))?.bytes)
const isIn = async (words: string) => (await stored()).includes(words)

async function restarted(): Promise<void> {
  await rooms.close()
  await store.close()
  store = await openStore({ folder, watch: false })
  rooms = opened()
}

describe('RT6 a room', () => {
  it('RT6 that has become large goes to a thread of its own: whoever is in it joins again, and goes on', async () => {
    const [one, two] = [new Writer('ada'), new Writer('bob')]
    for (const writer of [one, two]) await writer.join(rooms, page)
    one.type('The boats', ` ${'of the north '.repeat(22_000)}`)
    const ended = () => [one, two].map(({ news }) => news.filter((kind) => kind === 'bye').length)
    await expect.poll(ended, { timeout: 40_000 }).toEqual([1, 1])
    // what was typed in that moment is sent when it is joined again
    two.type('Harbour', ' of us')
    for (const writer of [one, two]) await writer.join(rooms, page)
    await until(() => isIn('Harbour of us'))
    one.type('Harbour', ' at all')
    await until(() => isIn('Harbour at all of us'))
    expect((await stored()).split('of the north ').length).toBe(22_001)
    expect(ended()).toEqual([1, 1])
  }, 60_000)

  it('RT4 RT6 who only reads leaves the file and the disk as they are', async () => {
    const reader = new Writer('ada')
    await reader.join(rooms, page)
    expect(reader.text).toContain('The boats come in.')
    reader.leave()
    await rooms.close()
    expect(await stored()).toBe(source)
    expect(await store.rooms.list()).toEqual([])
  })

  it('RT2 RT6 two write at once: both see all of it, and the file holds it, with all else as it was', async () => {
    const [one, other] = [new Writer('ada'), new Writer('bob')]
    await one.join(rooms, page)
    await other.join(rooms, page)
    one.type('The boats', ' of the north')
    other.type('waits', ' here')
    await until(() => one.text === other.text && one.text.includes('here'))
    await until(() => isIn('north'))
    await until(() => isIn('here'))
    expect(await stored()).toBe(
      source.replace('The boats', 'The boats of the north').replace('waits', 'waits here')
    )
    expect(one.news).toContain('saved')
  })

  it('RT6 who asks is told how much of theirs is in the file, also when all of it is', async () => {
    const [one, other] = [new Writer('ada'), new Writer('bob')]
    await one.join(rooms, page)
    await other.join(rooms, page)
    one.type('The boats', ' A')
    one.type('The boats A', ' B')
    await one.settled()
    one.membership.save()
    await until(() => one.upTo === 2)
    expect(await stored()).toContain('boats A B')
    expect(other.upTo).toBe(0)
    const told = () => one.news.filter((kind) => kind === 'saved').length
    const before = told()
    one.membership.save()
    await until(() => told() > before)
  })

  it.each([
    ['one other kind', (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['several kinds', (text: string) => text.replace('\n', '\r\n').replace('</h1>\n', '</h1>\r')]
  ])('RT4 V6 ends of lines of %s stay as they are, whoever writes', async (_, shaped) => {
    await store.write(page, bytes(shaped(source)), { by: ada })
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await until(() => isIn('north'))
    expect(await stored()).toBe(shaped(source.replace('boats', 'boats of the north')))
    one.type('The boats', ' all')
    await one.settled()
    const theirs = source.replace('boats', 'boats of the north').replace('waits', 'waits at noon')
    await store.write(page, bytes(shaped(theirs)), { by: bob })
    await until(async () => (await isIn('boats all')) && (await isIn('at noon')))
    expect(await stored()).toBe(shaped(theirs.replace('boats', 'boats all')))
    await restarted()
    const again = new Writer('bob')
    await again.join(rooms, page)
    again.type('north', ' coast')
    await until(() => isIn('coast'))
    expect(await stored()).toBe(shaped(theirs.replace('boats', 'boats all').replace('north', 'north coast')))
  })

  it('RT12 VR5 what several write is kept as a Collab Parse; one alone is saved like always', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' A')
    await until(() => isIn('boats A'))
    const alone = await store.versions(page)
    expect(alone.map(({ label }) => label)).toEqual([undefined])
    const other = new Writer('bob')
    await other.join(rooms, page)
    other.type('waits', ' B')
    await until(() => isIn('waits B'))
    expect((await store.versions(page)).map(({ label }) => label)).toEqual(['Collab Parse', undefined])
    one.type('The boats', ' C')
    await until(() => isIn('boats C A'))
    const eve = new Writer('eve')
    await eve.join(rooms, page)
    eve.type('waits', ' D')
    await until(() => isIn('waits D B'))
    const [newest] = await store.versions(page)
    expect(newest?.label).toBe('Collab Parse')
    expect(newest?.users.map(({ email }) => email).sort()).toEqual(['ada@example.com', 'bob@example.com'])
  })

  it('RT7 what somebody saves meanwhile in another way joins in: no word of either is lost or doubled', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await one.settled()
    await store.write(page, bytes(source.replace('waits', 'waits at noon')), { by: bob })
    await until(() => one.text.includes('at noon'))
    await until(async () => (await isIn('north')) && (await isIn('at noon')))
    expect(one.news).toContain('outside')
    expect(await stored()).toBe(
      source.replace('The boats', 'The boats of the north').replace('waits', 'waits at noon')
    )
    // what was replaced without being known is a version
    expect((await store.versions(page)).length).toBeGreaterThan(0)
  })

  it('RT1 RT2 a restart under those who write loses and doubles nothing, with what they wrote meanwhile', async () => {
    const [one, other] = [new Writer('ada'), new Writer('bob')]
    await one.join(rooms, page)
    await other.join(rooms, page)
    one.type('The boats', ' of the north')
    await one.settled()
    one.cut()
    other.cut()
    await restarted()
    one.type('north', ' and east')
    other.type('waits', ' here')
    await one.join(rooms, page)
    await other.join(rooms, page)
    await until(async () => (await isIn('and east')) && (await isIn('here')))
    await until(() => one.text === other.text)
    expect(await stored()).toBe(
      source.replace('The boats', 'The boats of the north and east').replace('waits', 'waits here')
    )
  })

  it('RT7 a file that was written while nobody was there goes on with both', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await until(() => isIn('north'))
    one.cut()
    await restarted()
    await store.write(page, bytes((await stored()).replace('waits', 'waits at noon')), { by: bob })
    one.type('north', ' and east')
    const before = one.epoch
    await one.join(rooms, page)
    await until(async () => (await isIn('and east')) && (await isIn('at noon')))
    expect(one.epoch).toBe(before)
    expect(await stored()).toBe(
      source.replace('The boats', 'The boats of the north and east').replace('waits', 'waits at noon')
    )
  })

  it('RT7 a page that becomes what cannot be read as one goes on as a text, with everybody’s words', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await one.settled()
    await store.write(page, bytes('<p>no main, and The boats come in.</p>\n'), { by: bob })
    await until(() => one.news.includes('anew'))
    await until(() => isIn('north'))
    expect(await stored()).toContain('no main')
    const way = await rooms.join(page, new Writer('bob'), null)
    expect(way.kind).toBe('text')
  })

  it('RT7 RT11 a page that becomes no text at all ends its room, and is joined again when it is one', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    await store.write(page, new Uint8Array([255, 254, 0, 1]), { by: bob })
    await until(() => one.news.includes('bye'))
    await expect(new Writer('bob').join(rooms, page)).rejects.toThrow('UTF-8')
    await store.write(page, bytes(source), { by: bob })
    const other = new Writer('bob')
    await other.join(rooms, page)
    other.type('waits', ' here')
    await until(() => isIn('here'))
  })

  it('RT6 a page that is deleted takes nothing more, and goes on when it is put back', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    one.type('The boats', ' of the north')
    await one.settled()
    const item = await store.remove(page, { by: bob })
    await until(() => one.news.includes('deleted'))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await store.read(page)).toBeNull()
    await store.restoreFromTrash(p('/acme/site'), item.id, { by: bob })
    await until(() => one.news.includes('back'))
    await until(() => isIn('north'))
  })

  it('RT6 a folder that is moved takes its rooms along', async () => {
    const one = new Writer('ada')
    await one.join(rooms, page)
    await store.move(p('/acme/site'), p('/acme/other'), { by: bob })
    await until(() => one.news.includes('moved'))
    one.type('The boats', ' of the north')
    await until(async () => text((await store.read(p('/acme/other/harbour.html')))?.bytes).includes('north'))
    expect(await store.read(page)).toBeNull()
  })

  it('RT11 of more documents than may be open the one that nobody is in goes; where people are in all, nobody comes in', async () => {
    await rooms.close()
    rooms = openRooms({ store, program: null, report: (error) => reported.push(error), most: 2 })
    const pages = ['one', 'two', 'three'].map((name) => p(`/acme/site/${name}.html`))
    for (const one of pages) await store.write(one, bytes(source), { by: ada })
    const [first, second, third] = pages.map(() => new Writer('ada'))
    await first?.join(rooms, pages[0] ?? page)
    await second?.join(rooms, pages[1] ?? page)
    await expect(third?.join(rooms, pages[2] ?? page)).rejects.toThrow('too many')
    first?.type('The boats', ' of the north')
    first?.leave()
    await until(async () => text((await store.read(pages[0] ?? page))?.bytes).includes('north'))
    await until(
      () =>
        third?.join(rooms, pages[2] ?? page).then(
          () => true,
          () => false
        ) ?? false
    )
    expect(third?.text).toContain('The boats')
    // the first is being closed for the place of it, or is closed: whoever comes back has all of it
    second?.leave()
    await until(
      () =>
        first?.join(rooms, pages[0] ?? page).then(
          () => true,
          () => false
        ) ?? false
    )
    expect(first?.text).toContain('north')
    expect(first?.news).not.toContain('bye')
  })

  it('RT11 letters under somebody else’s number, or that build on nothing, are not taken', async () => {
    const [one, other] = [new Writer('ada'), new Writer('bob')]
    await one.join(rooms, page)
    await other.join(rooms, page)
    const Y = await import('yjs')
    const foreign = new Y.Doc()
    Y.applyUpdate(foreign, await one.membership.since(null))
    foreign.clientID = other.membership.client
    const updates: Uint8Array[] = []
    foreign.on('update', (update: Uint8Array) => updates.push(update))
    foreign.getText('page').insert(3, 'x')
    foreign.getText('page').insert(4, 'y')
    expect(await one.membership.write(updates[0] ?? new Uint8Array())).toBe('foreign')
    expect(await other.membership.write(updates[1] ?? new Uint8Array())).toBe('gap')
    expect(await other.membership.write(new Uint8Array([1, 200, 3]))).toBe('malformed')
    expect(await stored()).toBe(source)
  })
})
