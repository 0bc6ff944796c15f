import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TrashItem } from '../../src/common/api/types'
import { contentPath } from '../../src/common/content/paths'
import type { Workspace } from './in-process'
import { openWorkspace } from './in-process'
import { bytes, expectRefusal, form, json } from './kit'
import { owner, person, setPermissions, type Asker } from './people'
import type { Reply } from './transport'

let workspace: Workspace
let asker: Asker
beforeEach(async () => {
  workspace = await openWorkspace()
  asker = owner(workspace)
})
afterEach(() => workspace.close())

const put = (path: string, content: string) => asker.send('PUT', `/source${path}`, { body: bytes(content) })

const transfer = (kind: 'move' | 'copy', from: string, to: string, more: Record<string, string> = {}) =>
  asker.send(
    'POST',
    `/${kind}${from}`,
    form(Object.entries({ destination: to, ...more }).map(([name, value]) => ({ name, value })))
  )

/** Path → text, of all that lies in the organization. */
async function everything(folder = contentPath('/o')): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of (await workspace.store.list(folder)) ?? [])
    if (entry.kind === 'folder') Object.assign(found, await everything(entry.path))
    else
      found[entry.path.slice(3)] = new TextDecoder().decode((await workspace.store.read(entry.path))?.bytes)
  return found
}

const trash = async () => json<TrashItem[]>(await asker.send('GET', '/trash/o/s'))
const files = (reply: Reply) => Number(reply.headers['x-galley-files'])

/** All forms of address that lead into the folder of a page `/o/s/docs/about.html`. */
const pageOf = (parent: string, name: string) =>
  [
    `<p>ä</p><img src="/o/s${parent}/.${name}/a.png">`,
    `<img src='${parent}/.${name}/a.png'>`,
    `<img src="./.${name}/a.png">`,
    `<img src="galley://app/source/o/s${parent}/.${name}/a.png">`,
    `<img src="https://elsewhere.example/o/s${parent === '' ? '' : '/docs'}/.about/a.png">`,
    `<img src="/docs/.other/a.png">`
  ].join('\r\n')

async function fill(): Promise<void> {
  await put('/o/s/docs/about.html', pageOf('/docs', 'about'))
  await put('/o/s/docs/.about/a.png', 'a')
  await put('/o/s/docs/.about/sub/b.png', 'b')
  await put('/o/s/docs/.other/a.png', 'of another page')
}

describe('the asset folder of a page', () => {
  it('VE10 goes with the page that moves, with its addresses and no other byte, and its history stays', async () => {
    await fill()
    const before = await workspace.store.stat(contentPath('/o/s/docs/.about/a.png'))
    const reply = await transfer('move', '/o/s/docs/about.html', '/o/s/news/us.html')
    expect([reply.status, files(reply)]).toEqual([204, 3])
    expect(await everything()).toEqual({
      's/news/us.html': pageOf('/news', 'us'),
      's/news/.us/a.png': 'a',
      's/news/.us/sub/b.png': 'b',
      's/docs/.other/a.png': 'of another page'
    })
    expect(await workspace.store.stat(contentPath('/o/s/news/.us/a.png'))).toMatchObject({
      id: before?.kind === 'file' && before.id
    })
    const versions = await workspace.store.versions(contentPath('/o/s/news/us.html'))
    expect(versions).toHaveLength(1)
    await transfer('move', '/o/s/news/us.html', '/o/s/docs/about.html')
    expect((await everything())['s/docs/about.html']).toBe(pageOf('/docs', 'about'))
  })

  it('VE10 is copied with its page, and the copy shows its own', async () => {
    await fill()
    const reply = await transfer('copy', '/o/s/docs/about.html', '/o/s/docs/about-2.html')
    expect([reply.status, files(reply)]).toEqual([204, 3])
    const all = await everything()
    expect(all['s/docs/about-2.html']).toBe(pageOf('/docs', 'about-2'))
    expect(all['s/docs/.about-2/sub/b.png']).toBe('b')
    expect(all['s/docs/about.html']).toBe(pageOf('/docs', 'about'))
    expect(all['s/docs/.about/a.png']).toBe('a')
  })

  it('VE10 lies in the trash with its page as one thing, and comes back with it', async () => {
    await fill()
    const before = await everything()
    expect((await asker.send('DELETE', '/source/o/s/docs/about.html')).status).toBe(204)
    expect(await everything()).toEqual({ 's/docs/.other/a.png': 'of another page' })
    const [item, ...more] = await trash()
    expect(item).toMatchObject({ path: '/o/s/docs/about.html', files: 3 })
    expect(more).toEqual([])
    const back = await asker.send('POST', `/trash/o/s/${item?.id}/restore`)
    expect(back.status).toBe(200)
    expect(await everything()).toEqual(before)
  })

  it('VE10 a folder takes its pages and their addresses along, moved, copied and onto another one', async () => {
    await fill()
    await put('/o/s/docs/plain.html', '<img src="/docs/.about/a.png">')
    expect((await transfer('copy', '/o/s/docs', '/o/s/more')).status).toBe(204)
    expect((await transfer('move', '/o/s/docs', '/o/s/deep/er')).status).toBe(204)
    const all = await everything()
    expect(all['s/more/about.html']).toBe(pageOf('/more', 'about').replace('/docs/.other', '/docs/.other'))
    expect(all['s/deep/er/about.html']).toBe(pageOf('/deep/er', 'about'))
    expect(all['s/deep/er/.about/a.png']).toBe('a')
    // what only another page shows is not of the page
    expect(all['s/deep/er/plain.html']).toBe('<img src="/docs/.about/a.png">')
    await put('/o/s/onto/about.html', 'was there')
    await put('/o/s/onto/.about/old.png', 'was there')
    expect((await transfer('move', '/o/s/deep/er', '/o/s/onto')).status).toBe(409)
    expect((await transfer('move', '/o/s/deep/er', '/o/s/onto', { overwrite: 'true' })).status).toBe(204)
    const merged = await everything()
    expect(merged['s/onto/about.html']).toBe(pageOf('/onto', 'about'))
    expect(merged['s/onto/.about/old.png']).toBe('was there')
    expect((await trash()).map(({ path }) => path)).toEqual(['/o/s/onto/about.html'])
  })

  it('VE10 S4 one that is at the new place is in the way: nothing is done, or it goes to the trash with its page', async () => {
    await fill()
    await put('/o/s/t/.about/old.png', 'old')
    const before = await everything()
    for (const kind of ['move', 'copy'] as const) {
      const refused = expectRefusal(
        await transfer(kind, '/o/s/docs/about.html', '/o/s/t/about.html'),
        409,
        'exists'
      )
      expect(refused.where).toBe('/o/s/t/.about')
    }
    expect(await everything()).toEqual(before)
    await put('/o/s/t/about.html', 'old page')
    const reply = await transfer('move', '/o/s/docs/about.html', '/o/s/t/about.html', { overwrite: 'true' })
    expect(reply.status).toBe(204)
    expect((await everything())['s/t/.about/old.png']).toBeUndefined()
    expect((await trash()).map(({ path, files: count }) => [path, count])).toEqual([['/o/s/t/about.html', 2]])
  })

  it('VE10 S4 a client that moves, copies or deletes the folder behind its page itself is told that it is so', async () => {
    await fill()
    await transfer('copy', '/o/s/docs/about.html', '/o/s/docs/two.html')
    const copied = await transfer('copy', '/o/s/docs/.about', '/o/s/docs/.two')
    expect([copied.status, files(copied)]).toEqual([204, 2])
    await transfer('move', '/o/s/docs/about.html', '/o/s/docs/one.html')
    const moved = await transfer('move', '/o/s/docs/.about', '/o/s/docs/.one')
    expect([moved.status, files(moved)]).toEqual([204, 2])
    expectRefusal(await transfer('move', '/o/s/docs/.about', '/o/s/docs/.two'), 404, 'not-found')
    expectRefusal(await transfer('move', '/o/s/docs/.nothing', '/o/s/docs/.one'), 404, 'not-found')
    await asker.send('DELETE', '/source/o/s/docs/one.html')
    const gone = await asker.send('DELETE', '/source/o/s/docs/.one')
    expect(gone.status).toBe(204)
    expect(gone.headers['x-galley-trash']).toBe((await trash())[0]?.id)
    expectRefusal(await asker.send('DELETE', '/source/o/s/docs/.nothing'), 404, 'not-found')
    expect((await trash()).map(({ path }) => path)).toEqual(['/o/s/docs/one.html'])
  })

  it('VE10 S4 a client that moves the folder before its page ends with the same', async () => {
    await fill()
    expect((await transfer('move', '/o/s/docs/.about', '/o/s/news/.us')).status).toBe(204)
    expect((await transfer('move', '/o/s/docs/about.html', '/o/s/news/us.html')).status).toBe(204)
    expect(await everything()).toEqual({
      's/news/us.html': pageOf('/news', 'us'),
      's/news/.us/a.png': 'a',
      's/news/.us/sub/b.png': 'b',
      's/docs/.other/a.png': 'of another page'
    })
  })

  it('VE10 S5 what a client deletes by moving its page into .trash is one thing in the trash, and comes back byte by byte', async () => {
    await fill()
    const before = await everything()
    await transfer('move', '/o/s/docs/about.html', '/o/s/.trash/about.html')
    const [item, ...more] = await trash()
    expect(item).toMatchObject({ path: '/o/s/docs/about.html', files: 3 })
    expect(more).toEqual([])
    expect((await asker.send('POST', `/trash/o/s/${item?.id}/restore`)).status).toBe(200)
    expect(await everything()).toEqual(before)
    await transfer('move', '/o/s/docs/about.html', '/o/s/.trash/about.html')
    expect((await asker.send('DELETE', `/trash/o/s/${item?.id}`)).status).toBe(204)
    expect(await everything()).toEqual({ 's/docs/.other/a.png': 'of another page' })
    expect(await trash()).toEqual([])
  })

  it('VE10 the service folder and the trash of clients go with no page', async () => {
    await put('/o/s/galley.html', 'a page')
    await put('/o/s/trash.html', 'a page')
    await put('/o/s/.galley/forms/schemas/a.html', 'a schema')
    await put('/o/s/.trash/old.html', 'deleted')
    await transfer('move', '/o/s/galley.html', '/o/s/other.html')
    await asker.send('DELETE', '/source/o/s/trash.html')
    const all = await everything()
    expect([all['s/.galley/forms/schemas/a.html'], all['s/.trash/old.html']]).toEqual(['a schema', 'deleted'])
  })

  it('VE10 P7 it goes with what may be written by a rule for the page alone, and not against a rule of its own', async () => {
    await fill()
    await setPermissions(workspace, 'o', [
      '/s/docs/about.html | anna@example.com | write',
      '/s/docs/moved.html | anna@example.com | write',
      '/s/docs/closed.html | anna@example.com | write',
      '/s/docs/.closed/+** | anna@example.com | '
    ])
    asker = await person(workspace, 'anna@example.com')
    expectRefusal(await transfer('move', '/o/s/docs/about.html', '/o/s/docs/closed.html'), 403, 'forbidden')
    expect((await transfer('move', '/o/s/docs/about.html', '/o/s/docs/moved.html')).status).toBe(204)
    expect((await everything())['s/docs/.moved/a.png']).toBe('a')
    expect((await asker.send('DELETE', '/source/o/s/docs/moved.html')).status).toBe(204)
    expect((await everything())['s/docs/.moved/a.png']).toBeUndefined()
  })

  it('VE10 P3 a rule for a page that is called like the service folder gives nothing in that', async () => {
    await put('/o/s/galley.html', 'a page')
    await put('/o/s/.galley/forms/schemas/a.html', 'a schema')
    await setPermissions(workspace, 'o', ['/s/galley.html | anna@example.com | write'])
    asker = await person(workspace, 'anna@example.com')
    expect((await put('/o/s/galley.html', 'hers')).status).toBe(200)
    expectRefusal(await put('/o/s/.galley/forms/schemas/a.html', 'hers'), 403, 'forbidden')
    expect((await asker.send('DELETE', '/source/o/s/galley.html')).status).toBe(204)
    expect(Object.keys(await everything())).toContain('s/.galley/forms/schemas/a.html')
  })

  it('VE10 X3 a page that is saved while it moves is moved with what was saved', async () => {
    await fill()
    const saves = Array.from({ length: 5 }, (_, at) =>
      put('/o/s/docs/about.html', pageOf('/docs', 'about') + at)
    )
    const reply = await transfer('move', '/o/s/docs/about.html', '/o/s/docs/b.html')
    await Promise.all(saves)
    expect(reply.status).toBe(204)
    const all = await everything()
    expect(all['s/docs/b.html']?.startsWith(pageOf('/docs', 'b'))).toBe(true)
    expect(all['s/docs/.b/a.png']).toBe('a')
  })
})
