import { describe, expect, it } from 'vitest'
import { bytes, expectRefusal, form, text, useTransport } from '../kit'
import type { Transport } from '../transport'

const html = { headers: { 'Content-Type': 'text/html' }, body: bytes('x') }

export function pathCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  const refused: readonly (readonly [string, string])[] = [
    ['..', '/..%2fescape.html'],
    ['.. in the middle', '/a%2f..%2f..%2f..%2fescape.html'],
    ['.', '/a%2f.%2fb.html'],
    ['NUL', '/a%00b.html'],
    ['a control character', '/a%1fb.html'],
    ['DEL', '/a%7fb.html'],
    ['a line break', '/a%0ab.html'],
    ['a backslash', '/a%5cb.html'],
    ['a climbing backslash', '/..%5c..%5cb.html'],
    ['an empty part', '/a//b.html'],
    ['two slashes at the end', '/a/b.html//'],
    ['a broken escape', '/a%zz.html'],
    ['half an escape', '/a%e4%b8.html'],
    ['a long segment', `/${'a'.repeat(251)}.html`],
    ['a long segment in bytes', `/${encodeURIComponent('ä'.repeat(126))}.html`],
    ['a long path', `/${Array.from({ length: 12 }, () => 'a'.repeat(200)).join('/')}/b.html`]
  ]

  describe('paths', () => {
    it.each(refused)('N5 %s is refused with 400 and an error, by every address', async (_, tail) => {
      const { send, freshSite, cannotAsk } = kit()
      if (cannotAsk(tail)) return
      const path = `${freshSite()}${tail}`
      const body = expectRefusal(await send('PUT', `/source${path}`, html), 400, 'bad-path')
      expect(body.where).toBeDefined()
      for (const [method, prefix] of [
        ['GET', '/source'],
        ['DELETE', '/source'],
        ['GET', '/list'],
        ['GET', '/versionlist'],
        ['POST', '/versionsource'],
        ['GET', '/trash']
      ] as const) {
        expectRefusal(await send(method, `${prefix}${path}`), 400, 'bad-path')
      }
    })

    it('N5 one slash at the end means the same as none, for every address', async () => {
      const { send, put, get, list, versions, label, freshSite } = kit()
      const site = freshSite()
      const to = (path: string) => form([{ name: 'destination', value: path }])
      expect((await send('PUT', `/source${site}/docs/`)).status).toBe(201)
      await put(`${site}/docs/a.html/`, 'one')
      expect(text(await get(`${site}/docs/a.html`))).toBe('one')
      expect(text(await get(`${site}/docs/a.html/`))).toBe('one')
      for (const folder of [site, `${site}/docs`])
        expect(await list(`${folder}/`)).toEqual(await list(folder))
      expect(await list(`${site.slice(0, site.lastIndexOf('/'))}/`)).toHaveLength(1)
      expect((await label(`${site}/docs/a.html/`, 'kept')).status).toBe(201)
      expect(await versions(`${site}/docs/a.html/`)).toHaveLength(1)
      expect((await send('POST', `/copy${site}/docs/`, to(`${site}/copied/`))).status).toBe(204)
      expect((await send('POST', `/move${site}/docs/`, to(`${site}/moved/`))).status).toBe(204)
      expect((await list(site)).map(({ name }) => name)).toEqual(['copied', 'moved'])
      expect((await send('DELETE', `/source${site}/copied/`)).status).toBe(204)
      expect((await send('GET', `/trash${site}/`)).status).toBe(200)
    })

    it('N5 a path is decoded exactly once', async () => {
      const { put, get, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a%252e%252fb.html`, 'once')
      expect(text(await get(`${site}/a%252e%252fb.html`))).toBe('once')
      expectRefusal(await get(`${site}/a%2e%2fb.html`), 404, 'not-found')
    })

    it('N5 the longest names that are allowed work', async () => {
      const { put, get, freshSite } = kit()
      const path = `${freshSite()}/${'a'.repeat(250)}.html`
      await put(path, 'x')
      expect((await get(path)).status).toBe(200)
    })

    it('N5 composed and decomposed letters name the same file', async () => {
      const { put, get, list, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/${encodeURIComponent('café'.normalize('NFD'))}.html`, 'x')
      expect((await get(`${site}/${encodeURIComponent('café'.normalize('NFC'))}.html`)).status).toBe(200)
      expect((await list(site)).map((item) => item.name)).toEqual(['café'.normalize('NFC')])
    })

    it.each(['desktop.ini', '._page.html', '.galley-00000000-0000-4000-8000-000000000001.tmp', '.trashes'])(
      'N5 W4 nothing is put, moved or copied to %s, which is never listed and may be swept',
      async (name) => {
        const { send, put, get, freshSite } = kit()
        const site = freshSite()
        await put(`${site}/page.html`, 'x')
        for (const place of [`${site}/${name}`, `${site}/${name}/below.html`]) {
          const to = form([{ name: 'destination', value: place }])
          for (const verb of ['move', 'copy'])
            expectRefusal(await send('POST', `/${verb}${site}/page.html`, to), 400, 'bad-path')
          if (!place.endsWith('.trashes'))
            expectRefusal(await send('PUT', `/source${place}`, html), 400, 'bad-path')
          expect((await get(place)).status).toBe(404)
        }
        expectRefusal(await send('PUT', `/source${site}/.trashes`), 400, 'bad-path')
        expect((await get(`${site}/page.html`)).status).toBe(200)
      }
    )

    it('N5 names that differ only by case in one folder are 409', async () => {
      const { send, put, get, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/Page.html`, 'x')
      expectRefusal(await send('PUT', `/source${site}/page.html`, html), 409, 'name-clash')
      expectRefusal(await send('PUT', `/source${site}/PAGE.HTML`, html), 409, 'name-clash')
      await send('PUT', `/source${site}/Docs`)
      expectRefusal(await send('PUT', `/source${site}/docs/a.html`, html), 409, 'name-clash')
      expectRefusal(await send('PUT', `/source${site}/DOCS`), 409, 'name-clash')
      expect((await get(`${site}/page.html`)).status).toBe(404)
    })
  })
}
