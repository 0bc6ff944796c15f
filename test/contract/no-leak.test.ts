import { fc } from '../support/properties'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceEvent } from '../../src/common/api/events'
import type { VersionRecord } from '../../src/common/api/types'
import { contentPath } from '../../src/common/content/paths'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { form, json } from './kit'
import type { Asker } from './people'
import { owner, person, setPermissions, writePage } from './people'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

const folders = ['/a', '/b', '/.a', '/a/b', '/a/.b']
const pages = ['/x.html', ...folders.flatMap((folder) => [`${folder}/x.html`, `${folder}/y.html`])]
const places = ['', ...folders, ...pages, '/a/none.html', '/none', '/none/x.html', '/a/b/none']

const rule = fc
  .tuple(
    fc.constantFrom(
      '/s',
      '/s/a',
      '/s/b',
      '/s/.a',
      '/s/a/b',
      '/s/a/x.html',
      '/s/a/x',
      '/s/a/b/y',
      '/s/b/y.html',
      '/s/none'
    ),
    fc.constantFrom('', '/**', '/+**'),
    fc.constantFrom('g', 'maria@example.com', 'g,h'),
    fc.constantFrom('', 'read', 'write')
  )
  .map(([path, wildcard, groups, actions]) => `${path}${wildcard} | ${groups} | ${actions}`)

/** Every answer that the caller can get by reading, without what only tells the time. */
async function everything(caller: Asker, org: string, urls: readonly string[]): Promise<string[]> {
  const addresses = [
    '/list',
    `/list/${org}`,
    `/trash/${org}`,
    `/trash/${org}/s`,
    `/app/configs/${org}`,
    `/config/${org}`,
    `/config/${org}/s`,
    ...urls,
    ...places.flatMap((place) => [
      `/source/${org}/s${place}`,
      `/list/${org}/s${place}`,
      `/versionlist/${org}/s${place}`,
      `/app/access/${org}/s${place}`
    ])
  ]
  const answers: string[] = []
  for (const address of addresses) {
    const { status, headers, body } = await caller.send('GET', address)
    answers.push(JSON.stringify([address, status, headers, Buffer.from(body).toString('utf8')]))
  }
  return answers
}

it('P6 P7 whatever happens to what a caller may not read, every answer to it stays the same', async () => {
  const root = owner(workspace)
  const maria = await person(workspace, 'maria@example.com', ['g'])
  let number = 0
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 5 }), fc.nat(1000), async (rows, seed) => {
      number += 1
      const org = `org-${number}`
      for (const page of pages) await writePage(root, `/${org}/s${page}`, `${page} one`)
      const target = pages[seed % pages.length] ?? '/x.html'
      const path = `/${org}/s${target}`
      await writePage(root, path, 'a version')
      await setPermissions(workspace, org, rows)
      const mayRead =
        json<{ actions: string[] }>(await maria.send('GET', `/app/access${path}`)).actions.length > 0
      if (mayRead) return
      const urls = json<VersionRecord[]>(await root.send('GET', `/versionlist${path}`)).map(({ url }) => url)
      const before = await everything(maria, org, urls)
      // the secret changes, is labelled, goes away, and comes back
      await writePage(root, path, 'changed')
      expect(await everything(maria, org, urls)).toEqual(before)
      await root.send('POST', `/versionsource${path}`)
      await root.send('DELETE', `/source${path}`)
      expect(await everything(maria, org, urls)).toEqual(before)
      await writePage(root, path, 'anew')
      expect(await everything(maria, org, urls)).toEqual(before)
    }),
    { numRuns: Number(process.env.GALLEY_LEAK_RUNS ?? 12) }
  )
}, 240_000)

it('P7 the event stream of a caller tells what it may read, without a gap where something else happened', async () => {
  const root = owner(workspace)
  const org = 'happenings'
  await setPermissions(workspace, org, ['/s/open/+** | g | read'])
  const maria = await person(workspace, 'maria@example.com', ['g'])
  const request = new Request('http://127.0.0.1/events', {
    headers: { Authorization: `Bearer ${maria.token}` }
  })
  const stream = await workspace.service.fetch(request, 'anyone')
  const reader = stream.body?.getReader()
  const seen: ServiceEvent[] = []
  const until = async (test: (event: ServiceEvent) => boolean) => {
    while (!seen.some(test)) {
      const part = await reader?.read()
      if (!part || part.done) return
      for (const [, data = ''] of new TextDecoder().decode(part.value).matchAll(/^data: (.*)$/gm))
        seen.push(JSON.parse(data))
    }
  }
  const move = (from: string, to: string) =>
    root.send('POST', `/move${from}`, form([{ name: 'destination', value: to }]))
  await writePage(root, `/${org}/s/closed/a.html`)
  await writePage(root, `/${org}/s/open/a.html`)
  await writePage(root, `/elsewhere-${org}/s/a.html`)
  await move(`/${org}/s/closed/a.html`, `/${org}/s/open/b.html`)
  await move(`/${org}/s/open/a.html`, `/${org}/s/closed/c.html`)
  await root.send('DELETE', `/source/${org}/s/closed/c.html`)
  await setPermissions(workspace, org, ['/s/open/+** | g | read'])
  await writePage(root, `/${org}/s/open/last.html`)
  await until((event) => event.type === 'file' && event.path.endsWith('last.html'))
  const told = seen
    .filter((event) => event.type === 'file')
    .map(({ change, path, ...rest }) => [change, path, 'from' in rest])
  expect(told).toEqual([
    ['created', `/${org}/s/open/a.html`, false],
    ['created', `/elsewhere-${org}/s/a.html`, false],
    ['created', `/${org}/s/open/b.html`, false],
    ['deleted', `/${org}/s/open/a.html`, false],
    ['created', `/${org}/s/open/last.html`, false]
  ])
  expect(JSON.stringify(seen)).not.toContain('closed')
  expect(seen.some(({ type }) => type === 'config' || type === 'trash')).toBe(false)
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index))
  await reader?.cancel()
})

it('A2 a stream ends when the token that opened it is revoked', async () => {
  const maria = await person(workspace, 'revoked@example.com')
  const request = new Request('http://127.0.0.1/events', {
    headers: { Authorization: `Bearer ${maria.token}` }
  })
  const stream = await workspace.service.fetch(request, 'anyone')
  const text = stream.text()
  const tokens = json<{ id: string; email: string }[]>(await owner(workspace).send('GET', '/app/tokens'))
  const id = tokens.find(({ email }) => email === 'revoked@example.com')?.id ?? ''
  expect((await owner(workspace).send('DELETE', `/app/tokens/${id}`)).status).toBe(204)
  await writePage(owner(workspace), '/free/site/after.html')
  expect(await text).toMatch(/^event: hello/)
  expect(await text).not.toContain(contentPath('/free/site/after.html'))
})
