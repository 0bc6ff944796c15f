import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { page } from './kit'
import type { Asker } from './people'
import { owner } from './people'

/** The query index (U3), through the requests of authors and readers. */

let workspace: Workspace
let root: Asker
beforeAll(async () => {
  workspace = await openWorkspace()
  root = owner(workspace)
})
afterAll(() => workspace.close())

const text = (body: Uint8Array) => new TextDecoder().decode(body)

async function put(path: string, body: string, type = 'text/html'): Promise<void> {
  const answer = await root.send('PUT', `/source${path}`, {
    headers: { 'Content-Type': type },
    body: new Uint8Array(new TextEncoder().encode(body))
  })
  expect(answer.status, text(answer.body)).toBeLessThan(300)
}

async function publish(path: string): Promise<void> {
  const [, org, site, ...rest] = path.split('/')
  const answer = await root.send('POST', `/publish/live/${org}/${site}/main/${rest.join('/')}`)
  expect(answer.status, text(answer.body)).toBe(200)
}

async function index(site: string, query = '') {
  const answer = await root.send('GET', `/sites/live${site}/query-index.json${query}`)
  return { ...answer, json: answer.status === 200 ? (JSON.parse(text(answer.body)) as Sheet) : null }
}

interface Sheet {
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly ':type': string
}

const definition = `version: 1
indices:
  pages:
    target: /query-index.json
    include:
      - /blog/**
    exclude:
      - /blog/drafts/**
    properties:
      title:
        selectFirst: main h1
        value: textContent(el)
      description:
        select: head > meta[name="description"]
        value: attribute(el, "content")
`

const blog = (title: string) =>
  page(`<h1>${title}</h1><p>x</p><div class="metadata"><div><div>Description</div><div>About ${title}</div></div></div>`)

it('U3 what is published has a row, in a file that readers may keep; unpublishing takes it out', async () => {
  await put('/i1/site/helix-query.yaml', definition, 'text/yaml')
  for (const name of ['b', 'a', 'drafts/c']) {
    await put(`/i1/site/blog/${name}.html`, blog(`Post ${name}`))
    await publish(`/i1/site/blog/${name}`)
  }
  await put('/i1/site/other.html', blog('Other'))
  await publish('/i1/site/other')
  const first = await index('/i1/site')
  expect(first.json).toEqual({
    total: 2,
    offset: 0,
    limit: 2,
    data: [
      { path: '/blog/a', title: 'Post a', description: 'About Post a' },
      { path: '/blog/b', title: 'Post b', description: 'About Post b' }
    ],
    ':type': 'sheet'
  })
  expect((await index('/i1/site', '?limit=1&offset=1')).json).toMatchObject({
    total: 2,
    offset: 1,
    limit: 1,
    data: [{ path: '/blog/b' }]
  })
  const gone = await root.send('DELETE', '/publish/live/i1/site/main/blog/a')
  expect(gone.status).toBe(204)
  expect((await index('/i1/site')).json?.data.map((row) => row['path'])).toEqual(['/blog/b'])
})
