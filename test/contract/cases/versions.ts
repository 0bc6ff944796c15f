import { describe, expect, it } from 'vitest'
import type { HistoryRecord } from '../../../src/common/api/types'
import { bytes, dataForm, expectRefusal, form, GUID, json, jsonParts, page, text, useTransport } from '../kit'
import type { Transport } from '../transport'

export function versionCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  const fresh = async (name: string, content: string) => {
    const path = `${kit().freshSite()}/${name}`
    const { headers } = await kit().put(path, content)
    return { path, fileId: headers['x-galley-id'] ?? '' }
  }
  const contentOf = async (url: string | undefined) => text(await kit().send('GET', url ?? 'no url'))

  describe('create version', () => {
    it('CV1 LV1 VR1 answers 201 with an empty body, and the list then holds a record as described', async () => {
      const { label, versions, email } = kit()
      const { path, fileId } = await fresh('deep/page.html', page('one'))
      const before = Date.now()
      const reply = await label(path, 'First draft')
      expect([reply.status, reply.body.length]).toEqual([201, 0])
      const [record, ...more] = await versions(path)
      expect(more).toEqual([])
      const [, org = '', ...rest] = path.split('/')
      const [, prefix, inOrg, file, version] = record?.url.split('/') ?? []
      expect([prefix, inOrg, file]).toEqual(['versionsource', org, fileId])
      expect(version?.replace(/\.html$/, '')).toMatch(GUID)
      expect(record).toEqual({
        url: record?.url,
        users: [{ email }],
        timestamp: record?.timestamp,
        path: rest.join('/'),
        label: 'First draft'
      })
      expect(Number.isInteger(record?.timestamp)).toBe(true)
      expect(record?.timestamp).toBeGreaterThanOrEqual(before)
      expect(record?.timestamp).toBeLessThanOrEqual(Date.now())
    })

    it('V7 the history tells who wrote each version and when, beside what the list of versions tells', async () => {
      const { label, versions, send, email, get } = kit()
      const { path } = await fresh('page.html', page('one'))
      const written = Date.parse((await get(path)).headers['last-modified'] ?? '')
      await label(path, 'First draft')
      const [record] = await versions(path)
      const [told, ...more] = json<HistoryRecord[]>(await send('GET', `/app/history${path}`))
      expect([told, more]).toEqual([
        {
          ...record,
          // a token says by which it was (MC6)
          written: { by: expect.objectContaining({ email }) as unknown, at: expect.any(Number) as unknown }
        },
        []
      ])
      // the header has seconds
      expect(Math.floor((told?.written?.at ?? 0) / 1000)).toBe(written / 1000)
    })

    it('V8 words that are given up become one version with its writer, and the file stays as it is', async () => {
      const { versions, send, email, get } = kit()
      const { path } = await fresh('page.html', page('theirs'))
      const before = await get(path)
      const { etag = '' } = before.headers
      const keep = (body: string, ifMatch = etag) =>
        send('POST', `/app/history${path}`, {
          headers: { 'Content-Type': 'application/octet-stream', 'If-Match': ifMatch },
          body: bytes(body)
        })
      expectRefusal(await keep(page('mine'), '"old"'), 412, 'precondition-failed')
      expect(await versions(path)).toEqual([])
      expect((await keep(page('mine'))).status).toBe(201)
      const [told, ...more] = json<HistoryRecord[]>(await send('GET', `/app/history${path}`))
      expect([more, told?.label, told?.written?.by.email]).toEqual([[], undefined, email])
      expect(await contentOf(told?.url)).toBe(page('mine'))
      const after = await get(path)
      expect([text(after), after.headers['etag'], after.headers['last-modified']]).toEqual([
        page('theirs'),
        etag,
        before.headers['last-modified']
      ])
    })

    it('V8 nothing to keep, a file that is not there and a type without versions are refused', async () => {
      const { send, put, freshSite } = kit()
      const { path } = await fresh('page.html', page('theirs'))
      const raw = { headers: { 'Content-Type': 'application/octet-stream' }, body: bytes('x') }
      expectRefusal(await send('POST', `/app/history${path}`, dataForm('')), 400, 'bad-request')
      expectRefusal(await send('POST', `/app/history${path}x.html`, raw), 404, 'not-found')
      const media = `${freshSite()}/a.png`
      await put(media, 'picture')
      expectRefusal(await send('POST', `/app/history${media}`, raw), 422, 'not-versioned')
    })

    it('CV3 V2 the label is optional, and absent from the record without one', async () => {
      const { label, versions, send } = kit()
      const { path } = await fresh('page.html', page('one'))
      expect((await label(path)).status).toBe(201)
      expect((await send('POST', `/versionsource${path}`, jsonParts({}))).status).toBe(201)
      expect((await send('POST', `/versionsource${path}`, jsonParts({ other: 1 }))).status).toBe(201)
      const records = await versions(path)
      expect(records).toHaveLength(3)
      for (const record of records) expect(record).not.toHaveProperty('label')
    })

    it('V2 a body that is no JSON object, or a label out of bounds, is 400 and makes no version', async () => {
      const { send, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      const raw = (body: string) =>
        send('POST', `/versionsource${path}`, {
          headers: { 'Content-Type': 'application/json' },
          body: bytes(body)
        })
      for (const body of ['{', 'label', '{"label": "x"', '\u0000'])
        expectRefusal(await raw(body), 400, 'bad-request')
      for (const body of ['[]', '"x"', '1', 'null', 'true'])
        expectRefusal(await raw(body), 400, 'bad-request')
      for (const label of [
        '',
        'x'.repeat(201),
        'a\nb',
        'a\u0000',
        'a\u007f',
        'a\u0085',
        'two\u202eowt',
        1,
        null,
        {},
        ['x'],
        false
      ]) {
        expectRefusal(await send('POST', `/versionsource${path}`, jsonParts({ label })), 400, 'bad-label')
      }
      expect(await versions(path)).toEqual([])
    })

    it('V2 labels of 1 and of 200 characters, and those that JSON could trip over, come back as they were', async () => {
      const { label, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      const labels = ['x', '🚢'.repeat(200), '__proto__', ' "quoted" \\ ', 'Collab Parse', 'Préparé']
      for (const name of labels) expect((await label(path, name)).status, name).toBe(201)
      expect((await versions(path)).map((record) => record.label)).toEqual(labels.reverse())
    })

    it('V2 JSON never reaches a prototype', async () => {
      const { send, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      const body = bytes(
        '{"__proto__": {"label": "stolen"}, "constructor": {"prototype": {"label": "stolen"}}}'
      )
      const reply = await send('POST', `/versionsource${path}`, {
        headers: { 'Content-Type': 'application/json' },
        body
      })
      expect(reply.status).toBe(201)
      expect((await versions(path))[0]).not.toHaveProperty('label')
      expect({}).not.toHaveProperty('label')
    })

    it('V2 a missing file is 404, and no empty document appears', async () => {
      const { label, get, freshSite } = kit()
      const path = `${freshSite()}/none.html`
      expectRefusal(await label(path, 'x'), 404, 'not-found')
      expectRefusal(await get(path), 404, 'not-found')
    })

    it('V2 a type without versions is 422 with an error, a missing one still 404', async () => {
      const { label, versions, freshSite } = kit()
      const { path } = await fresh('photo.png', 'pixels')
      expectRefusal(await label(path, 'x'), 422, 'not-versioned')
      expect(await versions(path)).toEqual([])
      expectRefusal(await label(`${freshSite()}/none.png`), 404, 'not-found')
    })

    it('V4 many labels at once are all kept, with strictly increasing times', async () => {
      const { label, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      const labels = Array.from({ length: 25 }, (_, index) => `label ${index}`)
      const replies = await Promise.all(labels.map((name) => label(path, name)))
      expect(replies.every(({ status }) => status === 201)).toBe(true)
      const records = await versions(path)
      expect(records.map((record) => record.label).sort()).toEqual([...labels].sort())
      expect(new Set(records.map((record) => record.timestamp)).size).toBe(25)
      expect(new Set(records.map((record) => record.url)).size).toBe(25)
    })

    it('CV2 VR4 a version is a snapshot: it does not change when the file does', async () => {
      const { label, versions, put } = kit()
      const { path } = await fresh('page.html', page('as labelled'))
      await label(path, 'kept')
      await put(path, page('later'))
      const kept = (await versions(path)).find((record) => record.label === 'kept')
      expect(await contentOf(kept?.url)).toBe(page('as labelled'))
    })
  })

  describe('list versions', () => {
    it('LV2 V1 is [] when the file has no versions, does not exist, or is a folder', async () => {
      const { versions, send, freshSite } = kit()
      const { path } = await fresh('page.html', page('one'))
      await send('PUT', `/source${freshSite()}/folder`)
      expect(await versions(path)).toEqual([])
      expect(await versions(`${freshSite()}/none.html`)).toEqual([])
      expect(await versions('/no-such-org/site/a.json')).toEqual([])
      expect(await versions(freshSite())).toEqual([])
    })

    it('V1 comes newest first', async () => {
      const { versions, put, label } = kit()
      const { path } = await fresh('data.json', '{"n":0}')
      for (const n of [1, 2, 3]) await put(path, `{"n":${n}}`)
      await label(path, 'last')
      const records = await versions(path)
      const times = records.map((record) => record.timestamp)
      expect(times).toEqual([...times].sort((a, b) => b - a))
      expect(records[0]?.label).toBe('last')
      expect(await Promise.all(records.map((record) => contentOf(record.url)))).toEqual([
        '{"n":3}',
        '{"n":2}',
        '{"n":1}',
        '{"n":0}'
      ])
    })

    it('VR6 lists only versions with content', async () => {
      const { versions, put, label, send } = kit()
      const path = `${kit().freshSite()}/page.html`
      await send('POST', `/source${path}`, dataForm(''))
      expect((await label(path, 'empty')).status).toBe(201)
      await put(path, page('now there is something'))
      expect(await versions(path)).toEqual([])
      await label(path, 'full')
      expect((await versions(path)).map((record) => record.label)).toEqual(['full'])
    })

    it('VR2 VR3 a file keeps its id in all its versions, also when it is moved, and each version has one of its own', async () => {
      const { put, label, versions, send, freshSite } = kit()
      const { path, fileId } = await fresh('page.html', page('one'))
      expect(fileId).toMatch(GUID)
      await label(path, 'first')
      await put(path, page('two'))
      const moved = `${path.split('/').slice(0, 3).join('/')}/moved.html`
      expect((await send('POST', `/move${path}`, form([{ name: 'destination', value: moved }]))).status).toBe(
        204
      )
      await put(moved, page('three'))
      const ids = (await versions(moved)).map(({ url }) => url.replace('.html', '').split('/').slice(3))
      expect(ids.map(([file]) => file)).toEqual([fileId, fileId, fileId])
      const own = ids.map(([, version]) => version)
      for (const id of own) expect(id).toMatch(GUID)
      expect(new Set([...own, fileId]).size).toBe(4)
      const other = `${freshSite()}/page.html`
      expect((await put(other, page('one'))).headers['x-galley-id']).not.toBe(fileId)
    })

    it('V1 percent-encodes what the organization needs in the url, so that it works unchanged', async () => {
      const { put, label, versions } = kit()
      const org = `/${encodeURIComponent(`Ünï org ${crypto.randomUUID().slice(0, 8)}`)}`
      await put(`${org}/site/page.html`, page('x'))
      await label(`${org}/site/page.html`)
      const [record] = await versions(`${org}/site/page.html`)
      expect(record?.url.startsWith(`/versionsource${org}/`)).toBe(true)
      expect(await contentOf(record?.url)).toBe(page('x'))
    })
  })

  describe('get version content', () => {
    it('GV1 VR4 V6 bytes are returned exactly, with the original type', async () => {
      const { send, label, versions, freshSite } = kit()
      for (const [name, type] of [
        ['odd.html', 'text/html; charset=utf-8'],
        ['odd.json', 'application/json']
      ] as const) {
        const path = `${freshSite()}/${name}`
        const odd = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x0d, 0x0a, 0xff, 0x00, 0x7d, 0x20, 0x0a])
        await send('PUT', `/source${path}`, { headers: { 'Content-Type': 'text/html' }, body: odd })
        await label(path, 'odd')
        const [record] = await versions(path)
        const reply = await send('GET', record?.url ?? '')
        expect(reply.body).toEqual(odd)
        expect(reply.headers['content-type']).toBe(type)
        expect(reply.headers['content-security-policy']).toBe('sandbox')
        const head = await send('HEAD', record?.url ?? '')
        expect([head.status, head.headers['content-length']]).toEqual([200, '11'])
        const again = await send('GET', record?.url ?? '', {
          headers: { 'If-None-Match': reply.headers.etag ?? '' }
        })
        expect(again.status).toBe(304)
      }
    })

    it('GV3 an address with the repository before the ids reads the same, of that repository alone', async () => {
      const { send, label, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      await label(path)
      const [record] = await versions(path)
      const [, , org, fileId, file] = record?.url.split('/') ?? []
      const longer = `/versionsource/${org}/site/${fileId}/${file}`
      expect(await contentOf(longer)).toBe(page('one'))
      const { status, headers } = await send('HEAD', longer)
      expect(status).toBe(200)
      for (const method of ['GET', 'HEAD']) {
        const asked = async (name: string) =>
          (await send(method, longer, { headers: { [name]: headers['etag'] ?? '' } })).status
        expect([await asked('If-None-Match'), await asked('If-Match')]).toEqual([304, 200])
        expect((await send(method, longer, { headers: { 'If-Match': '"other"' } })).status).toBe(412)
      }
      for (const url of [
        `/versionsource/${org}/other/${fileId}/${file}`,
        `/versionsource/${org}/site/docs/${fileId}/${file}`,
        `/versionsource/none/site/${fileId}/${file}`
      ])
        expectRefusal(await send('GET', url), 403, 'forbidden')
    })

    it('CV3 V2 the label comes as JSON, as a field of a form, or not at all', async () => {
      const { send, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      const json = (type: string) => ({ headers: { 'Content-Type': type }, body: bytes('{"label":"JSON"}') })
      const encoded = (body: string) => ({
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: bytes(body)
      })
      for (const parts of [
        json('application/json'),
        json('text/plain;charset=UTF-8'),
        form([{ name: 'label', value: 'a form' }]),
        encoded('label=a+field'),
        encoded(''),
        {}
      ])
        expect((await send('POST', `/versionsource${path}`, parts)).status).toBe(201)
      const labels = (await versions(path)).map(({ label }) => label)
      expect(labels).toEqual([undefined, undefined, 'a field', 'a form', 'JSON', 'JSON'])
      expectRefusal(await send('POST', `/versionsource${path}`, encoded('label=')), 400, 'bad-label')
    })

    it('GV2 P6 an unknown or invalid GUID, a wrong extension and another organization are 403 alike', async () => {
      const { send, label, versions, freshSite, put } = kit()
      const { path, fileId } = await fresh('page.html', page('one'))
      await label(path)
      const [record] = await versions(path)
      const [, , org, , file = ''] = record?.url.split('/') ?? []
      const other = freshSite()
      await put(`${other}/x.html`, 'x')
      const otherOrg = other.split('/')[1]
      const some = crypto.randomUUID()
      for (const url of [
        `/versionsource/${org}/${fileId}/${some}.html`,
        `/versionsource/${org}/${some}/${file}`,
        `/versionsource/${org}/${fileId}/${file.replace('.html', '.json')}`,
        `/versionsource/${org}/${fileId}/${file.replace('.html', '')}`,
        `/versionsource/${org}/${fileId}/latest.html`,
        `/versionsource/${org}/not-a-guid/${file}`,
        `/versionsource/${otherOrg}/${fileId}/${file}`,
        `/versionsource/${org}/${fileId}/${file}/more.html`,
        `/versionsource${path}`
      ]) {
        expectRefusal(await send('GET', url), 403, 'forbidden')
      }
      expect((await send('GET', record?.url ?? '')).status).toBe(200)
    })
  })

  describe('automatic versions', () => {
    it('US3 V3 an update keeps the content it replaces as one version without label, its author as user', async () => {
      const { put, versions, email } = kit()
      const { path } = await fresh('page.html', page('one'))
      await put(path, page('two'))
      const [record, ...more] = await versions(path)
      expect(more).toEqual([])
      expect(record).not.toHaveProperty('label')
      expect(record?.users).toEqual([{ email }])
      expect(await contentOf(record?.url)).toBe(page('one'))
    })

    it('US3 V3 JSON files too; media never', async () => {
      const { put, versions } = kit()
      const { path } = await fresh('data.json', '{"a":1}')
      await put(path, '{"a":2}')
      expect(await versions(path)).toHaveLength(1)
      const photo = await fresh('photo.png', 'one')
      await put(photo.path, 'two')
      expect(await versions(photo.path)).toEqual([])
    })

    it('V3 concurrent writers lose nothing: every acknowledged content is current or in a version', async () => {
      const { put, versions, get } = kit()
      const { path } = await fresh('page.html', page('start'))
      const contents = Array.from({ length: 20 }, (_, index) => page(`writer ${index}`))
      await Promise.all(contents.map((content) => put(path, content)))
      const records = await versions(path)
      const kept = await Promise.all(records.map((record) => contentOf(record.url)))
      const all = [...kept, text(await get(path))]
      expect([...all].sort()).toEqual([page('start'), ...contents].sort())
    })

    it('V3 autosaves of one session make at most one version', async () => {
      const { put, versions } = kit()
      const { path } = await fresh('page.html', page('before'))
      const session = { 'X-Galley-Session': 'tab-1' }
      for (const n of [1, 2, 3, 4]) await put(path, page(`typed ${n}`), session)
      const records = await versions(path)
      expect(records).toHaveLength(1)
      expect(await contentOf(records[0]?.url)).toBe(page('before'))
      await put(path, page('another tab'), { 'X-Galley-Session': 'tab-2' })
      const newest = (await versions(path))[0]
      expect(await contentOf(newest?.url)).toBe(page('typed 4'))
    })

    it('VR5 what one of two replaces who type into one document at the same time is a Collab Parse', async () => {
      const { put, versions } = kit()
      const { path } = await fresh('page.html', page('before'))
      const type = (tab: string, words: string) => put(path, page(words), { 'X-Galley-Session': tab })
      const labelled = (records: readonly { label?: string }[]) => records.map(({ label }) => label)
      await type('one', 'a')
      await type('two', 'a b')
      // the first was perhaps only closed and opened again
      expect(labelled(await versions(path))).toEqual([undefined, undefined])
      await type('one', 'a b c')
      await type('two', 'a b c d')
      await type('two', 'a b c d e')
      const records = await versions(path)
      expect(labelled(records)).toEqual(['Collab Parse', 'Collab Parse', undefined, undefined])
      expect(await contentOf(records[0]?.url)).toBe(page('a b c'))
      await put(path, page('by a program'))
      expect(labelled(await versions(path))[0]).toBeUndefined()
      await put(path, page(''), { 'X-Galley-Session': 'one' })
      expect(labelled(await versions(path))[0]).toBe('Restore Point')
    })

    it('V3 a session name that cannot be used is 400', async () => {
      const { send } = kit()
      const { path } = await fresh('page.html', page('one'))
      for (const session of ['', 'a b', 'x'.repeat(101)]) {
        const parts = {
          headers: { 'Content-Type': 'text/html', 'X-Galley-Session': session },
          body: bytes('x')
        }
        expectRefusal(await send('PUT', `/source${path}`, parts), 400, 'bad-request')
      }
    })

    it.each([
      ['no bytes', 'page.html', ''],
      [
        'a main without text, image or table',
        'page.html',
        '<body><header><p>Site</p></header><main><div>\n&nbsp;</div></main></body>'
      ],
      ['an empty object', 'data.json', ' {}\n'],
      ['an empty list', 'data.json', '[]'],
      ['a sheet without rows', 'data.json', '{":type":"sheet",":sheetname":"data","total":0,"data":[]}'],
      [
        'sheets without rows',
        'data.json',
        '{":type":"multi-sheet",":names":["a","b"],"a":{"total":0,"data":[]},"b":{"total":0,"data":[]}}'
      ]
    ])('V5 emptying a document with %s makes a Restore Point instead', async (_, name, empty) => {
      const { send, versions } = kit()
      const before = name.endsWith('.html') ? page('<p>Dear reader</p>') : '{"dear":"reader"}'
      const { path } = await fresh(name, before)
      expect((await send('POST', `/source${path}`, dataForm(empty))).status).toBe(200)
      const [record, ...more] = await versions(path)
      expect(more).toEqual([])
      expect(record?.label).toBe('Restore Point')
      expect(await contentOf(record?.url)).toBe(before)
    })

    it.each([
      ['an image', 'page.html', page('<img src="./a.png">')],
      ['a table', 'page.html', page('<table><tr><td></td></tr></table>')],
      ['a row', 'data.json', '{":type":"sheet","total":1,"data":[{"a":1}]}'],
      ['text that is no JSON', 'data.json', '{"half":']
    ])('V5 what still holds %s is not emptied', async (_, name, content) => {
      const { put, versions } = kit()
      const { path } = await fresh(name, name.endsWith('.html') ? page('<p>x</p>') : '{"a":1}')
      await put(path, content)
      expect((await versions(path))[0]).not.toHaveProperty('label')
    })

    it('V5 an autosave that empties makes its Restore Point all the same', async () => {
      const { put, send, versions } = kit()
      const { path } = await fresh('page.html', page('one'))
      const session = { 'X-Galley-Session': 'tab' }
      await put(path, page('two'), session)
      const empty = dataForm('')
      await send('PUT', `/source${path}`, { ...empty, headers: { ...empty.headers, ...session } })
      const [record] = await versions(path)
      expect(record?.label).toBe('Restore Point')
      expect(await contentOf(record?.url)).toBe(page('two'))
    })

    it('US2 V6 restoring an old version by writing its content makes a version of what was there', async () => {
      const { put, send, versions, get } = kit()
      const { path } = await fresh('page.html', page('good'))
      await put(path, page('bad'))
      const [old] = await versions(path)
      const content = await send('GET', old?.url ?? '')
      expect((await send('POST', `/source${path}`, dataForm(content.body))).status).toBe(200)
      expect(text(await get(path))).toBe(page('good'))
      const records = await versions(path)
      expect(await contentOf(records[0]?.url)).toBe(page('bad'))
      expect(records).toHaveLength(2)
    })
  })
}
