import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchAnswer, type SearchAnswer } from '../../src/common/search/answer'
import type { Person } from '../../src/common/person'
import { ada, bob, bytes, p, until } from '../support/workspace'
import { openWorkspace, type Workspace } from './in-process'
import { form } from './kit'
import { owner, person, setPermissions } from './people'

const page = (...lines: string[]) =>
  `<body><main><div>${lines.map((one) => `<p>${one}</p>`).join('')}</div></main></body>`

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

async function ask(q: string, scope = '/acme', token?: string): Promise<SearchAnswer> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const address = `http://127.0.0.1/search${scope}?q=${encodeURIComponent(q)}`
  const caller = token === undefined ? 'owner' : 'anyone'
  return until(async () => {
    const answer = await workspace.service.fetch(new Request(address, { headers }), caller)
    const body = searchAnswer.parse(await answer.json())
    return body.state.kind === 'complete' ? body : null
  })
}

const write = (path: string, text: string, by: Person = ada) =>
  workspace.store.write(p(path), bytes(text), { by })
const version = (path: string) => workspace.store.createVersion(p(path), { by: ada, label: 'kept' })
const said = ({ hits }: SearchAnswer) =>
  hits.map(({ path, was, by, places }) => [path, was?.kind, by.email, places.map(({ text }) => text)])

describe('in:history', () => {
  it('FI7: finds the words that went, by the state that had them, with when and by whom; not those that still stand', async () => {
    await write('/acme/site/boats.html', page('The summer ferry', 'A zeppelin over the pier'))
    await version('/acme/site/boats.html')
    const before = Date.now()
    const { entry } = await write(
      '/acme/site/boats.html',
      page('The summer ferry', 'A boat at the pier'),
      bob
    )
    const answer = await ask('zeppelin in:history')
    expect(said(answer)).toEqual([
      ['/acme/site/boats.html', 'history', bob.email, ['A zeppelin over the pier']]
    ])
    const [hit] = answer.hits
    expect(hit).toMatchObject({ id: entry.id, kind: 'page', was: { stands: false, isDeleted: false } })
    const had = hit?.was?.kind === 'history' ? hit.was.version : ''
    const state = await workspace.store.readVersion('acme', entry.id, had)
    expect(new TextDecoder().decode(state?.bytes)).toContain('A zeppelin over the pier')
    expect(hit?.changedAt).toBeGreaterThanOrEqual(before)
    expect(answer).toMatchObject({ total: 1, totalIs: 'exact' })
    expect(said(await ask('ferry in:history'))).toEqual([])
    // what a file is called did not go
    expect(said(await ask('boats in:history'))).toEqual([])
    expect(said(await ask('zeppelin'))).toEqual([])
  })

  it('FI7: follows what is saved, moved, deleted, brought back and deleted for good', async () => {
    await write('/acme/site/tale.html', page('once a wombat', 'then nothing'))
    await version('/acme/site/tale.html')
    expect(said(await ask('wombat in:history'))).toEqual([])
    await write('/acme/site/tale.html', page('then nothing'))
    expect((await ask('wombat in:history')).hits).toHaveLength(1)
    // what stands again went all the same, and says so
    await write('/acme/site/tale.html', page('once a wombat', 'then nothing'))
    expect((await ask('wombat in:history')).hits).toMatchObject([{ was: { stands: true } }])
    await write('/acme/site/tale.html', page('the end'))
    expect((await ask('wombat in:history')).hits).toMatchObject([
      { was: { stands: false } },
      { was: { stands: false } }
    ])
    await workspace.store.move(p('/acme/site/tale.html'), p('/acme/site/told/tale.html'), { by: ada })
    expect((await ask('wombat in:history path:/told')).hits.map(({ path }) => path)).toEqual([
      '/acme/site/told/tale.html',
      '/acme/site/told/tale.html'
    ])
    const item = await workspace.store.remove(p('/acme/site/told'), { by: bob })
    const gone = (await ask('"the end" in:history')).hits
    expect(gone).toMatchObject([{ by: { email: bob.email }, was: { isDeleted: true } }])
    expect((await ask('"the end" in:trash')).hits).toMatchObject([
      { path: '/acme/site/told/tale.html', was: { kind: 'trash', item: item.id } }
    ])
    await workspace.store.restoreFromTrash(p('/acme/site'), item.id, { by: ada })
    expect(said(await ask('"the end" in:trash'))).toEqual([])
    expect(said(await ask('"the end" in:history'))).toEqual([])
    const again = await workspace.store.remove(p('/acme/site/told'), { by: bob })
    await workspace.store.deleteFromTrash(p('/acme/site'), again.id)
    expect(said(await ask('wombat in:history'))).toEqual([])
    expect(said(await ask('"the end" in:trash'))).toEqual([])
  })

  it('FI7: tells what cannot be asked of it, and looks everywhere when that is said', async () => {
    await write('/other/site/a.html', page('an axolotl'))
    await version('/other/site/a.html')
    await write('/other/site/a.html', page('nothing'))
    expect((await ask('axolotl in:history', '/acme/site')).hits).toEqual([])
    expect((await ask('axolotl in:history in:everywhere', '/acme/site')).hits).toHaveLength(1)
    const { notes } = await ask('axolotl is:live /a+/ in:history', '/other')
    expect(notes.map(({ kind, start, end }) => [kind, start, end])).toEqual([
      ['not-past', 8, 15],
      ['not-past', 16, 20]
    ])
    expect((await ask('axolotl by:ada changed:today in:history', '/other')).hits).toHaveLength(1)
    expect((await ask('axolotl by:bob in:history', '/other')).hits).toEqual([])
  })
})

describe('in:trash', () => {
  it('FI7: finds what was deleted, by its words and its name, pictures by their name', async () => {
    await write('/acme/site/old/quokka.html', page('a marsupial'))
    await workspace.store.write(p('/acme/site/old/quokka.png'), new Uint8Array([1, 2, 3]), { by: ada })
    const item = await workspace.store.remove(p('/acme/site/old'), { by: bob })
    const { hits } = await ask('quokka in:trash', '/acme/site')
    expect(hits.map(({ path }) => path).sort()).toEqual([
      '/acme/site/old/quokka.html',
      '/acme/site/old/quokka.png'
    ])
    expect(hits.every(({ was }) => was?.kind === 'trash' && was.item === item.id)).toBe(true)
    expect(said(await ask('marsupial in:trash', '/acme/site'))).toEqual([
      ['/acme/site/old/quokka.html', 'trash', bob.email, ['a marsupial']]
    ])
    expect(said(await ask('quokka', '/acme/site'))).toEqual([])
  })
})

describe('configs in the search of what was', () => {
  const config = (...words: string[]) =>
    JSON.stringify({
      ':type': 'sheet',
      ':sheetname': 'data',
      total: words.length,
      offset: 0,
      limit: words.length,
      data: words.map((word) => ({ key: word, value: 'x' }))
    })
  const send = (method: string, path: string, text?: string) =>
    owner(workspace).send(
      method,
      `/config${path}`,
      text === undefined ? {} : form([{ name: 'config', value: text }])
    )
  const isOk = ({ status }: { status: number }) => status >= 200 && status < 300

  it('FI7: finds what went from configs of sites and organizations, also when one was deleted, and when it came back', async () => {
    for (const path of ['/acme', '/acme/site']) {
      for (const word of ['narwhal', 'beluga'])
        expect(isOk(await send('POST', path, config('kept', word))), path).toBe(true)
      const { hits } = await ask('narwhal in:history', path === '/acme' ? '/acme' : '/acme/site')
      expect(hits.map((hit) => [hit.path, hit.kind, hit.was])).toContainEqual([
        path,
        'config',
        { kind: 'history', version: expect.any(String), stands: false, isDeleted: false }
      ])
      expect(hits.flatMap(({ places }) => places.map(({ text }) => text))).toContain('narwhal')
    }
    expect((await ask('kept in:history', '/acme/site')).hits).toEqual([])
    expect((await ask('narwhal in:history kind:config')).total).toBe(2)
    expect(isOk(await send('DELETE', '/acme/site'))).toBe(true)
    expect((await ask('beluga in:history', '/acme/site')).hits).toMatchObject([
      { path: '/acme/site', was: { isDeleted: true } }
    ])
    // what stands in the place of a deleted one says nothing, and went neither
    expect(isOk(await send('POST', '/acme/site', config('beluga')))).toBe(true)
    expect((await ask('beluga in:history', '/acme/site')).hits).toMatchObject([
      { was: { isDeleted: false, stands: true } }
    ])
    expect((await ask('deleted in:history', '/acme/site')).hits).toEqual([])
    expect(isOk(await send('DELETE', '/acme'))).toBe(true)
  })

  it('FI7 FI4 P4: who may not read a config learns of nothing that went from it', async () => {
    for (const word of ['dugong', 'manatee']) await send('POST', '/sea', config(word))
    await workspace.store.write(p('/sea/site/a.html'), bytes(page('dugong')), { by: ada })
    await version('/sea/site/a.html')
    await workspace.store.write(p('/sea/site/a.html'), bytes(page('calm')), { by: ada })
    await setPermissions(workspace, 'sea', ['/site/** | reader@example.com | read'])
    const { token } = await person(workspace, 'reader@example.com', [])
    expect((await ask('dugong in:history', '/sea')).total).toBe(2)
    const answer = await ask('dugong in:history', '/sea', token)
    expect([answer.hits.map(({ path }) => path), answer.total]).toEqual([['/sea/site/a.html'], 1])
    expect((await ask('dugonk in:history kind:config', '/sea', token)).meant).toBeUndefined()
    expect((await ask('dugonk in:history kind:config', '/sea')).meant).toBe('dugong in:history kind:config')
  })
})

describe('what clients deleted, by moving it to `.trash`', () => {
  const lie = (path: string) => p(path.replace('/site/', '/site/.trash/'))

  it('FI7 S4: is found in the trash where it was, by its words and its name, and so is what went from it; until it is back', async () => {
    const path = '/pond/site/deep/newt.html'
    await write(path, page('a caudate', 'with gills'))
    await version(path)
    const { entry } = await write(path, page('a caudate'))
    await workspace.store.write(p('/pond/site/deep/newt.png'), new Uint8Array([1]), { by: ada })
    for (const one of [path, '/pond/site/deep/newt.png'])
      await workspace.store.move(p(one), lie(one), { by: bob })
    const { hits } = await ask('newt in:trash', '/pond/site')
    expect(hits.map((hit) => hit.path).sort()).toEqual([path, '/pond/site/deep/newt.png'])
    expect(said(await ask('caudate in:trash', '/pond/site/deep'))).toEqual([
      [path, 'trash', bob.email, ['a caudate']]
    ])
    expect((await ask('caudate in:trash', '/pond')).hits).toMatchObject([
      { id: entry.id, was: { kind: 'trash', item: entry.id } }
    ])
    expect((await ask('gills in:history', '/pond')).hits).toMatchObject([{ path, was: { isDeleted: true } }])
    expect((await ask('caudate in:history', '/pond')).hits).toEqual([])
    // nothing of it is found as what is there
    expect(said(await ask('caudate', '/pond'))).toEqual([])
    const changed = await workspace.store.write(lie(path), bytes(page('an olm')), { by: ada })
    expect(changed.entry.id).toBe(entry.id)
    expect(said(await ask('olm in:trash', '/pond'))).toEqual([[path, 'trash', bob.email, ['an olm']]])
    expect((await ask('caudate in:trash', '/pond')).hits).toEqual([])
    expect((await ask('gills in:history', '/pond')).total).toBe(1)
    await workspace.store.move(lie(path), p(path), { by: ada })
    expect((await ask('olm in:trash', '/pond')).hits).toEqual([])
    expect((await ask('gills in:history', '/pond')).hits).toMatchObject([{ path, was: { isDeleted: false } }])
  })

  it('FI7 FI4 S5: is found by nobody who may not read where it was, or where it lies', async () => {
    for (const [site, word] of [
      ['lies', 'rows of both'],
      ['was', 'rows of both']
    ] as const) {
      const path = `/marsh/site/${site}/a.html`
      await write(path, page(`the heron, ${word}`))
      await version(path)
      await write(path, page('the heron'))
      await workspace.store.move(p(path), lie(path), { by: ada })
    }
    await setPermissions(workspace, 'marsh', [
      '/site/was/** | reader@example.com | read',
      '/site/.trash/lies/** | reader@example.com | read',
      '/site/.trash/both/** | reader@example.com | read',
      '/site/both/** | reader@example.com | read'
    ])
    await write('/marsh/site/both/a.html', page('the heron', 'rows of both'))
    await version('/marsh/site/both/a.html')
    await write('/marsh/site/both/a.html', page('the heron'))
    await workspace.store.move(p('/marsh/site/both/a.html'), lie('/marsh/site/both/a.html'), { by: ada })
    const { token } = await person(workspace, 'reader@example.com', [])
    for (const q of ['heron in:trash', 'rows in:history']) {
      expect((await ask(q, '/marsh')).total, q).toBe(3)
      const answer = await ask(q, '/marsh', token)
      expect([answer.hits.map(({ path }) => path), answer.total], q).toEqual([['/marsh/site/both/a.html'], 1])
    }
  })
})

describe('label:', () => {
  const label = (path: string, label: string) => workspace.store.createVersion(p(path), { by: ada, label })

  it('FI14: finds what has a version of that name, in any writing, beside other terms, until it is gone; and its states in history', async () => {
    const [one, two] = ['/names/site/one.html', '/names/site/two.html']
    for (const path of [one, two]) await write(path, page('the lighthouse', 'of old'))
    await label(one, 'Утверждено Марой')
    await label(two, 'Draft for Mara')
    const paths = async (q: string) => (await ask(q, '/names')).hits.map(({ path }) => path)
    expect(await paths('label:утверждено ')).toEqual([one])
    expect(await paths('label:"FOR MARA" lighthouse')).toEqual([two])
    expect(await paths('lighthouse -label:draft ')).toEqual([one])
    expect(await paths('/light.*/ label:draft ')).toEqual([two])
    expect((await ask('lighthouse label:draft in:trash', '/names')).notes).toMatchObject([
      { kind: 'not-past' }
    ])
    // nothing went yet
    expect(await paths('label:draft in:history')).toEqual([])
    await write(two, page('the lighthouse'))
    expect(await paths('label:draft in:history')).toEqual([two])
    expect(await paths('old label:утв in:history')).toEqual([])
    await workspace.store.move(p(two), p('/names/site/three.html'), { by: ada })
    expect(await paths('label:draft ')).toEqual(['/names/site/three.html'])
    const item = await workspace.store.remove(p('/names/site/three.html'), { by: ada })
    expect(await paths('label:draft ')).toEqual([])
    await workspace.store.restoreFromTrash(p('/names/site'), item.id, { by: ada })
    expect(await paths('label:draft ')).toEqual(['/names/site/three.html'])
    await setPermissions(workspace, 'names', ['/site/one.html | reader@example.com | read'])
    const { token } = await person(workspace, 'reader@example.com', [])
    const answer = await ask('label:мар OR label:mara ', '/names', token)
    expect([answer.hits.map(({ path }) => path), answer.total]).toEqual([[one], 1])
  })

  it('FI3: who changed something is found by their name in any writing', async () => {
    await write('/names/site/by.html', page('a buoy'), { email: 'iv@example.com', name: 'Иван Ångström' })
    for (const who of ['иван', 'ИВАН', 'ångström', 'IV@'])
      expect((await ask(`buoy by:${who} `, '/names')).total, who).toBe(1)
  })
})

describe('POST /replace', () => {
  it('FI7 RP1: what was stays what it was, and that is said', async () => {
    const send = (dry: boolean) =>
      workspace.service.fetch(
        new Request('http://127.0.0.1/replace/acme', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ q: 'ferry in:trash', with: 'boat', dry })
        }),
        'owner'
      )
    expect((await send(false)).status).toBe(400)
    expect(await (await send(true)).json()).toMatchObject({ files: 0, notes: [{ kind: 'only-now' }] })
  })
})

describe('in:history and in:trash for who may not read everything', () => {
  it('FI7 FI4 P7: no hit, count or suggestion of a file, a state, or a folder in the trash that they may not read', async () => {
    const secret = '/acme/hidden/plan.html'
    await write(secret, page('platypus'))
    await version(secret)
    await write(secret, page('nothing here'))
    await write('/acme/open/page.html', page('platypus too'))
    await version('/acme/open/page.html')
    await write('/acme/open/page.html', page('nothing'))
    await write('/acme/open/mixed/a.html', page('echidna'))
    await write('/acme/open/mixed/closed/b.html', page('echidna'))
    await workspace.store.remove(p('/acme/open/mixed'), { by: ada })
    await write('/acme/open/alone.html', page('echidna alone'))
    await workspace.store.remove(p('/acme/open/alone.html'), { by: ada })
    await setPermissions(workspace, 'acme', [
      '/open/** | reader@example.com | read',
      '/open/mixed/closed/+** | reader@example.com | none'
    ])
    const { token } = await person(workspace, 'reader@example.com', [])
    expect((await ask('platypus in:history')).total).toBe(2)
    const history = await ask('platypus in:history', '/acme', token)
    expect([history.hits.map(({ path }) => path), history.total]).toEqual([['/acme/open/page.html'], 1])
    // a folder in the trash tells of all that was in it (S5)
    const trash = await ask('echidna in:trash', '/acme', token)
    expect([trash.hits.map(({ path }) => path), trash.total]).toEqual([['/acme/open/alone.html'], 1])
    expect((await ask('echidna in:trash')).total).toBe(3)
    // moved to where they may not read: its states are not theirs any more
    await workspace.store.move(p('/acme/open/page.html'), p('/acme/hidden/page.html'), { by: ada })
    const moved = await ask('platypus in:history', '/acme', token)
    expect([moved.hits, moved.total, moved.meant]).toEqual([[], 0, undefined])
    expect((await ask('platypuz in:history', '/acme', token)).meant).toBeUndefined()
    expect((await ask('platypuz in:history')).meant).toBe('platypus in:history')
  })
})
