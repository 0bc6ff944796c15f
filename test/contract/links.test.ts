import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ChangeAnswer,
  Changed,
  DocumentLinks,
  ExternalLinks,
  LinkPlanAnswer,
  SiteProblems
} from '../../src/common/links/answers'
import { openWorkspace, type Workspace } from './in-process'
import { form, json, jsonParts, text } from './kit'
import { owner, person, setPermissions, writePage, type Asker } from './people'

let workspace: Workspace
let root: Asker

beforeAll(async () => {
  workspace = await openWorkspace()
  root = owner(workspace)
})
afterAll(() => workspace.close())

const page = (body: string) =>
  `<body><header></header><main><div>${body}</div></main><footer></footer></body>`
const write = (path: string, body: string) => writePage(root, path, page(body))
const read = async (path: string) => text(await root.send('GET', `/source${path}`))
const links = async (path: string, asker = root) =>
  json<DocumentLinks>(await asker.send('GET', `/links${path}`))
const plan = async (from: string, to: string, asker = root) =>
  json<LinkPlanAnswer>(await asker.send('POST', '/links/plan', jsonParts({ move: [{ from, to }] })))
const move = (from: string, to: string, fields: Record<string, string> = {}) =>
  root.send(
    'POST',
    `/move${from}`,
    form(
      Object.entries({ destination: to, links: 'follow', ...fields }).map(([name, value]) => ({
        name,
        value
      }))
    )
  )

async function smallSite(site: string) {
  await write(`${site}/index.html`, '<h1>Home</h1><p><a href="/docs/a#part">A</a> <a href="/gone">?</a></p>')
  await write(
    `${site}/docs/a.html`,
    '<h1>A</h1><h2>Part</h2><p><a href="b">B</a><img src="../pic.png" alt=""></p>'
  )
  await write(`${site}/docs/b.html`, '<h1>B</h1><p><a href="/docs/a#none">A</a></p>')
  await root.send('PUT', `/source${site}/pic.png`, {
    headers: { 'Content-Type': 'image/png' },
    body: new Uint8Array([1])
  })
}

describe('GET /links', () => {
  test('LK6 what moved without its links is found where it went, step by step, and mended; not what the caller may not read', async () => {
    const site = '/links-moved/web'
    await write(`${site}/home.html`, '<p><a href="/docs/old?x=1#part">A</a> <a href="/docs/other">B</a></p>')
    await write(`${site}/docs/old.html`, '<h2 id="part">Part</h2>')
    await write(`${site}/docs/other.html`, '<p>B</p>')
    expect((await links(`${site}/home.html`)).out.map(({ state }) => state)).toEqual(['ok', 'ok'])
    await move(`${site}/docs/old.html`, `${site}/docs/newer.html`, { links: 'leave' })
    await move(`${site}/docs`, `${site}/secret`, { links: 'leave' })
    await move(`${site}/secret/other.html`, `${site}/open/third.html`, { links: 'leave' })
    const fixes = async (asker = root) =>
      (await links(`${site}/home.html`, asker)).out.map(({ fix }) => fix?.after ?? null)
    expect(await fixes()).toEqual(['/secret/newer?x=1#part', '/open/third'])
    await setPermissions(workspace, 'links-moved', [
      '/web/home.html | eve@example.com | write',
      '/web/open/** | eve@example.com | read',
      '/web/docs/** | eve@example.com | read'
    ])
    expect(await fixes(await person(workspace, 'eve@example.com'))).toEqual([null, '/open/third'])
    // another file in its place is what is meant now
    await write(`${site}/docs/old.html`, '<h2 id="part">New</h2>')
    expect(await fixes()).toEqual([null, '/open/third'])
  })

  test('LK1 both directions of a document, and how each stands', async () => {
    await smallSite('/links-a/web')
    const { in: into, out, anchors } = await links('/links-a/web/docs/a.html')
    expect(into.map(({ path, written, title }) => [path, written, title])).toEqual([
      ['/links-a/web/docs/b.html', '/docs/a#none', 'B'],
      ['/links-a/web/index.html', '/docs/a#part', 'Home']
    ])
    expect(out.map(({ written, state, to }) => [written, state, to])).toEqual([
      ['b', 'ok', '/links-a/web/docs/b.html'],
      ['../pic.png', 'ok', '/links-a/web/pic.png']
    ])
    expect(anchors).toEqual(['a', 'part'])
    expect((await links('/links-a/web/index.html')).out.map(({ state }) => state)).toEqual(['ok', 'broken'])
    expect((await links('/links-a/web/docs/b.html')).out.map(({ state }) => state)).toEqual(['anchor'])
  })

  test('LK1 a page that appears mends its links, and is known at once', async () => {
    await write('/links-a/web/gone.html', '<h1>Back</h1>')
    expect((await links('/links-a/web/index.html')).out.map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect((await links('/links-a/web/gone.html')).in).toHaveLength(1)
    await root.send('DELETE', '/source/links-a/web/gone.html')
    expect((await links('/links-a/web/index.html')).out.map(({ state }) => state)).toEqual(['ok', 'broken'])
  })

  test('LK9 words in data that look like an address are told where a folder of theirs is there, and else are none', async () => {
    const site = '/links-words/web'
    await write(`${site}/docs/a.html`, '<h1>A</h1>')
    const data = ['/docs/none', '/some/api', '/docs/a', '/none.html'].map((To) => ({ To }))
    const value = { ':type': 'sheet', total: 4, offset: 0, limit: 4, data }
    await root.send('PUT', `/source${site}/rows.json`, {
      headers: { 'Content-Type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(value))
    })
    const { out } = await links(`${site}/rows.json`)
    expect(out.map(({ written, state }) => [written, state])).toEqual([
      ['/docs/none', 'broken'],
      ['/some/api', 'elsewhere'],
      ['/docs/a', 'ok'],
      ['/none.html', 'broken']
    ])
    const { problems } = json<SiteProblems>(await root.send('GET', `/links${site}?is=broken`))
    expect(problems.map(({ written }) => written)).toEqual(['/docs/none', '/none.html'])
  })

  test('LK6 the problems of a site: each with its place; one that is ignored says why, and comes back', async () => {
    const site = '/links-a/web'
    const { problems, counts } = json<SiteProblems>(await root.send('GET', `/links${site}`))
    expect(counts).toMatchObject({ broken: 1, anchor: 1, alt: 0, orphan: 0, unused: 0 })
    expect(problems.map(({ is, path, written }) => [is, path, written])).toEqual([
      ['broken', `${site}/index.html`, '/gone'],
      ['anchor', `${site}/docs/b.html`, '/docs/a#none']
    ])
    const one = { is: 'anchor', path: `${site}/docs/b.html`, written: '/docs/a#none' }
    const ignore = await root.send(
      'POST',
      `/links${site}`,
      jsonParts({ ignore: { ...one, reason: 'It comes next week.' } })
    )
    expect(ignore.status, text(ignore)).toBe(200)
    const after = json<SiteProblems>(await root.send('GET', `/links${site}?is=anchor&ignored=true`))
    expect([after.counts.anchor, after.ignored, after.problems[0]?.ignored?.reason]).toEqual([
      0,
      1,
      'It comes next week.'
    ])
    await root.send('POST', `/links${site}`, jsonParts({ heed: one }))
    expect(json<SiteProblems>(await root.send('GET', `/links${site}`)).counts.anchor).toBe(1)
  })

  test('LK6 wrong case, redirects in a circle, missing words for a picture, orphans, double titles and unused pictures are told, and mended as one change', async () => {
    const site = '/links-b/web'
    await write(
      `${site}/index.html`,
      '<h1>Home</h1><p><a href="/news/summer">S</a><a href="/old">o</a><a href="/moved/winter">w</a></p>'
    )
    await write(`${site}/news/Summer.html`, '<h1>Same</h1><p><img src="/x.png"></p>')
    await write(`${site}/places/winter.html`, '<h1>Same</h1>')
    await root.send('PUT', `/source${site}/unused.png`, {
      headers: { 'Content-Type': 'image/png' },
      body: new Uint8Array([1])
    })
    await root.send('PUT', `/source${site}/redirects.json`, {
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(
        Buffer.from('{":type":"sheet","total":1,"data":[{"Source":"/old","Destination":"/old.html"}]}')
      )
    })
    const { problems, counts } = json<SiteProblems>(await root.send('GET', `/links${site}`))
    expect(counts).toEqual({
      old: 0,
      broken: 2,
      anchor: 0,
      case: 1,
      redirect: 2,
      alt: 1,
      title: 2,
      orphan: 1,
      unused: 1
    })
    const mend = problems.flatMap(({ path, n, fix }) => (fix && n !== undefined ? [{ path, n, ...fix }] : []))
    expect(mend.map(({ before, after }) => [before, after])).toEqual([
      ['/moved/winter', '/places/winter'],
      ['/news/summer', '/news/Summer']
    ])
    const done = json<Changed>(await root.send('POST', `/links${site}`, jsonParts({ mend })))
    expect([done.files, done.links, done.left]).toEqual([1, 2, []])
    expect(await read(`${site}/index.html`)).toContain(
      '<a href="/news/Summer">S</a><a href="/old">o</a><a href="/places/winter">w</a>'
    )
  })

  test('LK1 P7 nothing is told of what the caller may not read, at either end', async () => {
    const org = 'links-c'
    const site = `/${org}/web`
    await write(
      `${site}/open.html`,
      '<h1>Open</h1><p><a href="/shut/secret">s</a><a href="/shut/none">n</a></p>'
    )
    await write(`${site}/shut/secret.html`, '<h1>Secret</h1><p><a href="/open">o</a></p>')
    await setPermissions(workspace, org, [
      '/web/+** | reader@example.com | read',
      '/web/shut/+** | reader@example.com | ',
      '/+** | root@example.com | write'
    ])
    const reader = await person(workspace, 'reader@example.com')
    const { in: into, out } = await links(`${site}/open.html`, reader)
    expect(into).toEqual([])
    // what is there and what is not stand alike
    expect(out.map(({ state, to, title }) => [state, to, title])).toEqual([
      ['unknown', null, ''],
      ['unknown', null, '']
    ])
    expect((await reader.send('GET', `/links${site}/shut/secret.html`)).status).toBe(403)
    expect((await reader.send('GET', `/links${site}/shut/none.html`)).status).toBe(403)
    expect(
      json<SiteProblems>(await reader.send('GET', `/links${site}`)).problems.map(({ path }) => path)
    ).toEqual([`${site}/open.html`])
    expect((await links(`${site}/open.html`)).in).toHaveLength(1)
  })
})

describe('a move with its links', () => {
  test('LK2 LK4 is planned, done as one, and taken back to the same bytes', async () => {
    const site = '/links-d/web'
    await smallSite(site)
    const before = new Map<string, string>()
    for (const name of ['/index.html', '/docs/a.html', '/docs/b.html'])
      before.set(name, await read(site + name))
    const planned = await plan(`${site}/docs/a.html`, `${site}/guides/first.html`)
    expect(
      planned.files.map(({ path, edits }) => [path, edits.map((edit) => [edit.before, edit.after])])
    ).toEqual([
      [`${site}/docs/a.html`, [['b', '../docs/b']]],
      [`${site}/docs/b.html`, [['/docs/a#none', '/guides/first#none']]],
      [`${site}/index.html`, [['/docs/a#part', '/guides/first#part']]]
    ])
    const reply = await move(`${site}/docs/a.html`, `${site}/guides/first.html`, { plan: planned.plan })
    expect(
      [reply.status, reply.headers['x-galley-rewritten'], reply.headers['x-galley-files']],
      text(reply)
    ).toEqual([204, '3', '1'])
    expect(await read(`${site}/index.html`)).toBe(
      before.get('/index.html')?.replace('/docs/a#part', '/guides/first#part')
    )
    expect((await links(`${site}/guides/first.html`)).out.map(({ state }) => state)).toEqual(['ok', 'ok'])
    const [change] = json<ChangeAnswer[]>(await root.send('GET', '/app/changes'))
    expect(change).toMatchObject({
      id: reply.headers['x-galley-change'],
      what: 'move',
      files: 3,
      links: 3,
      undone: false
    })
    const undone = await root.send('POST', `/app/changes/${change?.id ?? ''}/undo`)
    expect(json<Changed>(undone)).toMatchObject({ files: 3, left: [] })
    for (const [name, bytes] of before) expect(await read(site + name)).toBe(bytes)
    expect((await root.send('GET', `/source${site}/guides/first.html`)).status).toBe(404)
    expect((await root.send('POST', `/app/changes/${change?.id ?? ''}/undo`)).status).toBe(404)
  })

  test('LK4 what somebody changed meanwhile refuses the plan, and stays when the move is taken back', async () => {
    const site = '/links-e/web'
    await smallSite(site)
    const planned = await plan(`${site}/docs/a.html`, `${site}/docs/c.html`)
    await write(`${site}/index.html`, '<h1>Other</h1><p><a href="/docs/a">A</a></p>')
    const stale = await move(`${site}/docs/a.html`, `${site}/docs/c.html`, { plan: planned.plan })
    expect([stale.status, (await root.send('GET', `/source${site}/docs/a.html`)).status]).toEqual([412, 200])
    const reply = await move(`${site}/docs/a.html`, `${site}/docs/c.html`)
    const later = (await read(`${site}/index.html`)).replace('Other', 'Third')
    await writePage(root, `${site}/index.html`, later)
    const undone = json<Changed>(
      await root.send('POST', `/app/changes/${reply.headers['x-galley-change'] ?? ''}/undo`)
    )
    expect(undone.left).toEqual([`${site}/index.html`])
    expect(await read(`${site}/index.html`)).toBe(later)
    expect(await read(`${site}/docs/b.html`)).toContain('"/docs/a#none"')
  })

  test('LK2 LK5 what is chosen stays as it is; without “follow” a move writes nothing, as ever', async () => {
    const site = '/links-f/web'
    await smallSite(site)
    await move(`${site}/docs/a.html`, `${site}/docs/c.html`, {
      except: `${site}/index.html\n${site}/docs/b.html 0`
    })
    expect(await read(`${site}/index.html`)).toContain('/docs/a#part')
    expect(await read(`${site}/docs/b.html`)).toContain('/docs/a#none')
    const reply = await move(`${site}/docs/b.html`, `${site}/docs/d.html`, { links: 'leave' })
    expect([reply.status, reply.headers['x-galley-change']]).toEqual([204, undefined])
    expect(await read(`${site}/docs/c.html`)).toContain('href="b"')
    expect((await move(`${site}/docs/c.html`, `${site}/docs/a.html`, { links: 'maybe' })).status).toBe(400)
  })

  test('LK2 a folder takes its links along, a page its pictures, and readers of what is published are led on', async () => {
    const site = '/links-g/web'
    await smallSite(site)
    await root.send('PUT', `/source${site}/docs/.a/own.png`, {
      headers: { 'Content-Type': 'image/png' },
      body: new Uint8Array([1])
    })
    await write(`${site}/docs/a.html`, '<h1>A</h1><p><a href="b">B</a><img src="./.a/own.png" alt=""></p>')
    await root.send('POST', `/publish/live${site}/main/docs/a`)
    const planned = await plan(`${site}/docs`, `${site}/guides`)
    expect(planned.redirects).toEqual([{ source: '/docs/a', destination: '/guides/a' }])
    expect(
      (await move(`${site}/docs`, `${site}/guides`, { plan: planned.plan, redirects: 'true' })).status
    ).toBe(204)
    expect(await read(`${site}/index.html`)).toContain('href="/guides/a#part"')
    expect(await read(`${site}/guides/a.html`)).toContain('<a href="b">B</a><img src="./.a/own.png" alt="">')
    expect(JSON.parse(await read(`${site}/redirects.json`))).toMatchObject({
      data: [{ Source: '/docs/a', Destination: '/guides/a' }]
    })
    expect((await move(`${site}/guides/a.html`, `${site}/top.html`)).status).toBe(204)
    expect(await read(`${site}/top.html`)).toContain(
      '<a href="guides/b">B</a><img src="./.top/own.png" alt="">'
    )
    expect(JSON.parse(await read(`${site}/redirects.json`))).toMatchObject({
      data: [{ Source: '/docs/a', Destination: '/top' }]
    })
    expect((await links(`${site}/top.html`)).out.map(({ state }) => state)).toEqual(['ok', 'ok'])
  })

  test('LK5 P7 what the caller may only read is told, and of what they may not read nothing is said', async () => {
    const org = 'links-h'
    const site = `/${org}/web`
    await smallSite(site)
    await write(`${site}/secret/x.html`, '<p><a href="/docs/a">A</a></p>')
    await setPermissions(workspace, org, [
      '/web/docs/+** | writer@example.com | write',
      '/web/index.html | writer@example.com | read',
      '/web/pic.png | writer@example.com | read',
      '/+** | root@example.com | write'
    ])
    const writer = await person(workspace, 'writer@example.com')
    const planned = await plan(`${site}/docs/a.html`, `${site}/docs/c.html`, writer)
    expect(planned.files.map(({ path }) => path)).toEqual([`${site}/docs/b.html`])
    expect(planned.cannot.map(({ path, why }) => [path, why])).toEqual([[`${site}/index.html`, 'forbidden']])
    expect(JSON.stringify(planned)).not.toContain('secret')
    expect(planned.rights).toEqual([])
    expect(
      (await plan(`${site}/docs`, `${site}/other`)).rights.map(({ group, before, after }) => [
        group,
        before,
        after
      ])
    ).toEqual([['writer@example.com', ['read', 'write'], []]])
  })

  test('LK2 LK5 of strange bytes nothing is written anew, which is told, and what cannot be read keeps nothing from moving', async () => {
    const site = '/links-strange/web'
    await smallSite(site)
    const latin = Uint8Array.from(page('<p>caf\u00e9 <a href="/docs/a">A</a></p>'), (sign) =>
      sign.charCodeAt(0)
    )
    const html = { 'Content-Type': 'text/html' }
    await root.send('PUT', `/source${site}/latin.html`, { headers: html, body: latin })
    const deep = `${'<div>'.repeat(600)}<a href="/docs/a">A</a>${'</div>'.repeat(600)}`
    await write(`${site}/docs/deep.html`, deep)
    const planned = await plan(`${site}/docs`, `${site}/texts`)
    expect(planned.cannot).toMatchObject([
      {
        path: `${site}/latin.html`,
        written: '/docs/a',
        line: 1,
        target: `${site}/texts/a.html`,
        why: 'written'
      }
    ])
    expect((await move(`${site}/docs`, `${site}/texts`)).status).toBe(204)
    expect((await root.send('GET', `/source${site}/latin.html`)).body).toEqual(latin)
    expect(await read(`${site}/texts/deep.html`)).toBe(page(deep))
    expect(await read(`${site}/index.html`)).toContain('href="/texts/a#part"')
  })

  test('LK13 lists the links of a site to other hosts by host and address, of what the caller may read, a page at a time', async () => {
    const [org, site] = ['links-external', '/links-external/web']
    await write(
      `${site}/a.html`,
      [
        '<p><a href="https://Example.com/b">1</a> <a href="//example.com:443/a?x=1#y">2</a></p>',
        '<p><a href="mailto:a@example.com">m</a> <a href="/b">own</a> <a href="https://">none</a></p>',
        '<p><img src="http://pictures.example.net:8080/p.png" alt=""> <a href="galley://app/source/x">s</a></p>'
      ].join('\n')
    )
    await write(
      `${site}/secret/b.html`,
      '<p><a href="https://example.com/b">1</a><a href="https://hidden.example/x">h</a></p>'
    )
    await write('/links-external/other/c.html', '<p><a href="https://other.example">o</a></p>')
    const ask = async (query: string, asker = root) =>
      json<ExternalLinks>(await asker.send('GET', `/external-links${site}${query}`))
    const all = await ask('')
    expect(all.hosts).toEqual([
      { host: 'example.com', addresses: 3, links: 3 },
      { host: 'hidden.example', addresses: 1, links: 1 },
      { host: 'pictures.example.net:8080', addresses: 1, links: 1 }
    ])
    expect(all.links.map(({ path, written, line }) => [path.slice(site.length), written, line])).toEqual([
      ['/a.html', '//example.com:443/a?x=1#y', 1],
      ['/a.html', 'https://Example.com/b', 1],
      ['/secret/b.html', 'https://example.com/b', 1],
      ['/secret/b.html', 'https://hidden.example/x', 1],
      ['/a.html', 'http://pictures.example.net:8080/p.png', 3]
    ])
    const first = await ask('?host=EXAMPLE.com&limit=2')
    expect([first.links.length, first.next, first.hosts.length]).toEqual([2, '2', 3])
    expect((await ask('?host=example.com&limit=2&after=2')).links.map(({ path }) => path)).toEqual([
      `${site}/secret/b.html`
    ])
    await setPermissions(workspace, org, ['/web/a.html | reader@example.com | read'])
    const reader = await person(workspace, 'reader@example.com')
    expect((await ask('', reader)).hosts).toEqual([
      { host: 'example.com', addresses: 2, links: 2 },
      { host: 'pictures.example.net:8080', addresses: 1, links: 1 }
    ])
    const stranger = await person(workspace, 'stranger@example.com')
    expect((await stranger.send('GET', `/external-links${site}`)).status).toBe(403)
  })

  test('LK6 a slash at the end of a site, or one that is escaped, counts for nothing', async () => {
    await smallSite('/links-slash/web')
    const all = await json(await root.send('GET', '/links/links-slash/web'))
    expect(all).toMatchObject({ counts: { broken: 1 } })
    for (const path of ['/links-slash/web/', '/links-slash%2Fweb'])
      expect(await json(await root.send('GET', `/links${path}`))).toEqual(all)
    expect(await json(await root.send('GET', '/links/links-slash%2Fweb/docs/b.html/'))).toMatchObject({
      path: '/links-slash/web/docs/b.html'
    })
  })

  test('LK5 a removal is told who links to what goes', async () => {
    const site = '/links-i/web'
    await smallSite(site)
    const answer = await root.send('POST', '/links/plan', jsonParts({ remove: [`${site}/docs`] }))
    expect(json<LinkPlanAnswer>(answer).from.map(({ path, written }) => [path, written])).toEqual([
      [`${site}/index.html`, '/docs/a#part']
    ])
    expect((await root.send('POST', '/links/plan', jsonParts({ remove: [] }))).status).toBe(400)
    expect(
      (
        await root.send(
          'POST',
          '/links/plan',
          jsonParts({ move: [{ from: `${site}/none.html`, to: `${site}/x.html` }] })
        )
      ).status
    ).toBe(404)
  })
})
