import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PermissionsAnswer, ListItem, TrashItem, VersionRecord } from '../../src/common/api/types'
import type { PageReferences } from '../../src/common/publishing/reference-answers'
import { contentPath } from '../../src/common/content/paths'
import { configFile } from '../../src/main/configs/config-file'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { expectRefusal, form, json, jsonParts, text } from './kit'
import type { Asker } from './people'
import { owner, person, setPermissions, withTokens, writePage } from './people'

let workspace: Workspace
beforeEach(async () => {
  workspace = await openWorkspace()
})
afterEach(() => workspace.close())

const destination = (path: string) => form([{ name: 'destination', value: path }])

/** An organization with a public and a secret part; authors write the public one, Rita only reads it. */
async function harbour() {
  const root = owner(workspace)
  const pages = [
    '/o/site/public/a.html',
    '/o/site/public/b.html',
    '/o/site/secret/plan.html',
    '/o/other/x.html'
  ]
  for (const page of pages) {
    await writePage(root, page, `${page} one`)
    await writePage(root, page, `${page} two`)
  }
  await setPermissions(workspace, 'o', [
    '/site/public/+** | authors | write',
    '/site/public/+** | rita@example.com | read'
  ])
  return {
    root,
    author: await person(workspace, 'anna@example.com', ['authors']),
    rita: await person(workspace, 'rita@example.com'),
    stranger: await person(workspace, 'stan@example.com')
  }
}

describe('permissions over the service', () => {
  it('P1 without a permissions sheet every known caller reads and writes', async () => {
    const anybody = await person(workspace, 'any@example.com')
    expect((await writePage(anybody, '/free/site/a.html')).status).toBe(201)
    const config = form([
      { name: 'config', value: '{":type":"sheet",":sheetname":"data","total":0,"data":[]}' }
    ])
    expect((await anybody.send('POST', '/config/free', config)).status).toBe(201)
    expect((await writePage(anybody, '/free/site/b.html')).status).toBe(201)
  })

  it('P1 a permissions sheet of a site, a folder or a page is stored and restricts nobody', async () => {
    const anybody = await person(workspace, 'any@example.com')
    const rows = [{ path: 'CONFIG', groups: 'x@example.com', actions: 'write' }]
    const value = JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: 1, data: rows })
    for (const path of ['/free/site', '/free/site/docs', '/free/site/docs/a']) {
      const reply = await owner(workspace).send('POST', `/config${path}`, form([{ name: 'config', value }]))
      expect(reply.status).toBe(201)
    }
    expect((await writePage(anybody, '/free/site/docs/a.html')).status).toBe(201)
  })

  it('P1 a single sheet named permissions restricts as well, from the next request on', async () => {
    const anybody = await person(workspace, 'any@example.com')
    expect((await writePage(anybody, '/one/site/a.html')).status).toBe(201)
    const rows = [{ path: 'CONFIG', groups: 'x@example.com', actions: 'write' }]
    const value = JSON.stringify({ ':type': 'sheet', ':sheetname': 'permissions', total: 1, data: rows })
    await owner(workspace).send('POST', '/config/one', form([{ name: 'config', value }]))
    expectRefusal(await writePage(anybody, '/one/site/a.html'), 403, 'forbidden')
    expectRefusal(await anybody.send('GET', '/source/one/site/a.html'), 403, 'forbidden')
    expect((await writePage(anybody, '/two/site/a.html')).status).toBe(201)
  })

  it('P2 who may write reads and writes, who may read only reads', async () => {
    const { author, rita } = await harbour()
    expect(text(await author.send('GET', '/source/o/site/public/a.html'))).toContain('two')
    expect((await writePage(author, '/o/site/public/new.html')).status).toBe(201)
    expect(
      (await author.send('POST', '/versionsource/o/site/public/a.html', jsonParts({ label: 'x' }))).status
    ).toBe(201)
    expect((await rita.send('GET', '/source/o/site/public/a.html')).status).toBe(200)
    expect((await rita.send('GET', '/versionlist/o/site/public/a.html')).status).toBe(200)
    const refused = [
      await writePage(rita, '/o/site/public/a.html'),
      await rita.send('DELETE', '/source/o/site/public/a.html'),
      await rita.send('POST', '/versionsource/o/site/public/a.html', jsonParts({ label: 'x' })),
      await rita.send('PUT', '/source/o/site/public/folder'),
      await rita.send('POST', '/move/o/site/public/a.html', destination('/o/site/public/c.html')),
      await rita.send('POST', '/copy/o/site/public/a.html', destination('/o/site/public/c.html'))
    ]
    for (const reply of refused) expectRefusal(reply, 403, 'forbidden')
    expect((await rita.send('GET', '/source/o/site/public/c.html')).status).toBe(404)
  })

  it('U13 P6 what a page links to is told as far as the caller may read it, with what they may do there', async () => {
    const { root, rita, author, stranger } = await harbour()
    const words = '<body><main><a href="/public/b">b</a> <a href="/secret/plan">plan</a></main></body>'
    await writePage(root, '/o/site/public/a.html', words)
    const ask = (asker: Asker) => asker.send('GET', '/publish/references/o/site/main/public/a')
    const links = async (asker: Asker) => json<PageReferences>(await ask(asker)).links
    const b = { path: '/public/b', resourcePath: '/public/b.html', change: 'new' }
    expect(await links(author)).toEqual([{ ...b, permissions: ['read', 'write'] }])
    expect(await links(rita)).toEqual([{ ...b, permissions: ['read'] }])
    expect((await links(root)).map(({ path }) => path)).toEqual(['/public/b', '/secret/plan'])
    expectRefusal(await ask(stranger), 403, 'forbidden')
  })

  it('P6 403 comes before existence: what is there and what is not is answered alike, everywhere', async () => {
    const { author, rita, stranger } = await harbour()
    const requests: [method: string, prefix: string, parts?: ReturnType<typeof form>][] = [
      ['GET', '/source'],
      ['HEAD', '/source'],
      ['PUT', '/source', form([{ name: 'data', value: 'x' }])],
      ['POST', '/source', form([{ name: 'data', value: 'x' }])],
      ['DELETE', '/source'],
      ['GET', '/versionlist'],
      ['POST', '/versionsource'],
      ['GET', '/config'],
      ['POST', '/config', form([{ name: 'config', value: '{}' }])],
      ['POST', '/copy', destination('/o/site/public/stolen.html')],
      ['POST', '/move', destination('/o/site/public/stolen.html')]
    ]
    for (const caller of [author, rita, stranger]) {
      for (const [method, prefix, parts] of requests) {
        const there = await caller.send(method, `${prefix}/o/site/secret/plan.html`, parts)
        const not = await caller.send(method, `${prefix}/o/site/secret/none.html`, parts)
        expect([there.status, there.headers['etag']], `${method} ${prefix}`).toEqual([403, undefined])
        expect([not.status, text(not), not.headers]).toEqual([there.status, text(there), there.headers])
      }
    }
    expect((await author.send('GET', '/source/o/site/public/stolen.html')).status).toBe(404)
  })

  it('P6 conditions and ranges tell nothing either', async () => {
    const { stranger } = await harbour()
    for (const headers of [
      { 'If-Match': '*' },
      { 'If-None-Match': '*' },
      { Range: 'bytes=0-0' },
      { 'If-Match': '"x"' }
    ]) {
      for (const name of ['plan', 'none']) {
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const parts = method === 'PUT' ? form([{ name: 'data', value: 'x' }]) : { headers: {} }
          const reply = await stranger.send(method, `/source/o/site/secret/${name}.html`, {
            ...parts,
            headers: { ...parts.headers, ...headers }
          })
          expect(reply.status).toBe(403)
        }
      }
    }
  })

  it('P7 lists show what may be read, and the way to it', async () => {
    const { root, author, stranger } = await harbour()
    const names = async (caller: typeof root, path: string) =>
      json<ListItem[]>(await caller.send('GET', `/list${path}`)).map(({ path: one }) => one)
    expect(await names(author, '')).toEqual(['/o'])
    expect(await names(author, '/o')).toEqual(['/o/site'])
    expect(await names(author, '/o/site')).toEqual(['/o/site/public'])
    expect(await names(author, '/o/site/public')).toEqual(['/o/site/public/a.html', '/o/site/public/b.html'])
    expect(await names(root, '/o')).toEqual(['/o/other', '/o/site'])
    expect(await names(stranger, '')).toEqual([])
    for (const path of ['/list/o', '/list/o/site', '/list/o/site/public']) {
      expectRefusal(await stranger.send('GET', path), 403, 'forbidden')
    }
    expectRefusal(await author.send('GET', '/list/o/site/secret'), 403, 'forbidden')
    expectRefusal(await author.send('GET', '/list/o/site/nothing'), 403, 'forbidden')
    expectRefusal(await author.send('GET', '/list/o/other'), 403, 'forbidden')
  })

  it('P7 X-Galley-Actions tells what the caller may do there', async () => {
    const { root, author, rita } = await harbour()
    const actions = async (caller: typeof root, path: string) =>
      (await caller.send('GET', path)).headers['x-galley-actions']
    expect(await actions(root, '/source/o/site/public/a.html')).toBe('read,write')
    expect(await actions(author, '/source/o/site/public/a.html')).toBe('read,write')
    expect(await actions(rita, '/source/o/site/public/a.html')).toBe('read')
    expect(await actions(rita, '/list/o/site/public')).toBe('read')
    expect(await actions(rita, '/list/o/site')).toBe('')
    expect(await actions(rita, '/versionlist/o/site/public/a.html')).toBe('read')
    expect(await actions(rita, '/app/history/o/site/public/a.html')).toBe('read')
    expect(await actions(author, '/app/history/o/site/public/a.html')).toBe('read,write')
    expect(await actions(author, '/list/o/site/secret')).toBeUndefined()
  })

  it('P6 a version is judged by where its file is now', async () => {
    const { root, author } = await harbour()
    const [version] = json<VersionRecord[]>(await root.send('GET', '/versionlist/o/site/secret/plan.html'))
    const url = version?.url ?? ''
    expectRefusal(await author.send('GET', url), 403, 'forbidden')
    expect((await author.send('GET', url)).headers['etag']).toBeUndefined()
    expect(
      (await root.send('POST', '/move/o/site/secret/plan.html', destination('/o/site/public/plan.html')))
        .status
    ).toBe(204)
    expect(text(await author.send('GET', url))).toContain('one')
    // deleted there, it is judged by where it was last
    await root.send('DELETE', '/source/o/site/public/plan.html')
    expect((await author.send('GET', url)).status).toBe(200)
  })

  it('P6 what is moved away out of reach is out of reach with all its versions', async () => {
    const { root, author } = await harbour()
    const [version] = json<VersionRecord[]>(await author.send('GET', '/versionlist/o/site/public/a.html'))
    await root.send('POST', '/move/o/site/public/a.html', destination('/o/site/secret/a.html'))
    expectRefusal(await author.send('GET', version?.url ?? ''), 403, 'forbidden')
    await root.send('DELETE', '/source/o/site/secret/a.html')
    expectRefusal(await author.send('GET', version?.url ?? ''), 403, 'forbidden')
  })

  it('S4 a move across sites keeps id, history and old addresses, and takes the permissions of the new place', async () => {
    const { root, author, rita } = await harbour()
    const before = await root.send('GET', '/source/o/other/x.html')
    const [version] = json<VersionRecord[]>(await root.send('GET', '/versionlist/o/other/x.html'))
    expectRefusal(await rita.send('GET', '/source/o/other/x.html'), 403, 'forbidden')
    await root.send('POST', '/move/o/other/x.html', destination('/o/site/public/x.html'))
    const after = await rita.send('GET', '/source/o/site/public/x.html')
    expect(after.headers['x-galley-id']).toBe(before.headers['x-galley-id'])
    expect(after.headers['etag']).toBe(before.headers['etag'])
    const versions = json<VersionRecord[]>(await author.send('GET', '/versionlist/o/site/public/x.html'))
    expect(versions.map(({ url }) => url)).toContain(version?.url)
    expect(text(await rita.send('GET', version?.url ?? ''))).toBe('/o/other/x.html one')
    expectRefusal(await writePage(rita, '/o/site/public/x.html'), 403, 'forbidden')
  })

  it('S4 a folder is moved, copied or deleted only by who may do it to all that could lie in it', async () => {
    const { root } = await harbour()
    await setPermissions(workspace, 'o', ['/site/+** | authors | write', '/site/secret/+** | authors | '])
    const author = await person(workspace, 'anna@example.com', ['authors'])
    const refused = [
      await author.send('DELETE', '/source/o/site'),
      await author.send('POST', '/move/o/site', destination('/o/site2')),
      await author.send('POST', '/copy/o/site', destination('/o/site/copy'))
    ]
    for (const reply of refused) expectRefusal(reply, 403, 'forbidden')
    expect((await author.send('POST', '/copy/o/site/public', destination('/o/site/copy'))).status).toBe(204)
    expect((await author.send('DELETE', '/source/o/site/copy')).status).toBe(204)
    expect((await root.send('GET', '/source/o/site/secret/plan.html')).status).toBe(200)
  })

  it('S4 P6 whether something closed is in a folder makes no difference to the refusal', async () => {
    const { root } = await harbour()
    await setPermissions(workspace, 'o', ['/site/+** | authors | write', '/site/secret/+** | authors | '])
    const author = await person(workspace, 'anna@example.com', ['authors'])
    const first = await author.send('DELETE', '/source/o/site')
    await root.send('DELETE', '/source/o/site/secret')
    const second = await author.send('DELETE', '/source/o/site')
    expect([second.status, text(second)]).toEqual([first.status, text(first)])
  })

  it('P7 the trash shows, and gives back, only what the caller may have', async () => {
    const { root, author, rita, stranger } = await harbour()
    await root.send('DELETE', '/source/o/site/public/a.html')
    await root.send('DELETE', '/source/o/site/secret/plan.html')
    const trash = async (caller: typeof root) => json<TrashItem[]>(await caller.send('GET', '/trash/o/site'))
    const all = await trash(root)
    expect(all).toHaveLength(2)
    expect((await trash(author)).map(({ path }) => path)).toEqual(['/o/site/public/a.html'])
    expect((await trash(rita)).map(({ path }) => path)).toEqual(['/o/site/public/a.html'])
    expectRefusal(await stranger.send('GET', '/trash/o/site'), 403, 'forbidden')
    const idOf = (path: string) => all.find((item) => item.path === path)?.id ?? ''
    const open = idOf('/o/site/public/a.html')
    const closed = idOf('/o/site/secret/plan.html')
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [method, tail] of [
      ['POST', '/restore'],
      ['DELETE', '']
    ] as const) {
      expectRefusal(await rita.send(method, `/trash/o/site/${open}${tail}`), 403, 'forbidden')
      const hidden = await author.send(method, `/trash/o/site/${closed}${tail}`)
      const none = await author.send(method, `/trash/o/site/${unknown}${tail}`)
      expect([hidden.status, text(hidden)]).toEqual([none.status, text(none)])
    }
    expect((await author.send('POST', `/trash/o/site/${open}/restore`)).status).toBe(200)
    expect(await trash(root)).toHaveLength(1)
  })

  it('P4 Organization Administrators change the config; others, whatever they may write, do not', async () => {
    await harbour()
    await setPermissions(workspace, 'o', ['/+** | writers | write', '/site/CONFIG | leads | write'])
    const [writer, lead, root] = await Promise.all([
      person(workspace, 'w@example.com', ['writers']),
      person(workspace, 'l@example.com', ['leads']),
      person(workspace, 'root@example.com')
    ])
    const rows = [{ key: 'editor.path', value: '/o/site/forms=https://example.com/form' }]
    const binding = JSON.stringify({ ':type': 'sheet', ':sheetname': 'data', total: 1, data: rows })
    const post = (caller: typeof root, path: string) =>
      caller.send('POST', `/config${path}`, form([{ name: 'config', value: binding }]))
    expect(expectRefusal(await post(writer, '/o'), 403, 'forbidden').error).toMatch(
      /Organization Administrator/
    )
    expectRefusal(await post(writer, '/o/site'), 403, 'forbidden')
    expectRefusal(await post(lead, '/o'), 403, 'forbidden')
    expect((await post(lead, '/o/site')).status).toBe(201)
    expectRefusal(await post(lead, '/o/other'), 403, 'forbidden')
    expect((await post(root, '/o/other')).status).toBe(201)
    expect((await writer.send('GET', '/config/o')).status).toBe(200)
    expectRefusal(await lead.send('GET', '/config/o'), 403, 'forbidden')
    expect((await lead.send('GET', '/config/o/site')).headers['x-galley-actions']).toBe('read,write')
    expectRefusal(await lead.send('GET', '/app/config-history/o'), 403, 'forbidden')
    const listed = json<{ path: string }[]>(await lead.send('GET', '/app/configs/o'))
    expect(listed.map(({ path }) => path)).toEqual(['/o/site'])
  })

  it('A4 several tokens in one header may what each may, and a version names them all', async () => {
    const { author, rita } = await harbour()
    const both = withTokens(workspace.service, author.token, rita.token)
    expect((await both.send('GET', '/source/o/site/public/a.html')).status).toBe(200)
    expectRefusal(await writePage(both, '/o/site/public/a.html'), 403, 'forbidden')
    await setPermissions(workspace, 'o', ['/site/+** | authors, rita@example.com | write'])
    expect(
      (await both.send('POST', '/versionsource/o/site/public/a.html', jsonParts({ label: 'us' }))).status
    ).toBe(201)
    const [version] = json<VersionRecord[]>(await both.send('GET', '/versionlist/o/site/public/a.html'))
    expect(version?.users).toEqual([{ email: 'anna@example.com' }, { email: 'rita@example.com' }])
    const withStranger = withTokens(workspace.service, author.token, 'galley_access_unknown')
    expect((await withStranger.send('GET', '/list')).status).toBe(401)
  })

  it('P1 a config that another program broke lets nobody in but the owner, who mends it', async () => {
    const { root, author } = await harbour()
    const broken = new TextEncoder().encode('{"broken')
    await workspace.store.write(configFile(contentPath('/o')), broken, { by: { email: 'x@example.com' } })
    expectRefusal(await author.send('GET', '/source/o/site/public/a.html'), 403, 'forbidden')
    expect((await root.send('GET', '/source/o/site/public/a.html')).status).toBe(200)
    await setPermissions(workspace, 'o', ['/site/+** | authors | read'])
    expect((await author.send('GET', '/source/o/site/public/a.html')).status).toBe(200)
  })

  it('P7 /app/access says what somebody may do and which rows decided, of others only to an administrator', async () => {
    const { author, rita } = await harbour()
    const mine = json<PermissionsAnswer>(await rita.send('GET', '/app/access/o/site/public/a.html'))
    expect(mine).toMatchObject({
      path: '/o/site/public/a.html',
      actions: ['read'],
      people: [{ email: 'rita@example.com' }]
    })
    expect(mine.reasons).toEqual([
      [{ identifier: 'rita@example.com', path: '/site/public/+**', rows: [3], actions: ['read'] }]
    ])
    expectRefusal(await rita.send('GET', '/app/access/o/site?email=anna@example.com'), 403, 'forbidden')
    const root = await person(workspace, 'root@example.com')
    const theirs = json<PermissionsAnswer>(
      await root.send('GET', '/app/access/o/site/public/a.html?email=anna@example.com&groups=authors')
    )
    expect(theirs.actions).toEqual(['read', 'write'])
    expect(json<PermissionsAnswer>(await author.send('GET', '/app/access/free/x')).reasons).toBeNull()
  })

  it('A1 settings, tokens and the identity provider are the owner’s alone', async () => {
    const { author } = await harbour()
    const wanted = jsonParts({ kind: 'access', email: 'root@example.com' })
    const refused = [
      await author.send('GET', '/app/tokens'),
      await author.send('POST', '/app/tokens', wanted),
      await author.send('DELETE', '/app/tokens/000000000000'),
      await author.send('GET', '/app/identity-provider'),
      await author.send('GET', '/app/trust'),
      await author.send('PUT', '/app/identity-provider', jsonParts(null)),
      await author.send('PUT', '/app/workspace', jsonParts({ owner: { name: 'x', email: 'x@x.org' } })),
      await author.send('POST', '/app/sample')
    ]
    for (const reply of refused) expectRefusal(reply, 403, 'forbidden')
  })

  it('P7 S5 the trash of all organizations shows everybody only what they may read, and gives back no more', async () => {
    const { root, author, stranger } = await harbour()
    await writePage(root, '/gone/site/a.html')
    await setPermissions(workspace, 'gone', [])
    const ids = new Map<string, string>()
    for (const path of ['/o/site/public/a.html', '/o/site/secret/plan.html', '/gone'])
      ids.set(path, (await root.send('DELETE', `/source${path}`)).headers['x-galley-trash'] ?? '')
    const seen = async (asker: Asker) =>
      json<TrashItem[]>(await asker.send('GET', '/trash')).map(({ path }) => path)
    expect(await seen(author)).toEqual(['/o/site/public/a.html'])
    expect(await seen(stranger)).toEqual([])
    for (const [path, id] of ids) {
      const missing = path === '/o/site/public/a.html' ? stranger : author
      expectRefusal(await missing.send('POST', `/trash/${id}/restore`), 404, 'not-found')
      expectRefusal(await missing.send('DELETE', `/trash/${id}`), 404, 'not-found')
    }
    expect((await seen(root)).sort()).toEqual([...ids.keys()].sort())
    const mine = ids.get('/o/site/public/a.html')
    expect((await author.send('POST', `/trash/${mine}/restore`)).status).toBe(200)
  })

  it('P7 the workspace’s problems, which name places, are told to its owner alone', async () => {
    const { root, rita } = await harbour()
    const broken = join(workspace.location, 'content', 'o', 'site', 'secret', 'bro\\ken.html')
    await writeFile(broken, 'x')
    await root.send('GET', '/list/o/site/secret')
    const problems = async (asker: Asker) =>
      json<{ problems: unknown[] }>(await asker.send('GET', '/app/workspace')).problems
    expect(JSON.stringify(await problems(root))).toContain('secret')
    expect(await problems(rita)).toEqual([])
  })
})
