import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccessRequest, AccessRequests } from '../../src/common/api/types'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { expectRefusal, json, jsonParts, text } from './kit'
import type { Asker } from './people'
import { owner, person, setPermissions, withTokens, writePage } from './people'

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace()
})
afterEach(() => workspace.close())

const PAGE = '/harbour/site/plan.html'
const OTHER = '/harbour/site/other.html'

/** Lena may read nothing, Rita all; Anna may change the permissions and all pages, Carl the permissions alone. */
async function harbour() {
  for (const path of [PAGE, OTHER]) await writePage(owner(workspace), path)
  await setPermissions(workspace, 'harbour', [
    'CONFIG | anna@example.com, carl@example.com | write',
    '/+** | anna@example.com | write',
    '/+** | rita@example.com | read'
  ])
  await setPermissions(workspace, 'elsewhere', ['CONFIG | else@example.com | write'])
  return {
    lena: await person(workspace, 'lena@example.com'),
    rita: await person(workspace, 'rita@example.com'),
    anna: await person(workspace, 'anna@example.com'),
    carl: await person(workspace, 'carl@example.com'),
    other: await person(workspace, 'else@example.com')
  }
}

const REQUESTS = '/app/access-requests'
const ask = (by: Asker, path: string, more: object = {}) =>
  by.send('POST', REQUESTS, jsonParts({ path, action: 'read', ...more }))
const asked = async (by: Asker, path: string, more: object = {}) =>
  json<AccessRequest>(await ask(by, path, more))
const requestsOf = async (by: Asker) => json<AccessRequests>(await by.send('GET', REQUESTS))
const answer = (by: Asker, { id }: Pick<AccessRequest, 'id'>, answered: string) =>
  by.send('POST', `${REQUESTS}/${id}`, jsonParts({ answer: answered }))
const reads = async (by: Asker, path: string) => (await by.send('GET', `/source${path}`)).status
const configText = async () => text(await owner(workspace).send('GET', '/config/harbour'))
interface Sheets {
  readonly permissions: { readonly data: readonly object[] }
}
const rows = async () => (JSON.parse(await configText()) as Sheets).permissions.data

describe('asking for access', () => {
  it('A13 who may not read a page asks, who may change the permissions lets them, and the row means that page and that person alone', async () => {
    const { lena, anna } = await harbour()
    const before = await rows()
    const accessRequest = await asked(lena, PAGE, { text: 'For the\n\u202eferry plan' })
    expect(accessRequest).toMatchObject({
      path: PAGE,
      action: 'read',
      text: 'For the ferry plan',
      by: { email: 'lena@example.com' }
    })
    expect(await requestsOf(anna)).toEqual({ mine: [], toAnswer: [accessRequest] })
    expect(await requestsOf(lena)).toEqual({ mine: [accessRequest], toAnswer: [] })
    expect(await reads(lena, PAGE)).toBe(403)

    expect(json<AccessRequest>(await answer(anna, accessRequest, 'read'))).toMatchObject({ answer: 'read' })
    expect(await rows()).toEqual([
      ...before,
      { path: '/site/plan.html', groups: 'lena@example.com', actions: 'read' }
    ])
    expect([await reads(lena, PAGE), await reads(lena, OTHER)]).toEqual([200, 403])
    expect((await writePage(lena, PAGE)).status).toBe(403)
    expect(await requestsOf(anna)).toEqual({ mine: [], toAnswer: [] })
    expect((await requestsOf(lena)).mine).toMatchObject([{ id: accessRequest.id, answer: 'read' }])
    expect((await lena.send('DELETE', `${REQUESTS}/${accessRequest.id}`)).status).toBe(204)
    expect(await requestsOf(lena)).toEqual({ mine: [], toAnswer: [] })
  })

  it('A13 C2 letting somebody is a change of the config like each other one: a version by who did it, that can be taken back', async () => {
    const { lena, anna } = await harbour()
    const before = await configText()
    await answer(anna, await asked(lena, PAGE), 'read')
    const history = json<{ url: string; users: { email: string }[]; written?: object }[]>(
      await anna.send('GET', '/app/config-history/harbour')
    )
    expect(text(await anna.send('GET', history[0]?.url ?? ''))).toBe(before)
    const changed = await configText()
    expect(changed).toContain('lena@example.com')
    expect(
      changed.replace(/,?\s*\{[^{}]*lena@example\.com[^{}]*\}/, '').replace('"total":5', '"total":4')
    ).toBe(before)
  })

  it('A13 who may read asks to write, and is let', async () => {
    const { rita, anna } = await harbour()
    expectRefusal(await ask(rita, PAGE), 400, 'bad-request')
    const accessRequest = await asked(rita, PAGE, { action: 'write' })
    await answer(anna, accessRequest, 'write')
    expect((await writePage(rita, PAGE)).status).toBe(200)
    expect((await writePage(rita, OTHER)).status).toBe(403)
  })

  it('A13 who is refused is told, and stays refused for a day, whatever they ask', async () => {
    const { lena, anna } = await harbour()
    const before = await configText()
    const accessRequest = await asked(lena, PAGE)
    await answer(anna, accessRequest, 'refuse')
    expect((await requestsOf(lena)).mine).toMatchObject([{ answer: 'refuse' }])
    expect(await asked(lena, PAGE, { text: 'But why?' })).toMatchObject({
      id: accessRequest.id,
      answer: 'refuse',
      text: ''
    })
    expectRefusal(await lena.send('DELETE', `${REQUESTS}/${accessRequest.id}`), 404, 'not-found')
    expect((await requestsOf(anna)).toAnswer).toEqual([])
    expect(await configText()).toBe(before)
  })

  it('A13 P6 asking is answered alike for what is there and for what is not', async () => {
    const { lena } = await harbour()
    const told = async (path: string) => {
      const { status, headers, body } = await ask(lena, path)
      const {
        id: _id,
        at: _at,
        path: _path,
        ...rest
      } = JSON.parse(Buffer.from(body).toString('utf8')) as AccessRequest
      return { status, headers, rest }
    }
    expect(await told('/harbour/site/none.html')).toEqual(await told(PAGE))
    // where nothing is restricted there is nothing to ask for, be there such an organization or not
    await writePage(owner(workspace), '/free/site/a.html')
    const open = [await ask(lena, '/free/site/a.html'), await ask(lena, '/nowhere/site/a.html')]
    expect(open.map(({ status }) => status)).toEqual([400, 400])
    expect(open.map(text)).toEqual(Array(2).fill(text(await ask(lena, '/free/site/none.html'))))
  })

  it('A13 P4 who may not change the permissions there sees and answers nothing, also of what they asked themselves', async () => {
    const { lena, rita, other, anna } = await harbour()
    const accessRequest = await asked(lena, PAGE)
    for (const nobody of [rita, other, lena]) {
      expect((await requestsOf(nobody)).toAnswer).toEqual([])
      const refused = await answer(nobody, accessRequest, 'write')
      const missing = await answer(nobody, { id: 'none' }, 'write')
      expectRefusal(refused, 404, 'not-found')
      expect(text(refused).replace(accessRequest.id, 'none')).toBe(text(missing))
    }
    for (const nobody of [rita, anna])
      expectRefusal(await nobody.send('DELETE', `${REQUESTS}/${accessRequest.id}`), 404, 'not-found')
    expect(await reads(lena, PAGE)).toBe(403)
    expect((await requestsOf(anna)).toAnswer).toEqual([accessRequest])
  })

  it('A13 nobody lets others do what they may not do there themselves', async () => {
    const { lena, carl, anna } = await harbour()
    const before = await configText()
    const accessRequest = await asked(lena, PAGE)
    expectRefusal(await answer(carl, accessRequest, 'read'), 403, 'forbidden')
    expect(await configText()).toBe(before)
    expect((await requestsOf(anna)).toAnswer).toEqual([accessRequest])
  })

  it('A13 two who answer at once: one of them does, and one row comes of it', async () => {
    const { lena, anna } = await harbour()
    const accessRequest = await asked(lena, PAGE)
    const both = await Promise.all([
      answer(anna, accessRequest, 'read'),
      answer(owner(workspace), accessRequest, 'read')
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await rows()).filter((row) => JSON.stringify(row).includes('lena')).length).toBe(1)
  })

  it('A13 RT10 who asks is who the service knows, whatever the request says, and several at once are nobody', async () => {
    const { lena, rita, anna } = await harbour()
    const forged = { by: { email: 'boss@example.com', name: 'The Boss' }, id: 'x', answer: 'write' }
    const accessRequest = await asked(lena, PAGE, forged)
    expect(accessRequest.by).toEqual({ email: 'lena@example.com' })
    expect(accessRequest).not.toHaveProperty('answer')
    expect((await requestsOf(anna)).toAnswer).toEqual([accessRequest])
    const together = withTokens(workspace.service, lena.token, rita.token)
    expectRefusal(await ask(together, PAGE), 400, 'bad-request')
    expect(await requestsOf(together)).toEqual({ mine: [], toAnswer: [] })
    expectRefusal(await together.send('DELETE', `${REQUESTS}/${accessRequest.id}`), 404, 'not-found')
  })

  it('A13 one of a person for a path, 20 of a person, and 500 characters: more is refused, with when to come again', async () => {
    const { lena, anna } = await harbour()
    expectRefusal(await ask(lena, PAGE, { text: 'x'.repeat(501) }), 400, 'bad-request')
    await asked(lena, PAGE)
    const second = await asked(lena, PAGE, { text: 'x'.repeat(500) })
    expect((await requestsOf(anna)).toAnswer).toEqual([second])
    for (let count = 1; count < 20; count++) await asked(lena, `/harbour/site/page-${count}.html`)
    const refused = await ask(lena, OTHER)
    expectRefusal(refused, 429, 'too-many')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // what was answered makes room
    await answer(anna, second, 'refuse')
    await asked(lena, OTHER)
    expect((await requestsOf(anna)).toAnswer.length).toBe(20)
  })

  it('A13 P4 what a row cannot mean alone is not asked for: folders, configs, wildcards, blanks, ways out', async () => {
    const { lena } = await harbour()
    const before = await configText()
    for (const path of [
      ...['/harbour', '/harbour/site', '/harbour/CONFIG', '/harbour/site/CONFIG', '/harbour/site/folder'],
      ...['/harbour/site/**', '/harbour/site/+**', '/harbour/site/a b.html', '/harbour/site/a\u00a0b.html'],
      ...[
        '/harbour/site/../site/a.html',
        '/harbour//a.html',
        '/.config/harbour/site.json',
        '',
        '/',
        '/harbour/a.html/'
      ],
      `/harbour/site/${'a'.repeat(3000)}.html`
    ])
      expect((await ask(lena, path)).status, path).toBe(400)
    expect((await requestsOf(lena)).mine).toEqual([])
    expect(await configText()).toBe(before)
  })

  it('A13 P7 of a request those hear who asked and who may answer, and nobody else', async () => {
    const { lena, rita, anna, other } = await harbour()
    const streams = await Promise.all(
      [lena, anna, rita, other].map(async ({ token }) => {
        const { body } = await workspace.service.fetch(
          new Request('http://127.0.0.1/events', { headers: { Authorization: `Bearer ${token}` } }),
          'anyone'
        )
        return body
      })
    )
    await asked(lena, PAGE)
    await setPermissions(workspace, 'harbour', [])
    await setPermissions(workspace, 'elsewhere', [])
    const heard = await Promise.all(
      streams.map((body) => heardUntil(body, /(event: rights[^]*){2}|"path":"\/elsewhere"/))
    )
    expect(heard.map((words) => words.includes('event: asked'))).toEqual([true, true, false, false])
    for (const words of heard.slice(2)) expect(words).not.toMatch(/lena|plan\.html/)
  })
})

async function heardUntil(body: ReadableStream<Uint8Array> | null, words: RegExp): Promise<string> {
  const reader = body?.getReader()
  let heard = ''
  while (!words.test(heard)) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`The stream ended before ${String(words)}: ${heard}`)
    heard += new TextDecoder().decode(part.value)
  }
  await reader?.cancel()
  return heard
}
