import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentPath, pathToUrl, type ContentPath } from '../../src/common/content/paths'
import { spellingsIn } from '../../src/common/links/keys'
import { reachOf, type World } from '../../src/common/links/meaning'
import { isRedirectSheet, placesIn } from '../../src/common/links/places'
import { redirectsOf } from '../../src/common/links/plan'
import { saidAt } from '../../src/common/links/rewrite'
import { siteFolder } from '../../src/common/publishing/addresses'
import { HOSTS, randomOf, randomSite } from '../unit/links/random-site'
import { openWorkspace, type Workspace } from './in-process'
import { text } from './kit'
import { owner, writePage, type Asker } from './people'
import { replyOf } from './transport'

/** What an address means is what readers get: the service itself is asked. */

let workspace: Workspace
let root: Asker

beforeAll(async () => {
  workspace = await openWorkspace()
  root = owner(workspace)
})
afterAll(() => workspace.close())

const put = async (path: string, body: string, type: string) =>
  expect(
    (
      await root.send('PUT', `/source${pathToUrl(path)}`, {
        headers: { 'Content-Type': type },
        body: new Uint8Array(Buffer.from(body))
      })
    ).status,
    path
  ).toBeLessThan(300)

const publish = async (path: ContentPath) => {
  const site = siteFolder(path)
  const below = pathToUrl(path.slice(site.length))
  const reply = await root.send('POST', `/publish/live${pathToUrl(site)}/main${below}`)
  expect(reply.status, `${path}: ${text(reply)}`).toBe(200)
}

const get = async (path: string) => {
  const answer = await workspace.service.fetch(new Request(`http://127.0.0.1/sites/live${path}`), 'anyone')
  return replyOf(answer)
}

const redirects = (...rows: readonly (readonly [string, string])[]) =>
  JSON.stringify({
    ':type': 'sheet',
    ':sheetname': 'data',
    total: rows.length,
    data: rows.map(([Source, Destination]) => ({ Source, Destination }))
  })

describe('LK1 addresses that publishing read in another way', () => {
  const site = contentPath('/lk1/site')

  test('LK1 U9 a redirect to another host without a scheme leads to that host, not into the site', async () => {
    await put(
      `${site}/redirects.json`,
      redirects(['/out', '//elsewhere.example/a'], ['/letters', '/日本/ñ'], ['/doc', '/a']),
      'application/json'
    )
    await publish(contentPath(`${site}/redirects.json`))
    expect((await get(`${site}/out`)).headers['location']).toBe('//elsewhere.example/a')
  })

  test('LK1 U9 a redirect to letters of any script answers with an address', async () => {
    const reply = await get(`${site}/letters`)
    expect([reply.status, reply.headers['location']]).toEqual([
      301,
      `/sites/live${site}/%E6%97%A5%E6%9C%AC/%C3%B1`
    ])
  })

  test('LK1 U9 a redirect is found also when the address escapes its .html', async () => {
    expect((await get(`${site}/doc.html`)).status).toBe(301)
    expect((await get(`${site}/doc%2ehtml`)).status).toBe(301)
  })

  test('LK1 U1 a page whose name ends in .html twice is published, at an address of its own', async () => {
    await writePage(root, `${site}/twice.html`, '<body><main><div><h1>Once</h1></div></main></body>')
    await writePage(root, `${site}/twice.html.html`, '<body><main><div><h1>Twice</h1></div></main></body>')
    for (const name of ['twice.html', 'twice.html.html']) await publish(contentPath(`${site}/${name}`))
    const status = JSON.parse(
      text(await root.send('GET', `/publish/status${site}/main/twice.html.html`))
    ) as { webPath: string; live: { url: string } }
    expect([status.webPath, status.live.url.endsWith('/twice.html.html')]).toEqual(['/twice.html.html', true])
    expect(text(await get(`${site}/twice.html.html`))).toContain('Twice')
    expect(text(await get(`${site}/twice`))).toContain('Once')
  })
})

/** `GALLEY_LINK_SITES=200` asks for more of them; what fails names its seed. */
const SITES = Number(process.env['GALLEY_LINK_SITES'] ?? 12)
const SEED = Number(process.env['GALLEY_SEED'] ?? 4711)

test('LK1 every link of published random sites leads where the service sends its readers', async () => {
  let asked = 0
  for (let run = 0; run < SITES; run += 1) {
    const seed = SEED + run
    const random = randomSite(randomOf(seed))
    // each in an organization of its own, so that none is the other's
    const at = (path: ContentPath) => contentPath(path.replace(/^\/org\//, `/lk-${seed}/`))
    const back = (path: string) => path.replace(`/lk-${seed}/`, '/org/')
    const files = new Map(
      [...random.files].map(([path, one]) => [path, one.replaceAll('/org/', `/lk-${seed}/`)])
    )
    for (const [path] of files) {
      const isSheet = isRedirectSheet(path)
      const body = isSheet
        ? (files.get(path) ?? '')
        : path.endsWith('.html')
          ? `<body><main><div><p>[[${path}]]</p></div></main></body>`
          : path.endsWith('.json')
            ? JSON.stringify({ at: `[[${path}]]` })
            : `[[${path}]]`
      await put(
        at(path),
        body,
        path.endsWith('.html')
          ? 'text/html'
          : path.endsWith('.json')
            ? 'application/json'
            : 'application/octet-stream'
      )
      await publish(at(path))
    }
    const sheets = [...random.files]
      .filter(([path]) => isRedirectSheet(path))
      .map(([path, one]) => ({ path, text: one }))
    const world: World = {
      has: (path) => random.files.has(path),
      spelled: spellingsIn(random.files.keys()),
      hosts: HOSTS,
      redirects: redirectsOf(sheets, (path) => path)
    }
    for (const [page, source] of random.files)
      for (const place of placesIn(page, source)) {
        const said = saidAt(place.value, page, world, place.relative)
        if (!said || said.form === 'file' || said.form === 'app') continue
        asked += 1
        const reach = reachOf(said, world)
        const told = reach.kind === 'document' ? reach.path : null
        expect({ seed, page, address: place.value, leads: told }).toEqual({
          seed,
          page,
          address: place.value,
          leads: await served(at(said.site), said.pathname, back)
        })
      }
  }
  expect(asked).toBeGreaterThan(SITES * 20)
}, 600_000)

/** The file that readers get in the end, as a browser follows; null for none, and for what is not in a site. */
async function served(
  site: ContentPath,
  pathname: string,
  back: (path: string) => string
): Promise<string | null> {
  let url = new URL(`http://127.0.0.1/sites/live${pathToUrl(site)}${pathname}`)
  for (let hop = 0; hop < 12; hop += 1) {
    const reply = await get(url.pathname.slice('/sites/live'.length))
    if (reply.status === 200)
      return (
        /\[\[(.+?)\]\]/.exec(text(reply).replace(/&amp;/g, '&'))?.[1] ??
        back(
          siteFolder(contentPath(decodeURIComponent(url.pathname.slice('/sites/live'.length)))) +
            '/redirects.json'
        )
      )
    const location = reply.headers['location']
    if (location === undefined) return null
    url = new URL(location, url)
    const other = HOSTS.sites.get(url.host)
    if (other) url = new URL(`http://127.0.0.1/sites/live${siteAt(site, other)}${url.pathname}`)
    else if (url.host !== '127.0.0.1' && !HOSTS.own.has(url.host)) return null
    else
      url = new URL(
        `http://127.0.0.1${url.pathname.replace('/org/', `${site.slice(0, site.indexOf('/', 1))}/`).replace('/sites/preview/', '/sites/live/')}`
      )
  }
  return null
}

const siteAt = (like: ContentPath, site: ContentPath) =>
  like.slice(0, like.indexOf('/', 1)) + site.slice('/org'.length)
