import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import type { SyncFiles, SyncOverview } from '../../src/common/sync'
import { openRelayed } from '../../src/main/sync'
import { Writer } from '../unit/rooms/kept/people'
import { openLine, type Line } from '../e2e/support/line'
import { bundleProgram } from '../support/bundle'
import { until } from '../support/workspace'
import { WindowLine } from './line'
import { json, jsonParts } from './kit'
import { makeToken, openHttp, type HttpWorkspace } from './over-http'
import { owner, setPermissions, writePage } from './people'

const page = contentPath('/acme/site/harbour.html')
const source =
  '<body>\n<main>\n<div>\n<h1>Harbour</h1>\n<p>The boats come in.</p>\n<p>Nobody   waits.</p>\n</div>\n</main>\n</body>\n'

let here: HttpWorkspace
let there: HttpWorkspace
let pairId = ''
let way: Line
const lines: WindowLine[] = []
const reported: unknown[] = []

beforeEach(async () => {
  const options = {
    roomProgram: await bundleProgram('src/main/rooms/program.ts'),
    report: (error: unknown) => void reported.push(error)
  }
  ;[here, there] = await Promise.all([
    openHttp({}, { ...options, relays: true }),
    openHttp({}, { ...options, syncs: false })
  ])
  await writePage(owner(there), page, source)
  way = await openLine(there.server.origin)
  const token = await makeToken(there.location, { email: 'mara@example.com' })
  const remote = { name: 'Team', base: way.origin, token }
  const { id: remoteId } = json<{ id: string }>(await asks('POST', '/sync/remotes', remote))
  const pair = { remoteId, local: '/acme/site', remote: '/acme/site' }
  pairId = json<{ id: string }>(await asks('POST', '/sync/pairs', pair)).id
  await until(async () => (await stored(here)) === source)
  await rested()
})
afterEach(async () => {
  for (const line of lines.splice(0)) line.cut()
  await here.close()
  await way.close()
  await there.close()
  expect(reported.splice(0)).toEqual([])
})

const asks = (method: string, path: string, body: unknown) => owner(here).send(method, path, jsonParts(body))

const stored = async ({ store }: HttpWorkspace, at = page) => {
  const found = await store.read(at)
  return found && new TextDecoder().decode(found.bytes)
}

/** No sync is under way, and the last one has done all. */
async function rested(): Promise<void> {
  const status = async () => json<SyncOverview>(await owner(here).send('GET', '/sync')).pairs[0]?.status
  await until(async () => {
    const now = await status()
    return now?.state === 'synced' && now.conflicts === 0
  })
}

async function somebody({ location, server }: HttpWorkspace, name: string) {
  const token = await makeToken(location, { email: `${name}@example.com` })
  const line = await WindowLine.open((path, init) =>
    fetch(server.origin + path, { ...init, headers: { Authorization: `Bearer ${token}` } })
  )
  lines.push(line)
  const writer = new Writer(name)
  await writer.join(line, page)
  return { writer, line }
}

/** Somebody whose document was taken over from there. */
async function somebodyBeside(name: string) {
  const one = await somebody(here, name)
  await until(() => one.writer.news.includes('anew'))
  await one.writer.join(one.line, page)
  return one
}

const all = (text: string, words: readonly string[]) => words.every((one) => text.split(one).length === 2)

/** Both have all of it, each once, and so have both files. */
async function both(one: Writer, other: Writer, words: readonly string[]): Promise<void> {
  await until(() => one.text === other.text && all(one.text, words))
  await until(async () => {
    const [file, same] = [await stored(here), await stored(there)]
    return file !== null && file === same && all(file, words)
  })
}

/** Why the page is not kept alike; null while it is. */
const whyApart = async () => (await files()).apart?.find(({ path }) => path === page)?.why ?? null

const files = async () => json<SyncFiles>(await owner(here).send('GET', `/sync/pairs/${pairId}/files`))

async function inSync(): Promise<void> {
  await rested()
  expect((await files()).files).toEqual([])
}

it('RT13 a page that people write in here and at a paired server: the words of all, on both sides, in both files', async () => {
  const ada = await somebodyBeside('ada')
  const bob = await somebody(there, 'bob')
  await until(() => bob.line.people.length > 0)
  expect(bob.line.people.map(({ email }) => email)).toEqual(['mara@example.com'])
  ada.writer.type('The boats', ' of the north')
  await until(() => bob.writer.text.includes('of the north'))
  bob.writer.type('waits', ' here')
  await until(() => ada.writer.text.includes('waits here'))
  expect(ada.line.people.map(({ email }) => email)).toEqual(['bob@example.com'])
  ada.writer.type('come', ' slowly')
  bob.writer.type('come', ' back')
  await both(ada.writer, bob.writer, ['of the north', 'waits here', ' slowly', ' back'])
  expect((await files()).alike).toEqual([page])
  ada.writer.leave()
  ada.line.cut()
  await until(() => bob.line.people.length === 0)
  bob.writer.type('Harbour', ' of Acme')
  await until(async () => (await stored(here))?.includes('Harbour of Acme') === true)
  await inSync()
  expect(await stored(here)).toBe(await stored(there))
  await until(async () => (await files()).alike.length === 0)
}, 60_000)

it('RT8 RT13 offline both go on; back, the words of both are there once, and it is told as written elsewhere', async () => {
  const bob = await somebody(there, 'bob')
  bob.writer.type('Harbour', ' of Acme')
  await until(async () => (await stored(here))?.includes('Harbour of Acme') === true)
  const ada = await somebodyBeside('ada')
  expect(ada.writer.epoch).toContain(`${bob.writer.epoch}~`)
  await until(() => bob.line.people.length > 0)
  ada.writer.type('The boats', ' of the north')
  await until(() => bob.writer.text.includes('of the north'))
  way.cut()
  await until(() => ada.line.people.length === 0)
  await until(async () => (await whyApart()) === 'away')
  const cutAt = Date.now()
  ada.writer.type('The boats', ' and ferries')
  bob.writer.type('waits', ' here')
  bob.writer.remove(' of the north')
  await until(() => Date.now() - cutAt > 5500)
  expect(ada.writer.text).not.toContain('waits here')
  way.mend()
  await both(ada.writer, bob.writer, ['of Acme', ' and ferries', 'waits here'])
  expect(ada.writer.text).not.toContain('of the north')
  expect(ada.writer.news).toContain('outside')
  expect(await whyApart()).toBe(null)
}, 60_000)

it('RT10 RT12 RT13 several people at the server: each is seen here by their name, and in the history of what they wrote', async () => {
  const ada = await somebodyBeside('ada')
  const [bob, cid] = [await somebody(there, 'bob'), await somebody(there, 'cid')]
  await until(() => ada.line.people.length === 2)
  const seen = [...ada.line.people].sort((one, other) => (one.email < other.email ? -1 : 1))
  expect(seen.map(({ email }) => email)).toEqual(['bob@example.com', 'cid@example.com'])
  expect(new Set(seen.map(({ colour }) => colour)).size).toBe(2)
  bob.writer.type('The boats', ' of the north')
  cid.writer.type('waits', ' here')
  await both(ada.writer, cid.writer, ['of the north', 'waits here'])
  ada.writer.type('Harbour', ' of Acme')
  await both(ada.writer, bob.writer, ['of Acme'])
  const wrote = async () => {
    const answer = await owner(here).send('GET', '/versionlist/acme/site/harbour.html')
    return json<{ users: { email: string }[] }[]>(answer).flatMap(({ users }) =>
      users.map(({ email }) => email)
    )
  }
  await until(async () => {
    const names = await wrote()
    return ['bob@example.com', 'cid@example.com'].every((name) => names.includes(name))
  })
}, 60_000)

it('RT9 RT13 who may only read there: what is written here stays here, as a change that is to be sent', async () => {
  await setPermissions(there, 'acme', ['/+** | mara@example.com | read', '/+** | bob@example.com | write'])
  const ada = await somebody(here, 'ada')
  const bob = await somebody(there, 'bob')
  ada.writer.type('The boats', ' of the north')
  bob.writer.type('waits', ' here')
  await until(async () => (await stored(here))?.includes('of the north') === true)
  await until(async () => (await stored(there))?.includes('waits here') === true)
  await until(async () => (await whyApart()) === 'may-not-write')
  ada.writer.leave()
  // the sync fetches, and cannot send
  await until(async () => (await stored(here))?.includes('waits here') === true)
  expect(await stored(here)).toContain('of the north')
  expect(await stored(there)).not.toContain('of the north')
  await until(async () => {
    return (await files()).files.some(
      ({ path, state }) => path === page && (state === 'error' || state === 'to-send')
    )
  })
}, 60_000)

it('RT9 RT13 rights that end while people write leave nothing to decide: what is written here since is to be sent', async () => {
  const ada = await somebodyBeside('ada')
  const bob = await somebody(there, 'bob')
  // no sync sees that both files are the same
  way.refuse('/list/')
  ada.writer.type('The boats', ' of the north')
  bob.writer.type('The boats', ' and ships')
  await until(() => all(ada.writer.text, ['of the north', 'and ships']))
  await until(() => all(bob.writer.text, ['of the north', 'and ships']))
  await setPermissions(there, 'acme', ['/+** | mara@example.com | read', '/+** | bob@example.com | write'])
  ada.writer.remove(' north')
  ada.writer.type('of the', ' south')
  await until(async () => (await stored(here))?.includes('of the south') === true)
  await until(async () => (await openRelayed(here.store).list()).records.some(({ value }) => value.spent))
  way.refuse('/nothing')
  ada.writer.leave()
  ada.line.cut()
  const state = async () => (await files()).files.find(({ path }) => path === page)?.state
  await until(async () => ['conflict', 'error'].includes((await state()) ?? ''), 60_000)
  expect(await state()).toBe('error')
  expect(all((await stored(here)) ?? '', ['of the south', 'and ships'])).toBe(true)
  expect(await stored(there)).toContain('of the north')
}, 120_000)

it('RT13 that a file which is gone was in hand once binds no sync of what lies at its path now', async () => {
  const left = { pair: pairId, path: page, at: Date.now(), there: null, base: null }
  await openRelayed(here.store).put('of-a-file-that-is-gone', left)
  const changed = source.replace('come in', 'are out')
  await writePage(owner(here), page, changed)
  await until(async () => (await stored(there)) === changed)
}, 60_000)

it('RT13 what cannot go on in the document there is the sync’s, after a while without people here', async () => {
  const ada = await somebodyBeside('ada')
  await until(async () => (await openRelayed(here.store).list()).records.length === 1)
  way.refuse('/rooms/')
  await until(() => ada.line.people.length === 0)
  ada.writer.type('The boats', ' of the north')
  await until(async () => (await stored(here))?.includes('of the north') === true)
  ada.writer.leave()
  ada.line.cut()
  await until(async () => (await stored(there))?.includes('of the north') === true, 90_000)
  await inSync()
}, 120_000)
