import { expect, it } from 'vitest'
import { searchAnswer, type SearchAnswer } from '../../src/common/search/answer'
import type { ContentPath } from '../../src/common/content/paths'
import { ada, bytes, p, until } from '../support/workspace'
import { randomOf, type Random } from '../unit/links/random-site'
import { openWorkspace } from './in-process'
import { person, setPermissions } from './people'

const SHEETS = Number(process.env['GALLEY_SEARCH_RIGHTS'] ?? 2)
const SEED = Number(process.env['GALLEY_SEED'] ?? 19)
const reader = 'bob@example.com'

const words = [
  'ferry',
  'ferries',
  'ferrz',
  'perry',
  'terry',
  'pier',
  'piers',
  'Zeppelin',
  'ferrybank',
  'Übersee',
  'timetable'
]
const folders = ['a', 'a/b', 'c', 'secret', 'secret/open']
const questions = [
  'ferry',
  'f',
  'fe',
  'erry',
  'zeppelim',
  'zeppelin',
  'pier -ferry',
  'ferry OR pier',
  'kind:page',
  'kind:sheet pier',
  'path:/secret',
  'title:ferry',
  'by:ada',
  '"ferry pier"',
  'timetible',
  'quokkas',
  'ferqy',
  'eppeli'
]

interface Written {
  readonly path: ContentPath
  readonly text: string
  readonly at: number
}

/** Nearer to `quokkas` than the one word that may be read. */
const crowd = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `quokka${letter}`).filter(
  (one) => one !== 'quokkas'
)

function contentIn(random: Random): Written[] {
  const some = () => Array.from({ length: 1 + random.below(5) }, () => random.one(words)).join(' ')
  const written = Array.from({ length: 30 }, (_, count) => {
    const isSheet = random.chance(0.2)
    const rows = { ':type': 'sheet', total: 1, offset: 0, limit: 1, data: [{ Name: some() }] }
    return {
      path: p(
        `/acme/site/${random.one(folders)}/n${count}-${random.one(words)}.${isSheet ? 'json' : 'html'}`
      ),
      text: isSheet
        ? JSON.stringify(rows)
        : `<body><main><div><h1>${some()}</h1><p>${some()}</p></div></main></body>`,
      at: 1_700_000_000_000 + count * 1000
    }
  })
  const near = { path: p('/acme/site/a/near.html'), text: '<p>quakkaz</p>', at: 1_800_000_000_000 }
  const crowded = {
    path: p('/acme/site/secret/crowd.html'),
    text: `<p>${crowd.join(' ')}</p>`,
    at: 1_800_000_001_000
  }
  return [...written, near, crowded]
}

function rowsIn(random: Random): string[] {
  const place = () =>
    random.one(['/site/**', '/site/+**', ...folders.map((folder) => `/site/${folder}/+**`), '/site/a/*'])
  return Array.from({ length: 1 + random.below(4) }, () =>
    [place(), random.one([reader, reader, 'others']), random.one(['read', 'write', 'none', 'read'])].join(
      ' | '
    )
  )
}

/** A workspace with some content, where somebody has the rights of these rows. */
async function workspaceWith(content: readonly Written[], rows: readonly string[]) {
  const workspace = await openWorkspace()
  await setPermissions(workspace, 'acme', rows)
  for (const { path, text, at } of content) await workspace.store.write(path, bytes(text), { by: ada, at })
  const { token } = await person(workspace, reader, ['others'])
  const get = (address: string) =>
    workspace.service.fetch(
      new Request(`http://127.0.0.1${address}`, { headers: { Authorization: `Bearer ${token}` } }),
      'anyone'
    )
  const ask = async (q: string, more: string): Promise<SearchAnswer | number> => {
    const answer = await get(`/search/acme?q=${encodeURIComponent(q)}${more}`)
    return answer.ok ? searchAnswer.parse(await answer.json()) : answer.status
  }
  const readable: Written[] = []
  for (const one of content) if ((await get(`/source${one.path}`)).ok) readable.push(one)
  await until(async () => {
    const all = await workspace.service.fetch(new Request('http://127.0.0.1/search?q=by:ada'), 'owner')
    return searchAnswer.parse(await all.json()).state.kind === 'complete'
  })
  return { workspace, readable, ask }
}

/** What is told, without what each workspace has of its own. */
function toldIn(answer: SearchAnswer | number): unknown {
  if (typeof answer === 'number') return answer
  const hits = answer.hits.map(({ id: _id, changedAt: _at, ...hit }) => hit)
  return { ...answer, hits, next: answer.next !== undefined }
}

it(
  `FI4: with ${SHEETS} random permission sheets the answers are those of a workspace with only what may be read`,
  { timeout: Math.max(120_000, SHEETS * 20_000) },
  async () => {
    let hidden = 0
    let found = 0
    for (let sheet = 0; sheet < SHEETS; sheet++) {
      const random = randomOf(SEED + sheet)
      const rows = rowsIn(random)
      const content = contentIn(random)
      const all = await workspaceWith(content, rows)
      const mine = all.readable
      const only = await workspaceWith(mine, rows)
      hidden += content.length - mine.length
      try {
        for (const q of questions)
          for (const more of ['', '&sort=path&limit=3', '&match=case,word']) {
            const told = toldIn(await all.ask(q, more))
            const what = `seed ${SEED + sheet}, ${JSON.stringify(rows)}, ${q}${more}`
            expect(told, what).toEqual(toldIn(await only.ask(q, more)))
            found += JSON.stringify(told).includes('/acme/site/') ? 1 : 0
          }
      } finally {
        await all.workspace.close()
        await only.workspace.close()
      }
    }
    expect(hidden).toBeGreaterThan(SHEETS)
    expect(found).toBeGreaterThan(SHEETS)
  }
)
