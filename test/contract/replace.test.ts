import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceAnswer, type ReplaceAnswer } from '../../src/common/replace/answers'
import type { BodyOf } from '../../src/common/api/operations'
import { newDocument, writeDocument, writeSchemaDocument } from '../../src/common/formats/structured'
import type { Person } from '../../src/common/person'
import { bundleProgram } from '../support/bundle'
import { ada, bob, bytes, p, until } from '../support/workspace'
import { openWorkspace, type Workspace } from './in-process'
import { person, setPermissions } from './people'

const page = (body: string) => `<body><main><div>${body}</div></main></body>`
const sheet = (value: string) =>
  JSON.stringify({ ':type': 'sheet', total: 1, offset: 0, limit: 1, data: [{ ferry: value }] })

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace({ workerProgram: await bundleProgram('src/main/workers/program.ts') })
}, 120_000)
afterAll(() => workspace.close())

const put = (path: string, text: string, by: Person = ada) =>
  workspace.store.write(p(path), bytes(text), { by })
const read = async (path: string) => new TextDecoder().decode((await workspace.store.read(p(path)))?.bytes)

async function send(method: string, address: string, body: unknown, token?: string) {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  const request = new Request(`http://127.0.0.1${address}`, { method, headers, body: JSON.stringify(body) })
  return workspace.service.fetch(request, token === undefined ? 'owner' : 'anyone')
}

async function replace(scope: string, body: BodyOf<'replace'>, token?: string): Promise<ReplaceAnswer> {
  const answer = await send('POST', `/replace${scope}`, body, token)
  expect(answer.status).toBe(200)
  return replaceAnswer.parse(await answer.json())
}

describe('POST /replace', () => {
  it('RP1 RP4 tells first, writes what was chosen as one change, and takes it back as one', async () => {
    const before = page('<p>A ferry, a <b>fer</b>ry and a Ferry</p>')
    await put('/acme/one/a.html', before)
    await put('/acme/one/b.html', page('<p>The ferry &amp; x</p>'))
    await put('/acme/one/rows.json', sheet('ferry'))
    await put('/acme/one/c.html', page('<p>None</p>'))
    await put('/acme/one/notes.txt', 'A ferry.')
    const question = { q: 'ferry', with: 'boat & <co>' }
    const told = await replace('/acme/one', { ...question, dry: true })
    expect(told).toMatchObject({ change: null, files: 3, places: 4, left: [] })
    expect(told.found.map(({ path, places }) => [path, places.length])).toEqual([
      ['/acme/one/a.html', 2],
      ['/acme/one/b.html', 1],
      ['/acme/one/rows.json', 1]
    ])
    expect(told.cannot.map(({ path, why }) => [path, why])).toEqual([
      ['/acme/one/a.html', 'parted'],
      ['/acme/one/notes.txt', 'unversioned']
    ])
    expect(await read('/acme/one/a.html')).toBe(before)
    const files = told.found.map(({ path, etag }) => ({
      path,
      etag,
      except: path.endsWith('a.html') ? [0] : []
    }))
    const made = await replace('/acme/one', { ...question, files })
    expect(made).toMatchObject({ files: 3, places: 3, left: [] })
    expect(await read('/acme/one/a.html')).toBe(
      page('<p>A ferry, a <b>fer</b>ry and a boat &amp; &lt;co&gt;</p>')
    )
    expect(await read('/acme/one/rows.json')).toBe(sheet('boat & <co>'))
    const [version] = await workspace.store.versions(p('/acme/one/a.html'))
    expect(version).toMatchObject({ label: 'Restore Point' })
    expect(await workspace.store.stat(p('/acme/one/a.html'))).toMatchObject({
      modifiedBy: { email: 'owner@localhost' }
    })
    const undone = await send('POST', `/app/changes/${String(made.change)}/undo`, {})
    expect(await undone.json()).toMatchObject({ files: 3, left: [] })
    expect(await read('/acme/one/a.html')).toBe(before)
    expect(await read('/acme/one/rows.json')).toBe(sheet('ferry'))
  })

  it('RP2 what is not UTF-8, or beyond what can be read, stays and is told where it may hold the words', async () => {
    const latin = Uint8Array.from(page('<p>a ferry in caf\u00e9</p>'), (sign) => sign.charCodeAt(0))
    await workspace.store.write(p('/acme/odd/latin.html'), latin, { by: bob })
    const deep = page(`${'<div>'.repeat(600)}ferry${'</div>'.repeat(600)}`)
    await put('/acme/odd/deep.html', deep)
    await put('/acme/odd/other.html', page(`${'<div class="ferry">'.repeat(600)}boat${'</div>'.repeat(600)}`))
    await put('/acme/odd/plain.html', page('<p>ferry</p>'))
    const large = bytes(page(`<p>ferry</p>${' '.repeat(17 * 1024 * 1024)}`))
    await workspace.store.write(p('/acme/odd/large.html'), large, { by: bob })
    const told = await replace('/acme/odd', { q: 'ferry', with: 'boat', dry: true })
    expect(told.found.map(({ path }) => path)).toEqual(['/acme/odd/plain.html'])
    expect(told.cannot).toEqual([
      { path: '/acme/odd/large.html', why: 'unreadable' },
      { path: '/acme/odd/deep.html', why: 'unreadable' },
      { path: '/acme/odd/latin.html', why: 'unreadable' }
    ])
    expect(await replace('/acme/odd', { q: 'ferry', with: 'boat' })).toMatchObject({ files: 1, places: 1 })
    expect(
      Buffer.from(latin).equals((await workspace.store.read(p('/acme/odd/latin.html')))?.bytes ?? Buffer.of())
    ).toBe(true)
    expect(await read('/acme/odd/deep.html')).toBe(deep)
  })

  it('RP4 what was changed since it was told stays and is named, and the rest is replaced', async () => {
    await put('/acme/two/a.html', page('<p>ferry</p>'))
    await put('/acme/two/b.html', page('<p>ferry</p>'))
    await put('/acme/two/c.html', page('<p>ferry</p>'))
    const told = await replace('/acme/two', { q: 'ferry', with: 'boat', dry: true })
    await put('/acme/two/b.html', page('<p>ferry, and more</p>'), bob)
    await workspace.store.remove(p('/acme/two/c.html'), { by: bob })
    const files = told.found.map(({ path, etag }) => ({ path, etag }))
    const made = await replace('/acme/two', { q: 'ferry', with: 'boat', files })
    expect(made).toMatchObject({ files: 1, places: 1, left: ['/acme/two/b.html', '/acme/two/c.html'] })
    expect(await read('/acme/two/a.html')).toBe(page('<p>boat</p>'))
    expect(await read('/acme/two/b.html')).toBe(page('<p>ferry, and more</p>'))
    // what somebody did since stays when it is taken back, too
    await put('/acme/two/a.html', page('<p>boat, and more</p>'), bob)
    const undone = await send('POST', `/app/changes/${String(made.change)}/undo`, {})
    expect(await undone.json()).toMatchObject({ files: 0, left: ['/acme/two/a.html'] })
    expect(await read('/acme/two/a.html')).toBe(page('<p>boat, and more</p>'))
  })

  it('RP1 is asked for one thing, with filters beside it, in one place', async () => {
    await put('/acme/four/a/x.html', page('<p>ferry AB-12</p>'))
    await put('/acme/four/b/y.html', page('<p>ferry AB-34</p>'))
    const paths = async (q: string) =>
      (await replace('/acme/four', { q, with: 'x', dry: true })).found.map(({ path }) => path)
    expect(await paths('ferry path:/a')).toEqual(['/acme/four/a/x.html'])
    expect(await paths('"ferry ab"')).toHaveLength(2)
    expect(await paths('rr')).toHaveLength(2)
    expect(await paths('/AB-(\\d)4/')).toEqual(['/acme/four/b/y.html'])
    for (const q of ['two words', 'kind:page', '/x/ y', '-ferry', '/(/']) {
      const told = await replace('/acme/four', { q, with: 'x', dry: true })
      expect(told.notes.at(-1)?.kind, q).toBe(q === '/(/' ? 'bad-pattern' : 'not-one')
      expect(told).toMatchObject({ found: [], files: 0 })
      expect((await send('POST', '/replace/acme/four', { q, with: 'x' })).status, q).toBe(400)
    }
    expect((await send('POST', '/replace/acme/four', { q: '', with: 'x', dry: true })).status).toBe(400)
    const files = [{ path: '/acme/one/a.html', etag: '"x"' }]
    expect((await send('POST', '/replace/acme/four', { q: 'x', with: 'y', files })).status).toBe(400)
  })

  it('RP1 RP4 what cannot be read is passed over, dot folders stay, and what was told everywhere is replaced everywhere', async () => {
    await put('/acme/seven/a.html', page('<p>ferry</p>'))
    for (const name of ['b', 'c', 'd', 'e'])
      await put(`/acme/seven/${name}.html`, page(`${'<div>'.repeat(3000)}ferry`))
    await put('/acme/seven/x.html', page('<p>ferry</p>'))
    const told = await replace('/acme/seven', { q: 'ferry', with: 'boat', dry: true })
    expect(told.found.map(({ path }) => path)).toEqual(['/acme/seven/a.html', '/acme/seven/x.html'])
    await put('/acme/seven/.galley/forms/schemas/s.html', page('<p>ferry</p>'))
    const entry = await workspace.store.stat(p('/acme/seven/.galley/forms/schemas/s.html'))
    const hash = entry?.kind === 'file' ? entry.hash : ''
    const files = [{ path: '/acme/seven/.galley/forms/schemas/s.html', etag: `"${hash}"` }]
    expect((await send('POST', '/replace/acme', { q: 'ferry', with: 'x', files })).status).toBe(400)
    expect((await send('POST', '/replace/acme', { q: 'ferry', with: '\ud800', dry: true })).status).toBe(400)
    expect((await send('POST', '/replace/acme', { q: 'ferry', with: 'a\0', dry: true })).status).toBe(400)
    await put('/acme/eight/a.html', page('<p>quokka</p>'))
    const wide = { q: 'quokka in:everywhere', with: 'wombat' }
    const found = await replace('/acme/seven', { ...wide, dry: true })
    const made = await replace('/acme/seven', {
      ...wide,
      files: found.found.map(({ path, etag }) => ({ path, etag }))
    })
    expect(made.files).toBe(1)
    expect(await read('/acme/eight/a.html')).toBe(page('<p>wombat</p>'))
  })

  it('RP5 nobody replaces, or learns of, what they may not', async () => {
    await put('/guild/open/a.html', page('<p>ferry</p>'))
    await put('/guild/open/kept.html', page('<p>ferry</p>'))
    await put('/guild/closed/b.html', page('<p>ferry</p>'))
    await setPermissions(workspace, 'guild', [
      '/open/+** | bob@example.com | read',
      '/open/a.html | bob@example.com | write'
    ])
    const { token } = await person(workspace, 'bob@example.com')
    await until(async () => (await replace('/guild', { q: 'ferry', with: 'x', dry: true })).files === 3)
    const told = await replace('/guild', { q: 'ferry', with: 'boat', dry: true }, token)
    expect(told.found.map(({ path }) => path)).toEqual(['/guild/open/a.html'])
    expect(told.cannot.map(({ path, why }) => [path, why])).toEqual([['/guild/open/kept.html', 'forbidden']])
    expect(JSON.stringify(told)).not.toContain('closed')
    expect(told.of).toBe(2)
    expect((await send('POST', '/replace/guild/closed', { q: 'ferry', with: 'x' }, token)).status).toBe(403)
    const files = ['/guild/open/kept.html', '/guild/closed/b.html', '/guild/closed/none.html'].map(
      (path) => ({
        path,
        etag: '"x"'
      })
    )
    const tried = await replace('/guild', { q: 'ferry', with: 'boat', files }, token)
    expect(tried).toMatchObject({ change: null, files: 0, left: files.map(({ path }) => path) })
    const made = await replace('/guild', { q: 'ferry', with: 'boat' }, token)
    expect(made).toMatchObject({ files: 1, places: 1 })
    expect(await read('/guild/open/kept.html')).toBe(page('<p>ferry</p>'))
    expect(await read('/guild/closed/b.html')).toBe(page('<p>ferry</p>'))
    expect((await send('POST', `/app/changes/${String(made.change)}/undo`, {}, token)).status).toBe(200)
  })

  it('RP1 FI6 a pattern that never ends leaves its file as it is, and the others are replaced', async () => {
    await put('/acme/five/a.html', page(`<p>${'a'.repeat(40)}!</p>`))
    await put('/acme/five/b.html', page('<p>AB-1</p>'))
    const made = await replace('/acme/five', { q: '/^(a+)+$|AB-\\d/', with: 'x' })
    expect(made).toMatchObject({ files: 1, cannot: [{ path: '/acme/five/a.html', why: 'slow' }] })
    expect(await read('/acme/five/b.html')).toBe(page('<p>x</p>'))
  })

  it('RP1 a dry run goes on where it ended', async () => {
    for (let n = 0; n < 230; n += 1) await put(`/acme/six/p${n}.html`, page(`<p>Row ${n}</p>`))
    const paths: string[] = []
    let after = 0
    for (let parts = 0; parts < 60; parts += 1) {
      const told = await replace('/acme/six', { q: 'row', with: 'Line', dry: true, after })
      paths.push(...told.found.map(({ path }) => path))
      if (told.next === undefined) break
      after = told.next
    }
    expect(new Set(paths).size).toBe(230)
    expect(paths).toHaveLength(230)
  })

  it('RP3 values that break the schema of their document are told before and afterwards, those alone that did not before', async () => {
    const schema = {
      type: 'object',
      properties: {
        status: { type: 'string', title: 'Status', enum: ['ferry', 'boat'] },
        seats: { type: 'integer', title: 'Seats' },
        note: { type: 'string', title: 'Note', maxLength: 3 },
        free: { type: 'string' }
      }
    }
    await put('/acme/nine/.galley/forms/schemas/ship.html', writeSchemaDocument(JSON.stringify(schema)))
    const document = (schemaName: string) =>
      writeDocument(
        newDocument({
          title: 'x',
          schemaName,
          data: { status: 'ferry', seats: 40, note: 'ferry ferry', free: 'a ferry' }
        })
      )
    await put('/acme/nine/a.html', document('ship'))
    await put('/acme/nine/b.html', document('not-there'))
    await put('/acme/nine/c.html', document('../../../../x'))
    const question = { q: 'ferry', with: 'vessel' }
    const told = await replace('/acme/nine', { ...question, dry: true })
    expect(told).toMatchObject({ files: 3, cannot: [] })
    expect(told.breaks.map(({ path, pointer }) => [path, pointer])).toEqual([
      ['/acme/nine/a.html', '/status']
    ])
    expect(told.breaks[0]?.message).toMatch(/^Status: /)
    // what stays as the schema wants it breaks nothing
    expect((await replace('/acme/nine', { q: 'ferry', with: 'boat', dry: true })).breaks).toEqual([])
    const first = told.found.find(({ path }) => path === '/acme/nine/a.html')
    const status = first?.places.find(({ at }) => at.kind === 'field' && at.pointer === '/status')
    const files = told.found.map(({ path, etag }) => ({ path, etag, except: [] as number[] }))
    const dry = files.map((one) => (one.path === first?.path ? { ...one, except: [status?.n ?? -1] } : one))
    expect((await replace('/acme/nine', { ...question, files: dry, dry: true })).breaks).toEqual([])
    const done = await replace('/acme/nine', { ...question, files })
    expect(done.breaks).toEqual(told.breaks)
    expect(await read('/acme/nine/a.html')).toContain('vessel')
  })
})
