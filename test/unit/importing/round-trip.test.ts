import { afterEach, expect, it } from 'vitest'
import { openHttp } from '../../contract/over-http'
import { checked, openDesk, ran, site } from './imports'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})
const open = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const one = await opening
  opened.push(one)
  return one
}

type Fetch = (request: Request, hint: 'owner' | 'anyone') => Promise<Response>

const from = '/harbour/live'
const host = 'www.harbour.example'

const sheet = (data: readonly object[]) =>
  JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })

const page = (heading: string, rows: readonly (readonly [string, string])[]) =>
  `<body><header></header><main><div><h1>${heading}</h1><p><img src="/media/a.svg" alt="A ferry"></p><p>The Tern carries two hundred people and forty cars between the islands all year.</p></div><div><div class="metadata">${rows
    .map(([key, value]) => `<div><div>${key}</div><div>${value}</div></div>`)
    .join('')}</div></div></main><footer></footer></body>`

const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
  '/ships/tern.html': [
    'text/html',
    page('The Tern', [
      ['Title', 'The Tern of the harbour'],
      ['Description', 'A ship &amp; its decks'],
      ['Image', '<img src="/media/b.svg" alt="">'],
      ['Tags', 'Ships, Ferries'],
      ['article:tag', 'One, with a comma'],
      ['Author', 'Ada'],
      ['Author', 'Bo'],
      ['Canonical', '/ships/the-tern'],
      ['Hreflang-de', 'https://www.hafen.example/tern'],
      ['Lang', 'fr'],
      ['JSON-LD', '{"@type":"Article","name":"a &lt;/script&gt; b"}'],
      ['JSON-LD', '{"@type":"Thing"}'],
      ['Viewport', 'width=900'],
      ['published_time', '2026-05-04']
    ])
  ],
  '/index.html': ['text/html', page('Harbour', [])],
  '/metadata.json': [
    'application/json',
    sheet([{ URL: '/**', 'title:suffix': '" | Harbour"', 'og:site_name': 'Harbour' }])
  ],
  '/headers.json': ['application/json', sheet([{ URL: '/ships/**', 'X-Robots-Tag': 'noarchive' }])],
  '/head.html': [
    'text/html',
    '<link rel="icon" href="/media/a.svg">\n<meta name="theme-color" content="#fff" media="print">'
  ],
  '/media/a.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  '/media/b.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="2"/>']
}

async function configure(fetch: Fetch, place: string): Promise<void> {
  const body = new FormData()
  body.set('config', sheet([{ key: 'cdn.prod.host', value: host }]))
  expect(
    (await fetch(new Request(`http://x/config${place}`, { method: 'POST', body }), 'owner')).status
  ).toBe(201)
}

async function publishAll(fetch: Fetch, place: string): Promise<void> {
  for (const path of Object.keys(files)) {
    const address = `/publish/live${place}/main${path.replace(/(?:index)?\.html$/, '')}`
    const answer = await fetch(new Request(`http://x${address}`, { method: 'POST' }), 'owner')
    expect(answer.status, `${path} ${await answer.text()}`).toBe(200)
  }
}

/** What readers get, wherever the site lies. */
async function served(fetch: Fetch, place: string, path: string) {
  const answer = await fetch(new Request(`http://x/sites/live${place}${path}`), 'anyone')
  expect(answer.status, path).toBe(200)
  const text = (await answer.text()).replaceAll(`/sites/live${place}`, '')
  const [head = '', body = ''] = text.replace(/>\s+</g, '><').split('</head>')
  // in which order a head says things is no matter
  const lines = head.replace(/></g, '>\n<').split('\n').sort()
  return { robots: answer.headers.get('X-Robots-Tag'), lines, body }
}

it('U4 U8 IM3 IM8 published, brought in elsewhere and published there, a site is what it was, head by head', async () => {
  const galley = await open(openHttp())
  const there: Fetch = (request, hint) => galley.service.fetch(request, hint)
  for (const [path, [type, content]] of Object.entries(files)) {
    const init = { method: 'PUT', headers: { 'Content-Type': type }, body: content }
    expect((await there(new Request(`http://x/source${from}${path}`, init), 'owner')).status, path).toBe(201)
  }
  await configure(there, from)
  await publishAll(there, from)

  const desk = await open(openDesk())
  const here: Fetch = (request, hint) => desk.workspace.service.fetch(request, hint)
  await configure(here, site)
  const address = `${galley.server.origin}/sites/live${from}`
  // what stands in each head comes first, so that the pages need not say it
  const lists = [
    ['/head', '/metadata.json', '/headers.json'],
    ['/ships/tern', '/']
  ]
  for (const list of lists) {
    const { job } = await checked(desk, { kind: 'list', text: list.map((path) => address + path).join('\n') })
    const done = await ran(desk, job.name)
    expect(done.items.map(({ address: one, findings }) => [one, findings])).toEqual(
      done.items.map(({ address: one }) => [one, []])
    )
  }
  const stored = await desk.text(`${site}/ships/tern.html`)
  expect(stored).not.toMatch(/og:|twitter:|theme-color|\| Harbour/)
  await publishAll(here, site)
  for (const path of ['/ships/tern', '/'])
    expect(await served(here, site, path), path).toEqual(await served(there, from, path))
})
