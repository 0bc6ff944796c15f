import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedHosts, originOf } from '../../src/main/server/hosts'
import type { HttpWorkspace } from './over-http'
import { openHttp } from './over-http'

let folder: string
let http: HttpWorkspace
let cookie: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-interface-'))
  await mkdir(join(folder, 'ui/assets'), { recursive: true })
  await writeFile(join(folder, 'ui/index.html'), '<!doctype html><title>Galley</title>')
  await writeFile(join(folder, 'ui/assets/app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  http = await openHttp({ uiFolder: join(folder, 'ui') })
  const signedIn = await fetch(http.links[0] ?? '')
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  await signedIn.text()
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(http.server.origin + path, { headers })

describe('the browser interface', () => {
  it('A5 the page comes with a session, and without one says where the link is', async () => {
    const page = await get('/', { Cookie: cookie })
    expect(await page.text()).toContain('<title>Galley</title>')
    const stranger = await get('/')
    expect(stranger.status).toBe(401)
    expect(await stranger.text()).toContain('galley serve')
  })

  it('A6 every page and file carries the strict policy', async () => {
    for (const path of ['/', '/assets/app-1a2b.js', '/none', '/session/x']) {
      const { headers } = await get(path, { Cookie: cookie })
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("script-src 'self'")
      expect(policy, path).not.toMatch(/script-src[^;]*(unsafe|\*|http)/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    }
  })

  it('X1 an address that is none is a page for browsers and an error body for programs', async () => {
    const page = await get('/none', { Accept: 'text/html,*/*;q=0.8' })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    await page.text()
    const answers = [await get('/none'), await get('/none', { Accept: 'application/json' })]
    answers.push(await fetch(`${http.server.origin}/none`, { method: 'POST', body: 'x' }))
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
      expect(await answer.json()).toMatchObject({ reason: 'not-found' })
    }
  })

  it('A6 nothing outside the folder is served, however it is asked for', async () => {
    for (const path of [
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%5csecret.txt',
      '/a%00b',
      '/assets',
      '/assets/'
    ]) {
      const answer = await get(path, { Cookie: cookie })
      expect([400, 404], path).toContain(answer.status)
      expect(await answer.text()).not.toContain('secret')
    }
    expect(
      (await fetch(`${http.server.origin}/`, { method: 'POST', headers: { Cookie: cookie } })).status
    ).toBe(404)
  })
})

describe('the hosts that are answered to', () => {
  it('A6 are loopback names for loopback, one name for one address, and the machine’s own for all', () => {
    expect([...allowedHosts('127.0.0.1', 80)]).toContain('localhost')
    expect(allowedHosts('127.0.0.1', 4502)).toEqual(
      new Set(['127.0.0.1:4502', 'localhost:4502', '[::1]:4502'])
    )
    expect(allowedHosts('192.0.2.7', 1)).toEqual(new Set(['192.0.2.7:1']))
    expect(allowedHosts('0.0.0.0', 1)).toContain('127.0.0.1:1')
    expect(allowedHosts('0.0.0.0', 1)).not.toContain('0.0.0.0:1')
    expect(originOf('::1', 1)).toBe('http://[::1]:1')
    expect(originOf('0.0.0.0', 1)).toBe('http://127.0.0.1:1')
  })
})
