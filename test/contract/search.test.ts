import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchAnswer, type SearchAnswer } from '../../src/common/search/answer'
import { ada, bob, bytes, p, until } from '../support/workspace'
import { openWorkspace, type Workspace } from './in-process'
import { person, setPermissions } from './people'

const page = (body: string) =>
  `<body><header></header><main><div>${body}</div></main><footer></footer></body>`

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
  const { store } = workspace
  const put = (path: string, text: string) => store.write(p(path), bytes(text), { by: ada })
  await put(
    '/acme/site/boats.html',
    page('<h1>Our boats</h1><p>The summer ferry has a bar &amp; a view.</p>')
  )
  await put('/acme/site/offers/summer-ferry.html', page('<h1>Summer</h1><p>Ferry in July.</p>'))
  await put(
    '/acme/site/fares.json',
    JSON.stringify({ ':type': 'sheet', total: 1, offset: 0, limit: 1, data: [{ Route: 'Inner ferry' }] })
  )
  await put('/acme/secret/plan.html', page('<h1>Ferry plan</h1><p>Zeppelin</p>'))
  await put('/acme/site/.galley/forms/schemas/ship.html', page('<p>ferry schema</p>'))
})
afterAll(() => workspace.close())

async function ask(address: string, token?: string): Promise<{ status: number; body: SearchAnswer }> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const request = new Request(`http://127.0.0.1${address}`, { headers })
  const answer = await workspace.service.fetch(request, token === undefined ? 'owner' : 'anyone')
  const body: unknown = await answer.json()
  return { status: answer.status, body: answer.ok ? searchAnswer.parse(body) : (body as SearchAnswer) }
}

const found = async (q: string, scope = '', token?: string) => {
  const { body } = await ask(`/search${scope}?q=${encodeURIComponent(q)}`, token)
  return body.hits.map(({ path }) => path)
}

describe('GET /search', () => {
  it('FI2: tells each hit with its places and the words around, also while names are all that is known', async () => {
    await until(async () => (await ask('/search/acme?q=ferry')).body.state.kind === 'complete')
    const { body } = await ask('/search/acme/site?q=ferry')
    expect(body).toMatchObject({ total: 3, totalIs: 'exact', notes: [], state: { kind: 'complete' } })
    expect(body.hits[0]?.path).toBe('/acme/site/offers/summer-ferry.html')
    const boats = body.hits.find(({ path }) => path === '/acme/site/boats.html')
    expect(boats).toMatchObject({
      kind: 'page',
      title: 'Our boats',
      by: { email: 'ada@example.com' },
      more: 0
    })
    const [place] = boats?.places ?? []
    expect(place?.at).toMatchObject({ kind: 'block', heading: 'Our boats', line: 1 })
    expect(place?.text).toBe('The summer ferry has a bar & a view.')
    expect(place?.marks.map(([from, to]) => place.text.slice(from, to))).toEqual(['ferry'])
    const fares = body.hits.find(({ kind }) => kind === 'sheet')
    expect(fares?.places[0]?.at).toMatchObject({ kind: 'cell', row: 1, name: 'Route' })
    expect(await found('schema')).toEqual([])
  })

  it('FI2: pages go on where the one before ended, and only of the same question', async () => {
    const first = await ask('/search/acme?q=ferry&limit=2&sort=path')
    expect(first.body.hits).toHaveLength(2)
    const second = await ask(`/search/acme?q=ferry&limit=2&sort=path&after=${String(first.body.next)}`)
    const paths = [...first.body.hits, ...second.body.hits].map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)].sort())
    expect((await ask(`/search/acme?q=boats&after=${String(first.body.next)}`)).status).toBe(400)
    for (const wrong of ['', '?q=x&limit=0', '?q=x&limit=201', '?q=x&sort=old', '?q=x&match=all'])
      expect((await ask(`/search/acme${wrong}`)).status, wrong).toBe(400)
  })

  it('FI2: capitals and whole words count when that is asked for', async () => {
    const matched = async (q: string, match: string) =>
      (await ask(`/search/acme/site?q=${q}&match=${match}`)).body.hits.map(({ path }) => path)
    expect(await matched('Ferry', 'case')).toEqual(['/acme/site/offers/summer-ferry.html'])
    expect(await matched('ferr', 'word')).toEqual([])
    expect(await matched('ferry', 'word')).toHaveLength(3)
  })

  it('FI2: middles of words are found behind the others, and a slip is told', async () => {
    expect(await found('eppelin')).toEqual(['/acme/secret/plan.html'])
    expect((await ask('/search?q=zeppelim')).body).toMatchObject({ hits: [], meant: 'zeppelin' })
  })

  it('FI5: what is saved, moved and deleted is found as it is, at once when its ETag is told', async () => {
    const { store } = workspace
    const { entry } = await store.write(p('/acme/site/new.html'), bytes(page('<p>Quokka</p>')), { by: bob })
    const began = performance.now()
    const { body } = await ask(`/search/acme/site/new.html?q=quokka&saved="${entry.hash}"`)
    expect(body.hits.map(({ path }) => path)).toEqual(['/acme/site/new.html'])
    expect(performance.now() - began).toBeLessThan(5_000)
    await store.move(p('/acme/site/new.html'), p('/acme/site/a/newer.html'), { by: bob })
    await until(async () => (await found('quokka'))[0] === '/acme/site/a/newer.html')
    await store.move(p('/acme/site/a'), p('/acme/site/b'), { by: bob })
    await until(async () => (await found('quokka'))[0] === '/acme/site/b/newer.html')
    await store.remove(p('/acme/site/b'), { by: bob })
    await until(async () => (await found('quokka')).length === 0)
  })

  it('FI4: who may not read something learns nothing of it: no hit, count, suggestion or order', async () => {
    await setPermissions(workspace, 'acme', ['/site/+** | bob@example.com | read'])
    const { token } = await person(workspace, 'bob@example.com')
    await until(async () => (await found('bob')).includes('/acme'))
    expect((await ask('/search/acme?q=bob')).body.hits[0]).toMatchObject({ kind: 'config', path: '/acme' })
    const mine = await ask('/search/acme?q=ferry', token)
    expect(mine.body).toMatchObject({ total: 3, totalIs: 'exact' })
    expect(mine.body.hits.map(({ path }) => path)).not.toContain('/acme/secret/plan.html')
    for (const q of ['zeppelin', 'zeppelim', 'eppelin', 'CONFIG']) {
      const { body } = await ask(`/search?q=${q}`, token)
      expect(body, q).toMatchObject({ hits: [], total: 0 })
      expect(body.meant, q).toBeUndefined()
    }
    expect((await ask('/search/acme/secret?q=x', token)).status).toBe(403)
    expect((await ask('/search/acme/nowhere?q=x', token)).status).toBe(403)
    const before = JSON.stringify(mine.body)
    await workspace.store.write(p('/acme/secret/more.html'), bytes(page('<h1>ferry</h1>'.repeat(50))), {
      by: ada
    })
    await until(async () => (await found('ferry')).includes('/acme/secret/more.html'))
    expect(JSON.stringify((await ask('/search/acme?q=ferry', token)).body)).toBe(before)
  })
})
