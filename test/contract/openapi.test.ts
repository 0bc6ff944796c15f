import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/common/api/openapi'
import { operations } from '../../src/common/api/operations'
import type { Operation } from '../../src/common/api/operations/operation'
import { errorBody } from '../../src/common/api/shapes'
import { FrameReader, frames } from '../../src/common/rooms/frames'
import { statusOfReason } from '../../src/common/api/statuses'
import { openSessionBook } from '../../src/main/callers/sessions/session-book'
import { serviceFolderCases } from './cases/service-folder'
import { signInCases } from './cases/sign-in'
import { syncCases } from './cases/sync'
import { tokenCases } from './cases/tokens'
import type { Workspace } from './in-process'
import { inProcess, openWorkspace } from './in-process'
import { form, jsonParts, page, text } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'
import { createRecorder } from './recorder'
import { contractSuite } from './suite'
import { replyOf, type Reply } from './transport'

const recorder = createRecorder()

describe('in process', () => {
  contractSuite(recorder.recording(inProcess))
  // the owner's alone: not of a caller with a token
  tokenCases(recorder.recording(inProcess))
  serviceFolderCases(recorder.recording(inProcess))
  syncCases(recorder.recording(inProcess))
  signInCases(recorder.recording(inProcess))
})

const emptyConfig = '{":type":"sheet",":sheetname":"data","total":0,"data":[]}'
const guid = '00000000-0000-4000-8000-000000000000'
const sample: Readonly<Record<string, string>> = {
  org: 'closed',
  repo: 'site',
  path: 'a.html',
  scope: 'closed/site',
  file_id: guid,
  version_id: guid,
  ext: 'html',
  id: 'ffffffffffff',
  environment: 'live',
  site: 'site',
  ref: 'main',
  topic: 'publish',
  name: 'job-none',
  action: 'check',
  number: '0'
}
const addressOf = ({ address }: Operation) =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => sample[name] ?? name)

describe('the OpenAPI document', () => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await openWorkspace({ sampleFolder: 'resources/sample' })
    await setPermissions(workspace, 'closed', [])
  })
  afterAll(() => workspace.close())

  it('X4 is served as JSON and as a page, and is OpenAPI 3.1 throughout', async () => {
    const served = await owner(workspace).send('GET', '/openapi.json')
    recorder.note('GET', '/openapi.json', served)
    const document = JSON.parse(text(served))
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(operations, '0.0.0'))))
    expect(document.openapi).toBe('3.1.0')
    const html = await owner(workspace).send('GET', '/openapi.html')
    recorder.note('GET', '/openapi.html', html)
    expect(html.headers['content-type']).toMatch(/^text\/html/)
    for (const { id, address } of operations) {
      expect(text(html)).toContain(`id="${id}"`)
      expect(text(html)).toContain(address)
    }
    expect(text(html)).not.toMatch(/<script|src=|https?:/)
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  it('A2 X4 every operation is 401 with an empty body without a token', async () => {
    for (const operation of operations.filter(({ caller }) => caller !== 'reader' && caller !== 'anybody')) {
      const request = new Request(`http://127.0.0.1${addressOf(operation)}`, { method: operation.method })
      const reply = await workspace.service.fetch(request, 'anyone')
      expect([operation.id, reply.status, await reply.text()]).toEqual([operation.id, 401, ''])
    }
  })

  it('A3 X4 what readers get is 401 with a reason where it is protected, without a token of its site', async () => {
    const rows = [{ key: 'delivery.protected', value: '/guarded/site' }]
    const value = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data: rows })
    await owner(workspace).send('POST', '/config/guarded', form([{ name: 'config', value }]))
    const readers = operations.filter(({ caller, method }) => caller === 'reader' && method === 'GET')
    expect(readers.length).toBeGreaterThan(1)
    for (const operation of readers) {
      const address = addressOf(operation).replace('/closed/', '/guarded/')
      const answer = await workspace.service.fetch(new Request(`http://127.0.0.1${address}`), 'anyone')
      expect([operation.id, answer.status]).toEqual([operation.id, 401])
      expect(await answer.json()).toMatchObject({ reason: 'unauthenticated' })
    }
  })

  it('P6 X4 every operation that says so is 403 for who may not', async () => {
    const stranger = await person(workspace, 'stranger@example.com')
    for (const operation of operations.filter(({ refusals }) => refusals.includes('forbidden'))) {
      // who may not answer is told of nothing to answer; 403 is for what they may not do themselves (A13)
      if (operation.id === 'answerAccessRequest') continue
      const address =
        operation.id === 'readAccess' ? `${addressOf(operation)}?email=a@b.c` : addressOf(operation)
      const parts =
        operation.id === 'copy' || operation.id === 'move'
          ? form([{ name: 'destination', value: '/closed/b.html' }])
          : operation.id === 'planLinks'
            ? jsonParts({ remove: ['/closed/site/a.html'] })
            : {}
      const reply = await stranger.send(operation.method, address, parts)
      expect([operation.id, reply.status]).toEqual([operation.id, 403])
      recorder.note(operation.method, address, reply)
    }
  })

  it('X4 A13 what is said to who asks for access, and to who answers', async () => {
    await setPermissions(workspace, 'asked', ['CONFIG | admin@example.com | write'])
    const asker = await person(workspace, 'asker@example.com')
    const admin = await person(workspace, 'admin@example.com')
    const ask = async (by: Asker, method: string, more: string, parts = {}) =>
      recorder.note(
        method,
        `/app/access-requests${more}`,
        await by.send(method, `/app/access-requests${more}`, parts)
      )
    const wanted = (name: string) =>
      jsonParts({ path: `/asked/site/${name}.html`, action: 'read', text: 'Please' })
    for (let count = 0; count < 21; count++) await ask(asker, 'POST', '', wanted(`page-${count}`))
    await ask(asker, 'POST', '', jsonParts({ path: '/asked', action: 'read' }))
    await ask(admin, 'GET', '')
    const { mine } = JSON.parse(text(await asker.send('GET', '/app/access-requests'))) as {
      mine: { id: string }[]
    }
    const [first, second, third] = mine.map(({ id }) => `/${id}`)
    await ask(admin, 'POST', first ?? '', jsonParts({ answer: 'read' }))
    await ask(owner(workspace), 'POST', second ?? '', jsonParts({ answer: 'read' }))
    await ask(admin, 'POST', third ?? '', jsonParts({ answer: 'refuse' }))
    await ask(admin, 'POST', third ?? '', jsonParts({ answer: 'refuse' }))
    await ask(admin, 'POST', third ?? '', jsonParts({}))
    await ask(asker, 'DELETE', first ?? '')
    await ask(asker, 'DELETE', first ?? '')
  })

  it('X4 LK5 what is said of links, of a plan, and of a change that is taken back', async () => {
    const root = owner(workspace)
    const ask = async (method: string, address: string, parts = {}) => {
      const reply = await root.send(method, address, parts)
      recorder.note(method, address, reply)
      return reply
    }
    const site = '/linked/site'
    await writePage(root, `${site}/a.html`, '<main><div><p><a href="/b">B</a></p></div></main>')
    await writePage(root, `${site}/b.html`, '<main><div><h1>B</h1></div></main>')
    const move = [{ from: `${site}/b.html`, to: `${site}/c.html` }]
    await ask('POST', '/links/plan', jsonParts({ move }))
    await ask('POST', '/links/plan', jsonParts({}))
    await ask('POST', '/links/plan', jsonParts({ move: [{ from: `${site}/x.html`, to: `${site}/y.html` }] }))
    await ask('GET', `/links${site}/a.html`)
    await ask('POST', `/replace${site}`, jsonParts({ q: 'B', with: 'C', dry: true }))
    await ask('POST', `/replace${site}`, jsonParts({ q: 'B C', with: 'C' }))
    await ask('GET', `/links${site}/a.html?limit=0`)
    await ask('GET', `/links${site}/none.html`)
    await ask('GET', `/links${site}`)
    await ask('GET', `/links${site}?is=odd`)
    await ask('GET', `/external-links${site}`)
    await ask('GET', `/external-links${site}?limit=0`)
    const mend = [{ path: `${site}/a.html`, n: 0, before: '/b', after: '/b.html' }]
    await ask('POST', `/links${site}`, jsonParts({ mend }))
    await ask('POST', `/links${site}`, jsonParts({}))
    const fields = { destination: `${site}/c.html`, links: 'follow' }
    const asForm = (of: Record<string, string>) =>
      form(Object.entries(of).map(([name, value]) => ({ name, value })))
    await ask('POST', `/move${site}/b.html`, asForm({ ...fields, plan: 'another' }))
    const moved = await ask('POST', `/move${site}/b.html`, asForm(fields))
    await ask('GET', '/app/changes')
    await ask('GET', '/links/moved')
    await writePage(root, `${site}/b.html`, '<main></main>')
    await ask('POST', `/app/changes/${moved.headers['x-galley-change'] ?? ''}/undo`)
    await root.send('DELETE', `/source${site}/b.html`)
    await ask('POST', `/app/changes/${moved.headers['x-galley-change'] ?? ''}/undo`)
    await ask('POST', `/app/changes/${moved.headers['x-galley-change'] ?? ''}/undo`)
  })

  it('X4 what few requests reach: events, workspace, sample, identity provider, large bodies', async () => {
    const root = owner(workspace)
    const ask = async (method: string, address: string, parts = {}) =>
      recorder.note(method, address, await root.send(method, address, parts))
    const stream = await workspace.service.fetch(new Request('galley://app/events'), 'owner')
    await stream.body?.cancel()
    recorder.note('GET', '/events', {
      status: stream.status,
      headers: Object.fromEntries(stream.headers),
      body: new Uint8Array()
    })
    const listener = await person(workspace, 'listener@example.com')
    const headers = { Authorization: `Bearer ${listener.token}` }
    const listen = () => workspace.service.fetch(new Request('galley://app/events', { headers }), 'anyone')
    const streams = await Promise.all(Array.from({ length: 64 }, listen))
    recorder.note('GET', '/events', await listener.send('GET', '/events'))
    await Promise.all(streams.map(({ body }) => body?.cancel()))
    const line = await workspace.service.fetch(new Request('galley://app/rooms/line'), 'owner')
    const reader = line.body?.getReader()
    const begun = new FrameReader(frames.toWindow).read((await reader?.read())?.value ?? new Uint8Array())
    recorder.note('GET', '/rooms/line', {
      status: line.status,
      headers: Object.fromEntries(line.headers),
      body: new Uint8Array()
    })
    for (const said of begun) if (said.say === 'line') await ask('POST', `/rooms/line/${said.name}?n=0`)
    await ask('POST', '/rooms/line/none?n=0')
    await ask('GET', '/rooms/list')
    await writePage(root, '/free/site/held.html')
    const held = '/app/holds/free/site/held.html'
    await ask('POST', held)
    await ask('PUT', held)
    await ask('PUT', held, jsonParts({ seconds: 0 }))
    await ask('PUT', '/app/holds/free/site/none.html')
    await ask('PUT', '/app/holds/free/site/%00')
    await ask('POST', held)
    await ask('GET', '/app/holds')
    await ask('GET', '/app/holds/free/%00')
    for (const path of [held, '/app/holds/free/site/none.html', '/app/holds/free']) await ask('DELETE', path)
    await ask('POST', '/app/holds/free')
    await reader?.cancel()
    const open = () => workspace.service.fetch(new Request('galley://app/rooms/line', { headers }), 'anyone')
    const lines = await Promise.all(Array.from({ length: 64 }, open))
    recorder.note('GET', '/rooms/line', await listener.send('GET', '/rooms/line'))
    await Promise.all(lines.map(({ body }) => body?.cancel()))
    await ask('POST', '/app/sample')
    await ask('POST', '/app/sample')
    const bare = await openWorkspace()
    recorder.note('POST', '/app/sample', await owner(bare).send('POST', '/app/sample'))
    await bare.close()
    await writeFile(join(workspace.location, '.galley/damaged/kept.json'), 'kept')
    for (const name of ['', '/kept.json', '/none']) await ask('GET', `/app/set-aside${name}`)
    for (const name of ['/kept.json', '/none']) await ask('DELETE', `/app/set-aside${name}`)
    const draft = {
      session: guid,
      workspace: 'w',
      path: '/free/site/a.html',
      text: 'words',
      baseEtag: null,
      baseText: '',
      sending: null,
      at: 1,
      browser: guid
    }
    await ask('PUT', `/app/drafts/${guid}`, jsonParts(draft))
    const other = await (
      await person(workspace, 'other@example.com')
    ).send('PUT', `/app/drafts/${guid}`, jsonParts(draft))
    recorder.note('PUT', `/app/drafts/${guid}`, other)
    await ask('PUT', `/app/drafts/${guid}`, jsonParts({ ...draft, path: 'a' }))
    await ask('GET', '/app/drafts')
    await ask('DELETE', `/app/drafts/${guid}`)
    await ask('DELETE', `/app/drafts/${guid}`)
    const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
    const message = (method: string, id?: number) =>
      new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', method, ...(id && { id }) }))
    const asking = { headers: json, body: message('tools/list', 1) }
    await ask('POST', '/mcp', asking)
    await ask('GET', '/healthz')
    await ask('GET', '/readyz')
    await ask('POST', '/mcp', { headers: json, body: message('notifications/initialized') })
    await ask('POST', '/mcp', { ...asking, headers: { ...json, Origin: 'https://evil.example' } })
    await ask('POST', '/mcp', { ...asking, headers: { ...json, 'Mcp-Session-Id': 'x' } })
    await ask('POST', '/mcp', { ...asking, headers: { ...json, Accept: '*/*' } })
    await ask('POST', '/mcp', { ...asking, headers: { ...json, 'Content-Type': 'text/plain' } })
    await ask('GET', '/app/identity-provider')
    await ask('GET', '/app/trust')
    await ask('GET', '/app/health')
    await ask('POST', '/app/health/check')
    for (const body of [{ silenced: true }, {}]) await ask('PUT', '/app/health/place', jsonParts(body))
    await ask('GET', '/.well-known/oauth-protected-resource')
    const provider = { issuer: 'https://login.example.com', audience: 'galley' }
    await ask(
      'PUT',
      '/app/identity-provider',
      jsonParts({ ...provider, clientId: 'galley-app', scope: 'a b' })
    )
    await ask('GET', '/.well-known/oauth-protected-resource')
    await ask('PUT', '/app/identity-provider', jsonParts(null))
    await ask('PUT', '/app/identity-provider', jsonParts({}))
    await ask('GET', '/app/access/closed/site')
    await ask('GET', '/app/access/closed/site?email=nobody')
    await ask('GET', '/app/access/closed/%00')
    await ask('PUT', '/app/workspace', jsonParts({ owner: { name: 'Ada', email: 'ada@example.com' } }))
    await ask('POST', '/config/free', form([{ name: 'config', value: emptyConfig }]))
    await ask('GET', '/config/free', { headers: { 'If-Match': '"x"' } })
    const large = {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(70 * 1024).fill(32)
    }
    const book = openSessionBook(workspace.store.records)
    await book.start({ owner: false, email: 'eve@example.com', groups: [] }, 'localhost:1')
    await book.start({ owner: true }, 'localhost:1')
    await ask('GET', '/app/sessions')
    const [first, second] = await book.list()
    await ask('DELETE', `/app/sessions/${first?.session.id}`)
    await ask('DELETE', '/app/sessions/none')
    await ask('DELETE', '/app/session')
    const own = second && {
      session: second.session,
      isOpen: () => Promise.resolve(true)
    }
    const signOut = new Request('http://127.0.0.1/app/session', { method: 'DELETE' })
    if (own)
      recorder.note('DELETE', '/app/session', await replyOf(await workspace.service.fetch(signOut, own)))
    await ask('DELETE', '/app/sessions')
    await ask('POST', '/app/sign-in-links', jsonParts({ email: 'eve@example.com', groups: ['a'] }))
    await ask('POST', '/app/sign-in-links', jsonParts({ email: 'nobody' }))
    await ask('POST', '/app/sign-in-links', large)
    await ask('POST', '/app/revoke-all')
    for (const address of [
      '/app/workspace',
      '/app/health/place',
      '/app/service-folder',
      '/app/identity-provider'
    ])
      await ask('PUT', address, large)
    await ask('POST', '/app/tokens', large)
    const config = { ...form([{ name: 'config', value: new Uint8Array(16 * 1024 * 1024 + 1).fill(32) }]) }
    await ask('POST', '/config/free', config)
    const label = await root.send('PUT', '/source/free/site/a.html', {
      headers: { 'Content-Type': 'text/html' },
      body: new TextEncoder().encode(page('x'))
    })
    expect(label.status).toBe(201)
    await ask('POST', '/versionsource/free/site/a.html', large)
    await ask('HEAD', '/source/free/site/a.html', { headers: { 'If-Match': 'x' } })
    await root.send('POST', '/versionsource/free/site/a.html')
    const [version] = JSON.parse(text(await root.send('GET', '/versionlist/free/site/a.html')))
    for (const method of ['GET', 'HEAD']) {
      await ask(method, version.url, { headers: { 'If-Match': '"x"' } })
      await ask(method, version.url, { headers: { 'If-None-Match': '*' } })
    }
    const announced = {
      headers: { 'Content-Type': 'text/html', 'Content-Length': '100000000' },
      body: new Uint8Array(1)
    }
    await ask('PUT', '/source/free/site/a.html', announced)
    await ask('POST', '/source/free/site/a.html', announced)
    for (const address of [
      '/app/configs/a//b',
      '/app/history/a//b',
      '/app/config-history/a//b',
      `/app/config-version/%00/${guid}/${guid}.json`,
      `/trash/a/%00/${guid}`
    ]) {
      await ask(address.startsWith('/trash') ? 'DELETE' : 'GET', address)
    }
    await ask('POST', `/trash/a/%00/${guid}/restore`)
    await ask('GET', '/versionlist/a//b')
    await ask('GET', '/trash/a//')
    await ask('GET', `/versionsource/%00/${guid}/${guid}.html`)
    await ask('HEAD', `/versionsource/%00/${guid}/${guid}.html`)
  })

  it('X4 X9 what every address refuses: a query that says a thing twice or is too long, JSON that is nested too deep', async () => {
    const root = owner(workspace)
    const deep = '['.repeat(600) + ']'.repeat(600)
    const wanted = { source: { kind: 'published', environment: 'live', site: '/free/site' } }
    const started = text(await root.send('POST', '/import/free/site', jsonParts(wanted)))
    const { name } = JSON.parse(started) as { name: string }
    const wrong: string[] = []
    for (const operation of operations) {
      const ask = async (query: string, parts = {}) => {
        // the import is looked for before the body is read
        const address =
          (operation.id === 'actOnImport' ? `/import/free/site/${name}/check` : addressOf(operation)) + query
        const reply = await root.send(operation.method, address, parts)
        recorder.note(operation.method, address, reply)
        return reply.status
      }
      const refused = async (expected: number, query: string, parts = {}) => {
        const status = await ask(query, parts)
        if (status !== expected) wrong.push(`${operation.id} ${status} instead of ${expected}`)
      }
      await refused(400, '?a=1&a=2')
      await refused(413, `?a=${'x'.repeat(17_000)}`)
      if (operation.body?.kind !== 'json') continue
      const headers = { 'Content-Type': 'application/json' }
      await refused(422, '', { headers, body: new TextEncoder().encode(deep) })
    }
    expect(wrong).toEqual([])
  })

  it('X4 FI4 what tells of words and links is refused to who asks far too much', async () => {
    await writePage(owner(workspace), '/hasty/site/a.html')
    const hasty = await person(workspace, 'hasty@example.com')
    const waiting = new AbortController()
    const asked: Promise<Response>[] = []
    const ask = (times: number) => {
      for (let count = 0; count < times; count++)
        asked.push(
          workspace.service.fetch(
            new Request('http://127.0.0.1/app/changes', {
              headers: { Authorization: `Bearer ${hasty.token}` },
              signal: waiting.signal
            }),
            'anyone'
          )
        )
    }
    ask(110)
    const plan = jsonParts({ remove: ['/hasty/site/a.html'] })
    const moveTo = (name: string) =>
      form(
        Object.entries({ destination: `/hasty/site/${name}`, links: 'follow' }).map(([field, value]) => ({
          name: field,
          value
        }))
      )
    const refused = [
      ['GET', '/app/changes'],
      ['GET', '/links/moved'],
      ['GET', '/links/hasty/site'],
      ['GET', '/external-links/hasty/site'],
      ['GET', '/links/hasty/site/a.html'],
      ['GET', '/search/hasty?q=words'],
      ['POST', '/links/plan', plan],
      ['POST', '/replace/hasty', jsonParts({ q: 'words', with: 'more', dry: true })],
      ['POST', '/move/hasty/site/a.html', null]
    ] as const
    // a turn comes free ten times a second
    const filling = setInterval(() => ask(10), 20)
    try {
      for (const [method, address, parts] of refused) {
        let reply = none
        // whoever comes when a turn has just come free is answered
        for (let tried = 0; reply.status !== 429 && tried < 50; tried++) {
          if (parts === null) await writePage(owner(workspace), '/hasty/site/a.html')
          reply = await hasty.send(method, address, parts === null ? moveTo(`${tried}.html`) : parts)
        }
        expect(reply.status, address).toBe(429)
        recorder.note(method, address, reply)
      }
    } finally {
      clearInterval(filling)
      waiting.abort()
      await Promise.all(asked)
    }
  })

  it('X4 every route is documented, and every documented address is a route', async () => {
    for (const operation of operations) {
      const reply = await owner(workspace).send('PATCH', addressOf(operation))
      const allowed = (reply.headers['allow'] ?? '').split(', ')
      expect(reply.status, operation.address).toBe(405)
      expect(allowed, `${operation.method} ${operation.address}`).toContain(operation.method)
      const documented = operations.filter((one) => sameAddress(one, operation)).map(({ method }) => method)
      const missing = allowed.filter(
        (method) => method !== 'HEAD' && !documented.some((one) => one === method)
      )
      expect(missing, operation.address).toEqual([])
    }
    expect(recorder.strangers).toEqual([])
  })

  it('X4 every answer that occurred is documented, and its body has the documented shape', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ajv.addSchema(openApiDocument(operations, '0.0.0'), 'openapi')
    for (const operation of operations) {
      const documented = statusesOf(operation)
      for (const [status, replies] of recorder.seen.get(operation.id) ?? []) {
        if (status === 405) continue
        expect(
          documented,
          `${operation.id} answered ${status}: ${text(replies[0] ?? none).slice(0, 200)}`
        ).toContain(status)
        const pointer = [
          'paths',
          operation.address,
          operation.method.toLowerCase(),
          'responses',
          String(status)
        ]
        const media = ['content', 'application/json', 'schema']
        const schema = ajv.getSchema(`openapi#/${[...pointer, ...media].map(escaped).join('/')}`)
        for (const reply of schema && !operation.address.includes('config') ? replies : []) {
          if (!/^application\/json/.test(reply.headers['content-type'] ?? '') || reply.body.length === 0)
            continue
          const valid = schema?.(JSON.parse(text(reply)))
          expect(
            valid,
            `${operation.id} ${status}: ${text(reply).slice(0, 300)} ${JSON.stringify(schema?.errors)}`
          ).toBe(true)
        }
      }
    }
  })

  it('X1 a sentence with places is told by its pattern, too, and by what it says in them', () => {
    const replies = [...recorder.seen.values()].flatMap((statuses) => [...statuses.values()].flat())
    const patterns = new Set<string>()
    for (const reply of replies) {
      if (reply.status < 400 || !/^application\/json/.test(reply.headers['content-type'] ?? '')) continue
      const read = errorBody.safeParse(JSON.parse(text(reply)))
      if (!read.success || read.data.pattern === undefined) continue
      const { error, pattern, params = {} } = read.data
      patterns.add(pattern)
      const said = pattern.replace(/\{(\w+)(, number)?\}/g, (_, name: string, counted?: string) => {
        const value = params[name]
        expect(value, `${name} of ${pattern}`).toBeDefined()
        return counted && typeof value === 'number' ? value.toLocaleString('en') : String(value)
      })
      expect(said).toBe(error)
    }
    expect([...patterns]).toContain('“limit” is a number from 1 to {most}.')
    expect(patterns.size).toBeGreaterThan(10)
  })

  it('X4 every documented answer occurred', () => {
    const missing = operations.flatMap((operation) =>
      statusesOf(operation)
        .filter((status) => status !== 401 && !recorder.seen.get(operation.id)?.has(status))
        // shown where a service ends, and where its disk cannot be written (OP1, OP4)
        .filter((status) => !(operation.id === 'readReadiness' && status === 503))
        .map((status) => `${operation.id} ${status}`)
    )
    expect(missing).toEqual([])
  })
})

const none: Reply = { status: 0, headers: {}, body: new Uint8Array() }

/** Same place among the routes: the first segments without parameters. */
const fixedPart = ({ address }: Operation) => address.split('/{')[0]
const sameAddress = (a: Operation, b: Operation) => fixedPart(a) === fixedPart(b)

const statusesOf = ({ answers, refusals }: Operation): number[] => [
  ...new Set([...Object.keys(answers).map(Number), 401, ...refusals.map((reason) => statusOfReason[reason])])
]

const escaped = (part: string) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))
