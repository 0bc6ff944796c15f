import { describe, expect, it } from 'vitest'
import type { VersionRecord } from '../../../src/common/api/types'
import { expectRefusal, form, json, text, useTransport } from '../kit'
import type { Transport } from '../transport'

const sheet = (rows: readonly object[], more: object = {}) => ({ total: rows.length, data: rows, ...more })
const single = (rows: readonly object[], name = 'data') => ({
  ':sheetname': name,
  ':type': 'sheet',
  ...sheet(rows)
})
const multi = (sheets: Readonly<Record<string, object>>) => ({
  ':names': Object.keys(sheets),
  ':type': 'multi-sheet',
  ...sheets
})
const admin = { path: 'CONFIG', actions: 'write', groups: 'admin@example.com' }

/** The Config API (description, “Create or update config”, “Get config”; C1, C2, P5). */
export function configCases(open: () => Promise<Transport>): void {
  describe('config', () => {
    const kit = useTransport(open)
    const post = (path: string, value: unknown, headers: Record<string, string> = {}) => {
      const parts = form([
        { name: 'config', value: typeof value === 'string' ? value : JSON.stringify(value) }
      ])
      return kit().send('POST', `/config${path}`, { ...parts, headers: { ...parts.headers, ...headers } })
    }
    const get = (path: string, headers: Record<string, string> = {}) =>
      kit().send('GET', `/config${path}`, { headers: { Accept: 'application/json', ...headers } })
    const org = () => kit().freshSite().split('/').slice(0, 2).join('/')

    it('CC1 a config is created with 201 and the stored config as body, and read with 200', async () => {
      const path = `${org()}/site`
      const value = single([{ key: 'editor.title', value: 'Harbour' }])
      const created = await post(path, value)
      expect(created.status).toBe(201)
      expect(json(created)).toEqual(value)
      const read = await get(path)
      expect(read.status).toBe(200)
      expect(read.headers['content-type']).toBe('application/json')
      expect(json(read)).toEqual(value)
    })

    it('CC2 an update replaces the whole config and is 201 as well', async () => {
      const path = org()
      await post(path, multi({ data: sheet([{ key: 'a', value: '1' }]), more: sheet([]) }))
      const next = multi({ data: sheet([{ key: 'b', value: '2' }]) })
      expect((await post(path, next)).status).toBe(201)
      expect(json(await get(path))).toEqual(next)
    })

    it('CC3 the text comes back byte for byte', async () => {
      const path = org()
      const odd = `{\n\t":type" : "sheet", ":sheetname":"data","total":1 ,"data":[{"k":"caf\u00e9 \ud83d\ude00"}], ":colWidths":[10] }\n`
      expect(text(await post(path, odd))).toBe(odd)
      expect(text(await get(path))).toBe(odd)
    })

    it('GC1 a config that does not exist is 404 with an error', async () => {
      expectRefusal(await get(`${org()}/site/nothing`), 404, 'not-found')
    })

    it('C1 organization, site, folder and page have configs of their own; nothing is inherited', async () => {
      const top = org()
      const paths = [
        top,
        `${top}/site`,
        `${top}/site/docs`,
        `${top}/site/docs/page`,
        `${top}/site/docs/page.html`,
        `${top}/site/docs.json`
      ]
      for (const path of paths) expectRefusal(await get(path), 404, 'not-found')
      for (const [index, path] of paths.entries()) {
        await post(path, single([{ key: 'n', value: String(index) }]))
        for (const later of paths.slice(index + 1)) expectRefusal(await get(later), 404, 'not-found')
      }
      for (const [index, path] of paths.entries()) {
        expect(json(await get(path))).toMatchObject({ data: [{ value: String(index) }] })
      }
    })

    it('C1 no config takes the place of another, however their names end', async () => {
      const top = `${org()}/s`
      const paths = [
        `${top}/a`,
        `${top}/a.json`,
        `${top}/a.json/b`,
        `${top}/a.json.json`,
        `${top}/a.json~/b`,
        `${top}/a.json~`
      ]
      for (const path of paths) expect((await post(path, single([{ path }]))).status, path).toBe(201)
      for (const path of paths) expect(json(await get(path))).toMatchObject({ data: [{ path }] })
    })

    it('C1 one slash at the end means the same config', async () => {
      const top = org()
      await post(`${top}/`, single([{ a: '1' }]))
      expect(json(await get(top))).toMatchObject({ data: [{ a: '1' }] })
      expect(json(await get(`${top}/`))).toMatchObject({ data: [{ a: '1' }] })
      expectRefusal(await get(`${top}//`), 400, 'bad-path')
    })

    it('C1 what a real config carries beside its rows is kept', async () => {
      const path = org()
      const value = {
        ':names': ['data', 'permissions'],
        ':version': 3,
        ':type': 'multi-sheet',
        ':private': { 'private-x': sheet([{ a: '1' }]) },
        data: { ...sheet([{ key: 'a', value: '1' }]), limit: 1, offset: 0, ':colWidths': [100, 200] },
        permissions: sheet([{ ...admin, groups: kit().email }])
      }
      expect((await post(path, value)).status).toBe(201)
      expect(json(await get(path))).toEqual(value)
    })

    const broken: readonly (readonly [what: string, value: unknown, where: string])[] = [
      ['no JSON', '{"total":', ''],
      ['nothing', '', ''],
      ['a list', [], ''],
      ['null', null, ''],
      ['a text', '"sheet"', ''],
      ['no :type', { total: 0, data: [] }, '/:type'],
      ['another :type', { ':type': 'table', total: 0, data: [] }, '/:type'],
      ['single without :sheetname', { ':type': 'sheet', total: 0, data: [] }, '/:sheetname'],
      ['an empty :sheetname', { ':type': 'sheet', ':sheetname': '', total: 0, data: [] }, '/:sheetname'],
      ['single without data', { ':type': 'sheet', ':sheetname': 'data', total: 0 }, '/data'],
      ['data that is no list', { ':type': 'sheet', ':sheetname': 'data', total: 0, data: {} }, '/data'],
      ['no total', { ':type': 'sheet', ':sheetname': 'data', data: [] }, '/total'],
      ['total as a text', { ':type': 'sheet', ':sheetname': 'data', total: '0', data: [] }, '/total'],
      ['a broken total', { ':type': 'sheet', ':sheetname': 'data', total: 0.5, data: [] }, '/total'],
      ['a wrong total', { ':type': 'sheet', ':sheetname': 'data', total: 2, data: [{ a: '1' }] }, '/total'],
      ['a row that is a text', { ':type': 'sheet', ':sheetname': 'data', total: 1, data: ['a'] }, '/data/0'],
      [
        'a row that is null',
        { ':type': 'sheet', ':sheetname': 'data', total: 2, data: [{}, null] },
        '/data/1'
      ],
      ['a row that is a list', { ':type': 'sheet', ':sheetname': 'data', total: 1, data: [[]] }, '/data/0'],
      ['another member', { ':type': 'sheet', ':sheetname': 'data', total: 0, data: [], rows: [] }, '/rows'],
      ['multi without :names', { ':type': 'multi-sheet', data: sheet([]) }, '/:names'],
      [':names as a text', { ':type': 'multi-sheet', ':names': 'data', data: sheet([]) }, '/:names'],
      ['a name that is a number', { ':type': 'multi-sheet', ':names': [1] }, '/:names/0'],
      ['a name with a colon', { ':type': 'multi-sheet', ':names': [':x'], ':x': sheet([]) }, '/:names/0'],
      ['a name twice', { ':type': 'multi-sheet', ':names': ['a', 'a'], a: sheet([]) }, '/:names/1'],
      ['a name without a sheet', { ':type': 'multi-sheet', ':names': ['a', 'b'], a: sheet([]) }, '/:names/1'],
      ['a name that every object has', '{":type":"multi-sheet",":names":["constructor"]}', '/:names/0'],
      [
        'a sheet without a name',
        { ':type': 'multi-sheet', ':names': ['a'], a: sheet([]), 'b/c~': sheet([]) },
        '/b~1c~0'
      ],
      ['a sheet that is a list', { ':type': 'multi-sheet', ':names': ['a'], a: [] }, '/a'],
      [
        'a wrong total in a sheet',
        { ':type': 'multi-sheet', ':names': ['a'], a: { total: 0, data: [{}] } },
        '/a/total'
      ],
      [
        'an editor.path without a folder',
        single([{ key: 'editor.path', value: 'https://x.org' }]),
        '/data/0/value'
      ],
      [
        'an editor.path without a site',
        single([{}, { key: 'editor.path', value: '/acme=https://x.org' }]),
        '/data/1/value'
      ],
      [
        'an editor.path without an address',
        single([{ key: 'editor.path', value: '/acme/site/forms=' }]),
        '/data/0/value'
      ],
      [
        'an editor.path with words for an address',
        multi({ data: sheet([{ key: 'editor.path', value: '/acme/site/forms=the form' }]) }),
        '/data/data/0/value'
      ],
      [
        'an editor.path that leaves',
        single([{ key: 'editor.path', value: '/acme/../forms/x=https://x.org' }]),
        '/data/0/value'
      ],
      ['an editor.path without a value', single([{ key: 'editor.path' }]), '/data/0/value'],
      [
        'permissions without CONFIG',
        multi({ permissions: sheet([{ path: '/+**', actions: 'write', groups: 'a' }]) }),
        '/permissions'
      ],
      [
        'permissions without anybody at CONFIG',
        multi({ permissions: sheet([{ ...admin, groups: ' , ' }]) }),
        '/permissions'
      ],
      [
        'permissions with read at CONFIG',
        multi({ permissions: sheet([{ ...admin, actions: 'read' }]) }),
        '/permissions'
      ],
      ['empty permissions', multi({ permissions: sheet([]) }), '/permissions'],
      [
        'a single sheet of permissions without CONFIG',
        single([{ path: '/+**', actions: 'write', groups: 'a' }], 'permissions'),
        ''
      ]
    ]
    it.each(broken)(
      'C1 P5 %s: 400 that says which rule and where, and nothing changes',
      async (name, value, where) => {
        const path = `${org()}/site`
        const before = single([{ key: 'kept', value: 'yes' }])
        await post(path, before)
        const said = expectRefusal(await post(path, value), 400, 'bad-config')
        expect(said.where).toBe(where)
        expect(said.rule).toBe(name.includes('permissions') ? 'P5' : 'C1')
        expect(json(await get(path))).toEqual(before)
      }
    )

    it('CC4 a form without the field “config”, and no form at all, are 400', async () => {
      const path = org()
      const other = form([{ name: 'data', value: '{}' }])
      expect(expectRefusal(await kit().send('POST', `/config${path}`, other), 400, 'bad-request').where).toBe(
        'config'
      )
      const raw = { headers: { 'Content-Type': 'application/json' }, body: new TextEncoder().encode('{}') }
      expectRefusal(await kit().send('POST', `/config${path}`, raw), 400, 'bad-request')
      expectRefusal(await kit().send('POST', `/config${path}`), 400, 'bad-request')
      expectRefusal(await get(path), 404, 'not-found')
    })

    it('CC5 the field may come as a file, and among others', async () => {
      const path = org()
      const value = single([{ a: '1' }])
      const parts = form([
        { name: 'note', value: 'x' },
        { name: 'config', value: JSON.stringify(value), filename: 'config.json', type: 'application/json' }
      ])
      expect((await kit().send('POST', `/config${path}`, parts)).status).toBe(201)
      expect(json(await get(path))).toEqual(value)
    })

    it('C1 editor.path entries of the right shape are stored', async () => {
      const path = org()
      const value = single([
        { key: 'editor.path', value: `${path}/site/forms=https://example.com/form#` },
        { key: 'editor.path', value: `${path}/site/other/deep=/#/form` },
        { key: 'editor.path', value: `${path}/site/third = galley://app/#/form` },
        { key: 'other.path', value: 'anything' }
      ])
      expect((await post(path, value)).status).toBe(201)
    })

    it('C2 a config has a history, newest first, that names who wrote what', async () => {
      const path = `${org()}/site`
      const states = ['one', 'two', 'three'].map((value) => single([{ key: 'k', value }]))
      for (const state of states) await post(path, state)
      const history = json<VersionRecord[]>(await kit().send('GET', `/app/config-history${path}`))
      expect(history).toHaveLength(2)
      expect(history.map(({ users }) => users)).toEqual([[{ email: kit().email }], [{ email: kit().email }]])
      expect(history.map(({ path: at }) => at)).toEqual(['site', 'site'])
      const contents = await Promise.all(history.map(async ({ url }) => json(await kit().send('GET', url))))
      expect(contents).toEqual([states[1], states[0]])
    })

    it('C2 the addresses of a config’s versions belong to its organization', async () => {
      const [mine, other] = [org(), org()]
      await post(mine, single([]))
      await post(mine, single([{ a: '1' }]))
      const [version] = json<VersionRecord[]>(await kit().send('GET', `/app/config-history${mine}`))
      const url = version?.url ?? ''
      expectRefusal(await kit().send('GET', url.replace(mine, other)), 403, 'forbidden')
      expectRefusal(
        await kit().send('GET', url.replace('/app/config-version', '/versionsource')),
        403,
        'forbidden'
      )
      expectRefusal(await kit().send('GET', url.replace('.json', '.html')), 403, 'forbidden')
    })

    it('C1 the configs at and below a path are listed', async () => {
      const top = org()
      const paths = [`${top}/site`, `${top}/site/docs`, `${top}/site/docs/page.html`, `${top}/sites`]
      for (const path of paths) await post(path, single([]))
      const listed = json<{ path: string }[]>(await kit().send('GET', `/app/configs${top}/site`))
      expect(listed.map(({ path }) => path)).toEqual(paths.slice(0, 3))
      expect(json(await kit().send('GET', `/app/configs${top}`))).toHaveLength(4)
    })

    it('S3 conditions hold for configs', async () => {
      const path = org()
      const first = await post(path, single([{ a: '1' }]), { 'If-None-Match': '*' })
      expect(first.status).toBe(201)
      const etag = first.headers['etag'] ?? ''
      expectRefusal(
        await post(path, single([{ a: '2' }]), { 'If-None-Match': '*' }),
        412,
        'precondition-failed'
      )
      expectRefusal(
        await post(path, single([{ a: '2' }]), { 'If-Match': '"other"' }),
        412,
        'precondition-failed'
      )
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(304)
      expect((await post(path, single([{ a: '3' }]), { 'If-Match': etag })).status).toBe(201)
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(200)
      const head = await kit().send('HEAD', `/config${path}`)
      expect([head.status, head.body.length]).toEqual([200, 0])
    })

    it('X2 a config knows GET, HEAD, POST, PUT and DELETE', async () => {
      const reply = await kit().send('OPTIONS', `/config${org()}`)
      expectRefusal(reply, 405, 'not-allowed')
      expect(reply.headers['allow']).toBe('GET, HEAD, POST, PUT, DELETE')
    })

    it('C1 C2 a deleted config is gone, counts for nothing, and its history goes on with the next one', async () => {
      const top = org()
      const send = (method: string, headers: Record<string, string> = {}) =>
        kit().send(method, `/config${top}`, { headers })
      const first = await post(
        top,
        multi({
          permissions: sheet([
            { ...admin, groups: kit().email },
            { path: '/x', actions: '', groups: 'a' }
          ])
        })
      )
      const other = await post(`${top}/site`, single([]))
      expectRefusal(
        await send('DELETE', { 'If-Match': other.headers['etag'] ?? '' }),
        412,
        'precondition-failed'
      )
      expect((await send('DELETE', { 'If-Match': first.headers['etag'] ?? '' })).status).toBe(204)
      expectRefusal(await send('DELETE'), 404, 'not-found')
      expectRefusal(await send('DELETE', { 'If-Match': '*' }), 412, 'precondition-failed')
      expectRefusal(await get(top), 404, 'not-found')
      expectRefusal(await get(top, { 'If-Match': '*' }), 412, 'precondition-failed')
      expect(json(await kit().send('GET', `/app/configs${top}`))).toEqual([{ path: `${top}/site` }])
      expect((await kit().trash('')).filter(({ path }) => path.startsWith('/.'))).toEqual([])
      const parts = form([{ name: 'config', value: JSON.stringify(single([])) }])
      const put = (condition: Record<string, string>) =>
        kit().send('PUT', `/config${top}`, { ...parts, headers: { ...parts.headers, ...condition } })
      expectRefusal(await put({ 'If-Match': '*' }), 412, 'precondition-failed')
      expect((await put({ 'If-None-Match': '*' })).status).toBe(201)
      expectRefusal(await put({ 'If-None-Match': '*' }), 412, 'precondition-failed')
      const history = json<VersionRecord[]>(await kit().send('GET', `/app/config-history${top}`))
      expect(history.map(({ label }) => label)).toEqual(['Restore Point'])
    })

    it('N5 names of configs that differ only by case are refused', async () => {
      const top = org()
      await post(`${top}/Site`, single([]))
      expectRefusal(await post(`${top}/site`, single([])), 409, 'name-clash')
      const parts = form([{ name: 'config', value: JSON.stringify(single([])) }])
      expectRefusal(await kit().send('PUT', `/config${top}/site`, parts), 409, 'name-clash')
    })

    it('C1 no content address reaches a config', async () => {
      const top = org()
      await post(top, single([]))
      const names = json<{ path: string }[]>(await kit().send('GET', '/list')).map(({ path }) => path)
      expect(names).not.toContain('/.config')
      for (const path of ['/source/.config', '/list/.config', '/versionlist/.config', '/trash/.config']) {
        expectRefusal(await kit().send('GET', `${path}${top}.json`), 400, 'bad-path')
      }
      expectRefusal(
        await kit().send('PUT', '/source/.config/a/b.json', form([{ name: 'data', value: '{}' }])),
        400,
        'bad-path'
      )
      expectRefusal(await kit().send('DELETE', `/source/.config${top}.json`), 400, 'bad-path')
      await kit().put(`${top}/s/a.json`, '{}')
      const move = form([{ name: 'destination', value: `/.config${top}.json` }])
      expectRefusal(await kit().send('POST', `/move${top}/s/a.json`, move), 400, 'bad-path')
    })
  })
}
