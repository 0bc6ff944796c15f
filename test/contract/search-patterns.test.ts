import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchAnswer, type SearchAnswer } from '../../src/common/search/answer'
import { bundleProgram } from '../support/bundle'
import { ada, bytes, p, until } from '../support/workspace'
import { openWorkspace, type Workspace } from './in-process'
import { person, setPermissions } from './people'

const page = (body: string) =>
  `<body>\n  <header></header>\n  <main>\n    <div>${body}</div>\n  </main>\n</body>`
const many = 300

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace({ workerProgram: await bundleProgram('src/main/workers/program.ts') })
  const { store } = workspace
  const put = (path: string, text: string) => store.write(p(path), bytes(text), { by: ada })
  await put('/acme/site/a.html', page('<h2 class="big">Pier AB-12345</h2>\n<p>Ferry &amp; pier cd-99999</p>'))
  await put('/acme/site/b.html', page('<p>Nothing of that kind. Ferry.</p>'))
  await put('/acme/site/slow.txt', `${'a'.repeat(40)}!\n`)
  await put('/acme/site/rows.json', '{\n  "code": "AB-54321",\n  "note": "x"\n}')
  await put('/acme/secret/plan.html', page('<p>AB-00000</p>'))
  for (let n = 0; n < many; n += 1) await put(`/acme/many/p${n}.html`, page(`<p>Row ${n} of ${many}</p>`))
  await until(async () => (await ask('Ferry')).state.kind === 'complete')
}, 120_000)
afterAll(() => workspace.close())

async function ask(q: string, scope = '/acme', token?: string, more = ''): Promise<SearchAnswer> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const address = `http://127.0.0.1/search${scope}?q=${encodeURIComponent(q)}${more}`
  const answer = await workspace.service.fetch(
    new Request(address, { headers }),
    token === undefined ? 'owner' : 'anyone'
  )
  return searchAnswer.parse(await answer.json())
}

const found = async (q: string, scope?: string, token?: string) =>
  (await ask(q, scope, token)).hits.map(({ path }) => path)

describe('GET /search with patterns', () => {
  it('FI6: a pattern finds in the sources of all files, with line, column and the words around', async () => {
    const { hits, total, totalIs, state, notes } = await ask('/[A-Z]{2}-\\d{5}/', '/acme/site')
    expect({ total, totalIs, state, notes }).toEqual({
      total: 2,
      totalIs: 'exact',
      state: { kind: 'complete' },
      notes: []
    })
    expect(hits.map(({ path }) => path)).toEqual(['/acme/site/a.html', '/acme/site/rows.json'])
    const [place] = hits[0]?.places ?? []
    expect(place?.at).toEqual({ kind: 'line', line: 4, column: 31 })
    expect(place?.marks.map(([from, to]) => place.text.slice(from, to))).toEqual(['AB-12345'])
    expect((await ask('/[A-Z]{2}-\\d{5}/i', '/acme/site')).hits[0]?.places).toHaveLength(2)
    expect(await found('/class="big"/')).toEqual(['/acme/site/a.html'])
    expect(await found('/^ {4}<div><p>Nothing/')).toEqual(['/acme/site/b.html'])
    expect(await found('/pier.*<p>Ferry/is')).toEqual(['/acme/site/a.html'])
    expect(await found('/pier.*<p>Ferry/i')).toEqual([])
    expect(await found('/\\p{Lu}ierr?\\b/')).toEqual(['/acme/site/a.html'])
  })

  it('FI6: words, filters and further patterns narrow it; what is left out must not be there', async () => {
    expect((await found('Ferry /<p>/', '/acme/site')).sort()).toEqual([
      '/acme/site/a.html',
      '/acme/site/b.html'
    ])
    expect(await found('Ferry -/\\d/', '/acme/site')).toEqual(['/acme/site/b.html'])
    expect(await found('/AB-/ kind:json')).toEqual(['/acme/site/rows.json'])
    expect(await found('/AB-1/ OR /AB-5/')).toEqual(['/acme/site/a.html', '/acme/site/rows.json'])
    expect(await found('/AB-/ /Ferry/')).toEqual(['/acme/site/a.html'])
    expect((await ask('-/AB-/')).notes.map(({ kind }) => kind)).toEqual(['only-not'])
    expect(await found('-/AB-/')).toEqual([])
    expect((await ask('Ferry OR /AB-/')).notes).toMatchObject([{ kind: 'pattern', start: 9, end: 14 }])
  })

  it('FI6: what is no pattern is told with its place and why', async () => {
    const { hits, notes } = await ask('ferry /ab(cd/')
    expect(notes).toEqual([{ kind: 'bad-pattern', start: 11, end: 13, why: 'Unterminated group' }])
    expect(hits.length).toBeGreaterThan(0)
    expect((await ask('/[z-a]/')).notes).toMatchObject([{ kind: 'bad-pattern', why: expect.any(String) }])
    expect(await found('/[z-a]/')).toEqual([])
  })

  it('FI6: a pattern that never ends is ended: the file is left out, all else is found and answered', async () => {
    const began = performance.now()
    const { hits, notes, state } = await ask('/^(a+)+$|AB-\\d/', '/acme/site')
    expect(performance.now() - began).toBeLessThan(15_000)
    expect(hits.map(({ path }) => path)).toEqual(['/acme/site/a.html', '/acme/site/rows.json'])
    expect(notes).toMatchObject([{ kind: 'slow-pattern', start: 0, end: 15 }])
    expect(state).toEqual({ kind: 'complete' })
    expect(await found('Nothing')).toEqual(['/acme/site/b.html'])
  })

  it('FI6: pages go on where the one before ended, and each file comes once', async () => {
    const paths: string[] = []
    let after = ''
    for (let pages = 0; pages < 50; pages += 1) {
      const answer = await ask(`/Row \\d*7 /`, '/acme/many', undefined, `&limit=7${after}`)
      paths.push(...answer.hits.map(({ path }) => path))
      if (answer.next === undefined) break
      expect(answer.state).toMatchObject({ kind: 'looking' })
      after = `&after=${answer.next}`
    }
    expect(paths).toHaveLength(many / 10)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('FI4, FI6: nobody learns by a pattern what a file holds that they may not read', async () => {
    await setPermissions(workspace, 'acme', ['/site/+** | bob@example.com | read'])
    const { token } = await person(workspace, 'bob@example.com')
    await until(async () => (await found('bob')).includes('/acme'))
    expect(await found('/AB-\\d{5}/')).toContain('/acme/secret/plan.html')
    const own = await ask('/AB-\\d{5}/', '/acme', token)
    expect(own.hits.map(({ path }) => path)).toEqual(['/acme/site/a.html', '/acme/site/rows.json'])
    expect(own).toMatchObject({ total: 2, totalIs: 'exact' })
    expect(await found('/bob@example/', '/acme', token)).toEqual([])
    expect(await found('/bob@example/')).toEqual(['/acme'])
  })
})
