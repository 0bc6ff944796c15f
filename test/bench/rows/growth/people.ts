import { setTimeout } from 'node:timers/promises'
import { newToken } from '../../../../src/common/api/shapes'
import { contentPath } from '../../../../src/common/content/paths'
import { bodyOf, pageOf, writer } from '../../documents'
import type { Finding } from '../../row'
import { cpuOf, grown } from './grown'
import { inWorkspace, pagesIn, SITE, writePages } from './site'

const json = { 'Content-Type': 'application/json' }
const FILES = 500
const SAVES = 200
/** One alone takes a millisecond or two, and what follows a new config is to weigh little. */
const LISTS = 200

/** What the rules about other people cost somebody who lists. */
export const rules = async (place: string): Promise<Finding[]> => [
  ...(await grown({
    sizes: [200, 800, 3_200],
    kinds: { list: `the list of a folder of ${FILES} files by somebody under permission rows` },
    cost: async (size) => ({ list: (await listUnder(place, [size]))[0] ?? Number.NaN })
  })),
  await fewAndMany(place)
]

/** The list under many rows, in turns with the same under few, in one workspace. */
async function fewAndMany(place: string): Promise<Finding> {
  const took = await listUnder(
    place,
    Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 10 : 3_200))
  )
  const least = (odd: number) => Math.min(...took.filter((_, at) => at % 2 === odd))
  return {
    what: 'the list under 3,200 rows',
    galley: { value: least(1), unit: 'ms' },
    baseline: { what: 'under 10', took: { value: least(0), unit: 'ms' } },
    budget: { kind: 'ratio', atMost: 1.3 }
  }
}

/** Processor milliseconds of a list under each of these numbers of rows, one after the other. */
const listUnder = (place: string, rows: readonly number[]): Promise<readonly number[]> =>
  inWorkspace(
    place,
    (store) => writePages(store, pagesIn(FILES, 1)),
    async ({ ask, service }) => {
      const headers = { Authorization: `Bearer ${await tokenOf(ask, 'one@example.com')}` }
      const list = async () =>
        bodyOf(
          await service.fetch(new Request(`http://127.0.0.1/list${SITE}/folder-0`, { headers }), 'anyone')
        )
      const took: number[] = []
      for (const count of rows) {
        const config = new FormData()
        config.set('config', JSON.stringify(permissionsOf(count)))
        await bodyOf(await ask('/config/bench', { method: 'POST', body: config }))
        await list()
        const all = await cpuOf(async () => {
          for (let time = 0; time < LISTS; time += 1) await list()
        })
        took.push(all / LISTS)
      }
      return took
    }
  )

/** Streams of other people, each with a token, and those of the owner. */
export async function streams(place: string): Promise<Finding[]> {
  let people = Number.NaN
  let owners = Number.NaN
  const grew = await grown({
    sizes: [16, 64, 256],
    kinds: {
      people: `${SAVES} saves while so many people follow what happens`,
      owners: `${SAVES} saves while the owner follows in so many windows`
    },
    times: 1,
    cost: async (size) => {
      people = await savesBeside(place, size, 'people')
      owners = await savesBeside(place, size, 'owner')
      return { people, owners }
    }
  })
  return [
    ...grew,
    {
      what: `${SAVES} saves while 256 people follow what happens, beside the owner in as many windows`,
      galley: { value: people, unit: 'ms' },
      baseline: { what: 'the owner', took: { value: owners, unit: 'ms' } },
      budget: { kind: 'ratio', atMost: 2.5 }
    }
  ]
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

async function tokenOf(ask: Ask, email: string): Promise<string> {
  const body = JSON.stringify({ kind: 'access', email, groups: [] })
  const made = await bodyOf(await ask('/app/tokens', { method: 'POST', headers: json, body }))
  return newToken.parse(JSON.parse(new TextDecoder().decode(made))).token
}

const permissionsOf = (count: number) => {
  const data = [
    { path: 'CONFIG', groups: writer.email, actions: 'write' },
    { path: '/+**', groups: `${writer.email}, one@example.com`, actions: 'write' },
    ...Array.from({ length: count }, (_, at) => ({
      path: `/site/folder-${at}/+**`,
      groups: 'one@example.com',
      actions: at % 3 === 0 ? 'read' : 'write'
    }))
  ]
  return {
    ':type': 'multi-sheet',
    ':names': ['permissions'],
    permissions: { total: data.length, data }
  }
}

const savesBeside = (place: string, size: number, who: 'people' | 'owner') =>
  inWorkspace(
    place,
    (store) => writePages(store, ['/page.html']),
    async ({ ask, service, store }) => {
      const streams = await Promise.all(
        Array.from({ length: size }, async (_, at) => {
          if (who === 'owner') return ask('/events')
          const headers = { Authorization: `Bearer ${await tokenOf(ask, `person-${at}@example.com`)}` }
          return service.fetch(new Request('http://127.0.0.1/events', { headers }), 'anyone')
        })
      )
      const readers = streams.map(({ body }) => body?.getReader())
      for (const reader of readers) void drain(reader)
      const took = await cpuOf(async () => {
        for (let save = 0; save < SAVES; save += 1)
          await store.write(contentPath(`${SITE}/page.html`), pageOf(400, save), { by: writer })
        await setTimeout(300)
      })
      await Promise.all(readers.map((reader) => reader?.cancel()))
      return took
    }
  )

async function drain(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  while (reader && !(await reader.read()).done);
}
