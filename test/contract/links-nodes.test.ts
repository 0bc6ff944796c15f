import { describe, expect, it } from 'vitest'
import {
  inDatabase,
  inFolder,
  nameHost,
  newWorkspace,
  permit,
  tokenOf,
  type Searched
} from '../support/search-twins'
import { openDatabase } from '../../src/main/store/postgres/database'
import { noDatabase, useTeamDatabase } from '../support/team-database'
import { randomOf, randomSite, type Random } from '../unit/links/random-site'
import { form } from './kit'

const SEED = Number(process.env['GALLEY_SEED'] ?? 3)
const OPERATIONS = Number(process.env['GALLEY_LINK_OPERATIONS'] ?? 24)
const url = useTeamDatabase()
const SITES = ['/org/one', '/org/two', '/org/none']

interface Ask {
  readonly method: string
  readonly at: string
  readonly body?: unknown
  readonly fields?: Readonly<Record<string, string>>
  readonly content?: string
}

/** What is answered, without what each workspace has of its own. */
async function told({ service }: Searched, { method, at, body, fields, content }: Ask, token?: string) {
  const parts = fields ? form(Object.entries(fields).map(([name, value]) => ({ name, value }))) : null
  const headers = new Headers({
    ...parts?.headers,
    ...(token !== undefined && { Authorization: `Bearer ${token}` })
  })
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (content !== undefined) headers.set('Content-Type', typeOf(at))
  const given = content ?? (body === undefined ? parts?.body : JSON.stringify(body))
  const reply = await service.fetch(
    new Request(`http://127.0.0.1:4502${at}`, { method, headers, body: given ?? null }),
    token === undefined ? 'owner' : 'anyone'
  )
  const text = await reply.text()
  return {
    status: reply.status,
    change: reply.headers.get('X-Galley-Change'),
    rewritten: reply.headers.get('X-Galley-Rewritten'),
    body: method === 'PUT' ? '' : text
  }
}

const typeOf = (at: string) =>
  at.endsWith('.html') ? 'text/html' : at.endsWith('.json') ? 'application/json' : 'image/png'

const inUrl = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** Each path that is there, as the folder has them. */
async function pathsIn(searched: Searched): Promise<string[]> {
  const { body } = await told(searched, {
    method: 'GET',
    at: '/search/org?q=kind%3Apage%20OR%20kind%3Asheet%20OR%20kind%3Amedia%20OR%20kind%3Adocument&limit=200&sort=path'
  })
  return (JSON.parse(body) as { hits: { path: string }[] }).hits.map(({ path }) => path)
}

/** Something that may change what links say. */
function change(random: Random, paths: readonly string[]): Ask {
  const path = random.one(paths)
  const fresh = [...randomSite(random).files]
  const [other, content] = random.one(fresh)
  const folder = path.slice(0, path.lastIndexOf('/'))
  switch (random.below(10)) {
    case 0:
      return { method: 'DELETE', at: `/source${inUrl(path)}` }
    case 1:
    case 2:
    case 3:
      return { method: 'PUT', at: `/source${inUrl(other)}`, content }
    case 4: {
      const same = fresh.find(([one]) => one.endsWith(path.slice(path.lastIndexOf('.'))))
      return { method: 'PUT', at: `/source${inUrl(path)}`, content: same?.[1] ?? content }
    }
    case 5:
      return folder.split('/').length > 3
        ? {
            method: 'POST',
            at: `/move${inUrl(folder)}`,
            fields: { destination: `${folder}-new`, links: random.one(['follow', 'leave']) }
          }
        : { method: 'GET', at: `/links${inUrl(path)}` }
    default:
      return {
        method: 'POST',
        at: `/move${inUrl(path)}`,
        fields: {
          destination: other.replace(/\.\w+$/, path.slice(path.lastIndexOf('.'))),
          links: random.one(['follow', 'follow', 'leave'])
        }
      }
  }
}

function question(random: Random, paths: readonly string[]): Ask {
  const [path, site] = [random.one(paths), random.one(SITES)]
  const search = (q: string) => ({ method: 'GET', at: `/search/org?sort=path&q=${encodeURIComponent(q)}` })
  switch (random.below(8)) {
    case 0:
      return { method: 'GET', at: `/links${site}?limit=1000` }
    case 1:
      return { method: 'GET', at: `/external-links${site}` }
    case 2:
      return {
        method: 'POST',
        at: '/links/plan',
        body: { move: [{ from: path, to: path.replace(/(\.\w+)$/, '-moved$1') }] }
      }
    case 3:
      return {
        method: 'POST',
        at: '/links/plan',
        body: {
          remove: [
            path.slice(0, path.lastIndexOf('/')).split('/').length > 3
              ? path.slice(0, path.lastIndexOf('/'))
              : path
          ]
        }
      }
    case 4:
      return search(random.one(['is:broken', 'is:orphan', 'has:links', 'has:media', 'has:problems']))
    case 5:
      return search(`${random.one(['to', 'from'])}:${path.split('/').slice(3).join('/')} `)
    default: {
      const page = random.one([
        '',
        '',
        '?limit=2',
        '?limit=1&after=1',
        '?direction=in',
        '?limit=1&direction=out'
      ])
      return { method: 'GET', at: `/links${inUrl(path)}${page}` }
    }
  }
}

describe.skipIf(noDatabase)('the links that PostgreSQL keeps', () => {
  it.each([SEED, SEED + 1])(
    'TM18 LK1 LK2 LK6 P7: after random changes, moves with links too, random questions about links have the answers of a workspace in a folder, at each of three nodes (seed %i)',
    { timeout: 240_000 },
    async (seed) => {
      const random = randomOf(seed)
      const folder = await inFolder(Date.now)
      const workspace = newWorkspace()
      const nodes: Searched[] = []
      try {
        for (let count = 0; count < 3; count++) nodes.push(await inDatabase(url(), workspace, Date.now))
        const [first] = nodes
        if (!first) throw new Error('no node')
        const tokens: string[] = []
        for (const one of [folder, first]) {
          await permit(one, 'org', ['/** | bob@example.com | read', '/one/docs/+** | bob@example.com | none'])
          await nameHost(one, '/org/one', 'www.one.test')
          await nameHost(one, '/org/two', 'two.test:8443')
          tokens.push(await tokenOf(one, 'bob@example.com'))
        }
        for (const [path, content] of randomSite(random).files)
          for (const one of [folder, random.one(nodes)])
            await told(one, { method: 'PUT', at: `/source${inUrl(path)}`, content })
        const counted = { rewritten: 0, links: 0 }
        for (let done = 0; done < OPERATIONS; done++) {
          const paths = await pathsIn(folder)
          const work = change(random, paths)
          const wanted = await told(folder, work)
          const found = await told(random.one(nodes), work)
          expect({ ...found, change: null }, `seed ${seed}: ${JSON.stringify(work)}`).toEqual({
            ...wanted,
            change: null
          })
          counted.rewritten += Number(wanted.rewritten ?? 0)
          if (random.chance(0.2)) {
            const host = random.one(['www.one.test', 'two.test:8443', 'three.test'])
            const site = random.one(SITES)
            for (const one of [folder, random.one(nodes)]) await nameHost(one, site, host)
          }
          for (let asked = 0; asked < 3; asked++) {
            const ask = question(random, await pathsIn(folder))
            const isRestricted = random.chance(0.3)
            const answers = [
              await told(folder, ask, isRestricted ? tokens[0] : undefined),
              await told(random.one(nodes), ask, isRestricted ? tokens[1] : undefined)
            ]
            counted.links += answers[0]?.body.match(/"written"/g)?.length ?? 0
            expect(
              alike(answers[1]?.body),
              `seed ${seed}: ${JSON.stringify(ask)}${isRestricted ? ', restricted' : ''}`
            ).toEqual(alike(answers[0]?.body))
            expect(answers[1]?.status).toBe(answers[0]?.status)
          }
        }
        for (const path of await pathsIn(folder))
          for (const isRestricted of [false, true]) {
            const ask = { method: 'GET', at: `/links${inUrl(path)}` }
            const wanted = await told(folder, ask, isRestricted ? tokens[0] : undefined)
            const found = await told(random.one(nodes), ask, isRestricted ? tokens[1] : undefined)
            expect(alike(found.body), `seed ${seed}: ${path}${isRestricted ? ', restricted' : ''}`).toEqual(
              alike(wanted.body)
            )
          }
        expect(counted.rewritten).toBeGreaterThan(5)
        expect(counted.links).toBeGreaterThan(50)
      } finally {
        for (const one of [folder, ...nodes]) await one.close()
      }
    }
  )

  it('TM18: a node that begins when all is read answers about links without reading any content, and one more for each that changes', async () => {
    const workspace = newWorkspace()
    const before = await inDatabase(url(), workspace, Date.now)
    const reads: string[] = []
    const links = async (one: Searched, path: string) => {
      const { body } = await told(one, { method: 'GET', at: `/links${path}` })
      return (JSON.parse(body) as { in: { path: string }[] }).in.map(({ path: from }) => from)
    }
    const page = (to: string) => `<body><main><div><p><a href="${to}">x</a></p></div></main></body>`
    const write = (one: Searched, path: string, to: string) =>
      told(one, { method: 'PUT', at: `/source${path}`, content: page(to) })
    try {
      for (let count = 0; count < 60; count++) await write(before, `/o/s/p${count}.html`, `/p${count + 1}`)
      expect(await links(before, '/o/s/p7.html')).toEqual(['/o/s/p6.html'])
      const after = await inDatabase(url(), workspace, Date.now, (database) => ({
        ...database,
        all: (...asked) => (/from blobs/.test(asked[0]) && reads.push(asked[0]), database.all(...asked)),
        one: (...asked) => (/from blobs/.test(asked[0]) && reads.push(asked[0]), database.one(...asked))
      }))
      try {
        expect(await links(after, '/o/s/p7.html')).toEqual(['/o/s/p6.html'])
        expect(reads).toEqual([])
        await write(before, '/o/s/p3.html', '/p7')
        expect(await links(after, '/o/s/p7.html')).toEqual(['/o/s/p3.html', '/o/s/p6.html'])
        expect(reads.length).toBeLessThanOrEqual(1)
        // what moves says the same from elsewhere, and is not read for that
        await told(before, {
          method: 'POST',
          at: '/move/o/s/p6.html',
          fields: { destination: '/o/s/far/p6.html' }
        })
        expect(await links(after, '/o/s/p7.html')).toEqual(['/o/s/far/p6.html', '/o/s/p3.html'])
        expect(reads.length).toBeLessThanOrEqual(1)
        await write(after, '/o/s/new.html', '/p7')
        expect(await links(after, '/o/s/p7.html')).toContain('/o/s/new.html')
        expect(reads.length).toBeGreaterThan(0)
      } finally {
        await after.close()
      }
    } finally {
      await before.close()
    }
  })
})

describe.skipIf(noDatabase)('one document among many', () => {
  const COUNT = 120
  const page = (to: string) =>
    `<body><main><div><p><a href="${to}">x</a> <a href="/none-${COUNT}">y</a></p></div></main></body>`

  async function filled(node: Searched): Promise<void> {
    for (let count = 0; count < COUNT; count++)
      await told(node, {
        method: 'PUT',
        at: `/source/o/s/f/p${count}.html`,
        content: page(`/f/p${count + 1}`)
      })
    await told(node, { method: 'PUT', at: '/source/o/s/none-x.html', content: page('./f/p3') })
  }

  const linksOf = async (node: Searched, path: string, token?: string) =>
    JSON.parse((await told(node, { method: 'GET', at: `/links${path}` }, token)).body) as {
      in: { path: string }[]
      out: { state: string }[]
    }

  it('TM18 LK1 P7: a node that begins answers about one document with the rows of what is around it, whoever asks', async () => {
    const workspace = newWorkspace()
    const before = await inDatabase(url(), workspace, Date.now)
    const counted = { rows: 0 }
    try {
      await filled(before)
      await permit(before, 'o', ['/** | bob@example.com | read', '/s/f/p2.html | bob@example.com | none'])
      const token = await tokenOf(before, 'bob@example.com')
      await linksOf(before, '/o/s/f/p7.html')
      const after = await inDatabase(url(), workspace, Date.now, (database) => ({
        ...database,
        all: async (...asked) => {
          const rows = await database.all(...asked)
          if (/entries|search_links/.test(asked[0])) counted.rows += rows.length
          return rows
        }
      }))
      try {
        const found = await linksOf(after, '/o/s/f/p7.html')
        expect(found.in.map(({ path }) => path)).toEqual(['/o/s/f/p6.html'])
        expect(found.out.map(({ state }) => state)).toEqual(['ok', 'broken'])
        expect((await linksOf(after, '/o/s/f/p3.html')).in.map(({ path }) => path)).toEqual([
          '/o/s/f/p2.html',
          '/o/s/none-x.html'
        ])
        expect((await linksOf(after, '/o/s/f/p3.html', token)).in.map(({ path }) => path)).toEqual([
          '/o/s/none-x.html'
        ])
        expect(counted.rows).toBeGreaterThan(0)
        expect(counted.rows).toBeLessThan(COUNT / 2)
      } finally {
        await after.close()
      }
    } finally {
      await before.close()
    }
  })

  it('TM18: links that a Galley before keeps without their keys are found, also of what it reads again', async () => {
    const workspace = newWorkspace()
    const node = await inDatabase(url(), workspace, Date.now)
    const database = openDatabase(url())
    const { id } = node.store
    try {
      await filled(node)
      expect((await linksOf(node, '/o/s/f/p7.html')).in).toHaveLength(1)
      // as such a node keeps them: it knows of no keys, and leaves those that are there
      await database.change(`update search_links set keys = '{}', keyed = null where workspace_id = $1`, [id])
      expect((await linksOf(node, '/o/s/f/p7.html')).in).toHaveLength(1)
      await database.change(
        `update search_links set facts = replace(facts, '/f/p8', '/f/p5'), hash = sha256('') where workspace_id = $1
           and file_id = (select id from entries where workspace_id = $1 and path = '/o/s/f/p7.html')`,
        [id]
      )
      expect((await linksOf(node, '/o/s/f/p5.html')).in.map(({ path }) => path)).toEqual([
        '/o/s/f/p4.html',
        '/o/s/f/p7.html'
      ])
    } finally {
      await node.close()
      await database.close()
    }
  })
})

/** Ids of files and versions, and times, are each workspace's own. */
function alike(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '', (key, value: unknown) =>
      key === 'id' || key === 'at' || key === 'changedAt' || key === 'state' ? null : value
    ) as unknown
  } catch {
    return body
  }
}
