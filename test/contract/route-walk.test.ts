import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VersionRecord } from '../../src/common/api/types'
import { operations } from '../../src/common/api/operations'
import { openAddresses } from '../../src/common/api/operations/addresses'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { form, json, text } from './kit'
import type { Asker } from './people'
import { owner, person, setPermissions, writePage } from './people'

/** Every address of the service, asked by somebody who may do nothing in the organization that they are about. */

let workspace: Workspace
let closed: { readonly versionUrl: string; readonly configVersionUrl: string; readonly trashId: string }
beforeAll(async () => {
  workspace = await openWorkspace({ sampleFolder: 'resources/sample' })
  closed = await closedOrganization(owner(workspace))
})
afterAll(() => workspace.close())

/** What nothing may tell; names of places are no news in the answer to somebody who asked for them by name. */
const secrets = ['hush', 'whisper', 'murmur', 'insider@example.com']

async function closedOrganization(root: Asker) {
  const page = '/closed/hush/whisper.html'
  await writePage(root, page, '<main><p>murmur one</p></main>')
  await writePage(root, page, '<main><p>murmur two</p></main>')
  await writePage(root, '/closed/hush/gone-whisper.html', 'murmur')
  const removed = await root.send('DELETE', '/source/closed/hush/gone-whisper.html')
  const rows = [{ key: 'delivery.protected', value: '/closed/hush' }]
  for (const word of ['murmur one', 'murmur two']) {
    const data = [...rows, { key: 'word', value: word }]
    const value = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: data.length, data })
    await root.send('POST', '/config/closed/hush', form([{ name: 'config', value }]))
  }
  for (const environment of ['preview', 'live'])
    await root.send('POST', `/publish/${environment}/closed/hush/main/whisper`)
  await setPermissions(workspace, 'closed', ['/+** | insider@example.com | write'])
  const [version] = json<VersionRecord[]>(await root.send('GET', `/versionlist${page}`))
  const [config] = json<VersionRecord[]>(await root.send('GET', '/app/config-history/closed/hush'))
  return {
    versionUrl: version?.url ?? '',
    configVersionUrl: config?.url ?? '',
    trashId: removed.headers['x-galley-trash'] ?? ''
  }
}

const below = ['', '/hush', '/hush/whisper.html', '/hush/none.html'].map((place) => `/closed${place}`)
const under = (prefix: string) => below.map((path) => prefix + path)

/** What to ask for, by the service's own table of addresses. A new route must be added here. */
const walks = (): Readonly<Record<string, readonly string[]>> => ({
  '/source': ['/source'],
  '/source/*': under('/source'),
  '/list': ['/list'],
  '/list/*': under('/list'),
  '/versionsource': ['/versionsource'],
  '/versionsource/*': [
    ...under('/versionsource'),
    closed.versionUrl,
    closed.versionUrl.replace('/closed/', '/closed/hush/')
  ],
  '/versionlist': ['/versionlist'],
  '/versionlist/*': under('/versionlist'),
  '/config': ['/config'],
  '/config/*': under('/config'),
  '/copy': ['/copy'],
  '/copy/*': under('/copy'),
  '/move': ['/move'],
  '/move/*': under('/move'),
  '/trash': ['/trash'],
  '/trash/*': [
    '/trash/closed',
    '/trash/closed/hush',
    ...['', '/closed', '/closed/hush'].flatMap((place) => [
      `/trash${place}/${closed.trashId}`,
      `/trash${place}/${closed.trashId}/restore`
    ])
  ],
  '/search': ['/search?q=whisper'],
  '/replace': ['/replace'],
  '/replace/*': under('/replace'),
  '/search/*': under('/search').flatMap((address) => [address, `${address}?q=whisper`]),
  '/events': [], // listened to all the while
  '/rooms/list': ['/rooms/list'],
  '/rooms/list/*': under('/rooms/list'),
  '/rooms/line': [], // a stream, of nothing but what is joined on it
  '/rooms/line/:line': ['/rooms/line/none'],
  '/app/holds': ['/app/holds'],
  '/app/holds/*': under('/app/holds'),
  '/app/workspace': ['/app/workspace'],
  '/app/set-aside': ['/app/set-aside'],
  '/app/health': ['/app/health'],
  '/app/health/check': ['/app/health/check'],
  '/app/health/place': ['/app/health/place'],
  '/app/set-aside/:name': ['/app/set-aside/index.log.1'],
  '/app/service-folder': ['/app/service-folder'],
  '/app/sample': ['/app/sample'],
  '/app/drafts': ['/app/drafts'],
  '/app/drafts/:session': ['/app/drafts/none'],
  '/app/tokens': ['/app/tokens'],
  '/app/tokens/:id': ['/app/tokens/000000000000'],
  '/app/sessions': ['/app/sessions'],
  '/app/sessions/:id': ['/app/sessions/000000000000'],
  '/app/session': ['/app/session'],
  '/logout': ['/logout'],
  '/app/sign-in-links': ['/app/sign-in-links'],
  '/app/revoke-all': ['/app/revoke-all'],
  '/app/moment': ['/app/moment'],
  '/app/moment/*': [...under('/app/moment'), ...under('/app/moment').map((address) => `${address}?from=1`)],
  '/app/moment-runs': ['/app/moment-runs'],
  '/app/moment-runs/:id/:what': [`/app/moment-runs/${closed.trashId}/undo`],
  '/links/*': [...under('/links'), '/links/plan', '/links/moved'],
  '/external-links/*': under('/external-links'),
  '/app/changes': ['/app/changes'],
  '/app/changes/:id/undo': [`/app/changes/${closed.trashId}/undo`],
  '/app/operations/:name': ['/app/operations/none'],
  '/app/trust': ['/app/trust'],
  '/app/identity-provider': ['/app/identity-provider'],
  '/app/access': ['/app/access'],
  '/app/access/*': [...under('/app/access'), '/app/access/closed?email=insider@example.org'],
  '/app/access-requests': ['/app/access-requests'],
  '/app/access-requests/:id': ['/app/access-requests/none'],
  '/app/configs': ['/app/configs'],
  '/app/configs/*': under('/app/configs'),
  '/app/history': ['/app/history'],
  '/app/history/*': under('/app/history'),
  '/app/picture': ['/app/picture'],
  '/app/picture/*': under('/app/picture'),
  '/app/config-history': ['/app/config-history'],
  '/app/config-history/*': under('/app/config-history'),
  '/app/config-version': ['/app/config-version'],
  '/app/config-version/*': [closed.configVersionUrl],
  '/mcp': ['/mcp', '/mcp?mode=read-only'],
  '/healthz': ['/healthz'],
  '/readyz': ['/readyz'],
  '/openapi.json': ['/openapi.json'],
  '/openapi.html': ['/openapi.html'],
  '/.well-known': ['/.well-known/oauth-protected-resource', '/.well-known/x'],
  '/publish': ['preview', 'live', 'status', 'check', 'references', 'page', 'job', 'index', 'cache'].flatMap(
    (topic) =>
      [
        '',
        '/whisper',
        '/none',
        '/*',
        '/index',
        '/publish',
        '/status',
        '/publish/job-1',
        '/publish/job-1/details'
      ].map((rest) => `/publish/${topic}/closed/hush/main${rest}`)
  ),
  '/delivery': ['live', 'preview', 'other'].map((name) => `/delivery/${name}/closed/hush/whisper`),
  '/import': [
    '/import',
    ...['/x', '/x/check', '/x/items', '/x/items/0', '/x/report.csv', ''].map(
      (rest) => `/import/closed/hush${rest}`
    )
  ],
  '/sync': [
    '',
    '/remotes',
    '/remotes/x',
    '/remotes/x/token',
    '/remotes/x/test',
    '/remotes/x/sign-in',
    '/sign-in-offer',
    '/pairs',
    '/pairs/x',
    '/pairs/x/run',
    '/pairs/x/stop',
    '/pairs/x/activity',
    '/pairs/x/conflicts',
    '/pairs/x/conflict',
    '/pairs/x/side?key=/whisper.html&side=local',
    '/pairs/x/decision',
    '/pairs/x/decisions',
    '/pairs/x/undo',
    '/pairs/x/files',
    '/pairs/x/versions?path=/closed/hush/whisper.html',
    '/pairs/x/version?path=/closed/hush/whisper.html',
    '/remotes/x/folder?path=/closed',
    '/remotes/x/survey'
  ].map((rest) => `/sync${rest}`),
  '/sites': ['live', 'preview', 'other'].flatMap((name) =>
    ['/', '/whisper', '/none', '/query-index.json'].map((rest) => `/sites/${name}/closed/hush${rest}`)
  )
})

/** Answered to everybody: about nobody's content, or a list of what the caller may see, which is nothing here. */
const open =
  /^(GET|HEAD) (\/list|\/rooms\/list|\/app\/holds|\/search\?q=whisper|\/import|\/trash(\/[0-9a-f-]{36}(\/restore)?)?|\/app\/workspace|\/app\/drafts|\/app\/access-requests|\/app\/moment-runs|\/app\/changes|\/links\/moved|\/app\/(access|configs)\/closed[^?]*|\/healthz|\/readyz|\/openapi\.(json|html))$/
/** Where not even 404 is told. */
const content = /^\w+ \/(source|list|versionlist|versionsource|config|copy|move)\/closed/

it('P6 every address of the table is in this walk', () => {
  const walked = [...Object.values(walks()).flat(), '/events', '/rooms/line'].map(
    (address) => address.split('?')[0] ?? ''
  )
  const missed = operations.filter((operation) => {
    const { at } = openAddresses([operation])
    return !walked.some((address) => at(address).length > 0)
  })
  expect(missed.map(({ id, address }) => `${id} ${address}`)).toEqual([])
  const first = (path: string) => path.split('/')[1]
  const prefixes = new Set(Object.keys(walks()).map(first))
  const served = new Set(operations.map(({ address }) => first(address)))
  expect([...prefixes].sort()).toEqual([...served].sort())
})

it('P6 P7 to a caller without any right every address refuses or shows nothing, and nothing changes', async () => {
  const stranger = await person(workspace, 'stranger@example.com')
  const root = owner(workspace)
  const stream = await workspace.service.fetch(
    new Request('http://127.0.0.1/events', { headers: { Authorization: `Bearer ${stranger.token}` } }),
    'anyone'
  )
  const before = await everything(root)
  for (const secret of secrets) expect(before.join()).toContain(secret)
  expect((await root.send('GET', '/sites/live/closed/hush/whisper')).status).toBe(200)
  for (const address of Object.values(walks()).flat()) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
      const parts = method === 'POST' ? form([{ name: 'destination', value: '/closed/to.html' }]) : {}
      const reply = await stranger.send(method, address, parts)
      const asked = `${method} ${address}`
      const what = `${asked} ${reply.status} ${text(reply).slice(0, 200)}`
      const told = JSON.stringify(reply.headers) + text(reply)
      for (const secret of secrets.filter((one) => !address.includes(one)))
        expect(told, what).not.toContain(secret)
      const allowed = content.test(asked) ? [400, 401, 403, 405] : [400, 401, 403, 404, 405]
      if (open.test(asked)) expect(reply.status, what).toBe(200)
      // about nobody but who asks
      else if (asked === 'POST /logout') expect(reply.status, what).toBe(204)
      else expect(allowed, what).toContain(reply.status)
    }
  }
  expect(await everything(root)).toEqual(before)
  await writePage(root, '/closed/hush/after-whisper.html', 'murmur')
  await writePage(root, '/free/site/last.html')
  const heard = await heardUntil(stream, 'last.html')
  for (const secret of secrets) expect(heard).not.toContain(secret)
})

/** All that the organization is, as its owner sees it. */
async function everything(root: Asker): Promise<string[]> {
  const addresses = [
    '/list/closed',
    '/list/closed/hush',
    '/source/closed/hush/whisper.html',
    '/versionlist/closed/hush/whisper.html',
    '/config/closed',
    '/config/closed/hush',
    '/app/configs/closed',
    '/app/config-history/closed/hush',
    '/trash',
    '/app/workspace',
    '/publish/status/closed/hush/main/whisper'
  ]
  return Promise.all(
    addresses.map(async (address) => {
      const { status, headers, body } = await root.send('GET', address)
      return [address, status, headers['etag'], Buffer.from(body).toString('utf8')].join(' ')
    })
  )
}

async function heardUntil({ body }: Response, word: string): Promise<string> {
  const reader = body?.getReader()
  let heard = ''
  while (!heard.includes(word)) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`The stream ended before ${word}.`)
    heard += new TextDecoder().decode(part.value)
  }
  await reader?.cancel()
  return heard
}
