import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/main/store'
import { makeToken, openHttp } from '../../contract/over-http'
import { buildCli, runCli, type CliProgram } from '../../support/cli-program'
import { ada, bytes, p } from '../../support/workspace'

let cli: CliProgram
let data: string
beforeAll(async () => {
  cli = await buildCli()
  data = await mkdtemp(join(tmpdir(), 'galley-search-'))
  const store = await openStore({ folder: data, watch: false })
  const put = (path: string, text: string) => store.write(p(path), bytes(text), { by: ada })
  await put('/acme/site/boats.html', '<main><div>\n<h1>Boats</h1>\n<p>The Ferry\tsails.</p></div></main>')
  await put('/acme/site/a/pier.html', '<main><div><p>No ferry.</p><p>Another ferry.</p></div></main>')
  const rows = { ':type': 'sheet', total: 1, offset: 0, limit: 1, data: [{ Route: 'Inner ferry' }] }
  await put('/acme/other/fares.json', JSON.stringify(rows))
  await put('/acme/site/ferry.png', 'x')
  await store.close()
})
afterAll(() => rm(data, { recursive: true, force: true }))

const search = (...args: readonly string[]) => runCli(cli, ['search', '--data', data, ...args])

describe('galley search', () => {
  it('L10 prints one line a place, and keeps its index for the next time', async () => {
    const { code, out, err } = await search('ferry', '--sort', 'path')
    expect(err).toContain('4 files')
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n')).toEqual([
      '/acme/other/fares.json\tRoute, row 1\tInner ferry',
      '/acme/site/a/pier.html\t1\tNo ferry.',
      '/acme/site/a/pier.html\t1\tAnother ferry.',
      expect.stringMatching(/^\/acme\/site\/boats\.html\t3\tThe Ferry sails\.$/),
      '/acme/site/ferry.png\t-\t-'
    ])
    const [index, ...more] = (await readdir(join(data, '.galley/index'))).filter((name) =>
      name.endsWith('.db')
    )
    expect(more).toEqual([])
    expect((await search('ferry', '--at', '/acme/site/a')).out).toMatch(/^\/acme\/site\/a\/pier/)
    expect(await readdir(join(data, '.galley/index'))).toContain(index)
  })

  it('L10 FI7 in:history and in:trash print how, when and by whom it went, with an index of their own beside', async () => {
    const store = await openStore({ folder: data, watch: false })
    const put = (text: string) => store.write(p('/acme/site/tale.html'), bytes(text), { by: ada })
    await put('<main><div><p>A wombat.</p></div></main>')
    await put('<main><div><p>Nothing.</p></div></main>')
    await put('<main><div><p>Nothing.</p><p>A wombat.</p></div></main>')
    await store.write(p('/acme/site/wombat.png'), bytes('x'), { by: ada })
    await store.remove(p('/acme/site/wombat.png'), { by: ada })
    await store.close()
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z ${ada.email}`
    expect((await search('wombat in:history')).out).toMatch(
      new RegExp(String.raw`^/acme/site/tale\.html\t1\tA wombat\.\twent, stands again ${time}\n$`)
    )
    expect((await search('wombat in:trash')).out).toMatch(
      new RegExp(String.raw`^/acme/site/wombat\.png\t-\t-\tdeleted ${time}\n$`)
    )
    expect((await search('wombat')).out).toContain('A wombat.')
    expect((await readdir(join(data, '.galley/index'))).filter((name) => name.endsWith('.db'))).toHaveLength(
      2
    )
  })

  it('L10 --json prints one object; what was taken otherwise is told; nothing found is no failure', async () => {
    const { code, out } = await search('--json', '--limit', '1', '--match', 'case', 'Ferry')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      hits: [{ path: '/acme/site/boats.html', places: [{ at: { line: 3 }, text: 'The Ferry sails.' }] }],
      notes: []
    })
    const none = await search('ferrz knid:page')
    expect(none).toMatchObject({ code: 0, out: '' })
    expect(none.err).toContain('“knid:” is no filter')
    expect(none.err).toContain('0 files')
  })

  it('L5 L10 a mistake in how it was typed ends with 2 and says which', async () => {
    const wrong: readonly (readonly [string, ...string[]])[] = [
      ['say what is to be found'],
      ['--sort is', 'x', '--sort', 'old'],
      ['--match is', 'x', '--match', 'all'],
      ['--limit is', 'x', '--limit', '0'],
      ['--at', 'x', '--at', '/a/../b']
    ]
    for (const [said, ...args] of wrong) {
      const { code, err } = await search(...args)
      expect([code, err], said).toEqual([2, expect.stringContaining(said)])
    }
    expect((await runCli(cli, ['search', 'x'])).err).toContain('say --server or --data')
    const far = await runCli(cli, ['search', '--server', 'http://galley.example', 'x'])
    expect([far.code, far.err]).toEqual([2, expect.stringContaining('https')])
  })

  it('OP5 L10 asks a running service, also below a path, and finds what the token may read', async () => {
    const served = await openHttp({}, {}, data)
    const { origin } = served.server
    const below = createServer(({ url = '', headers: { authorization = '' } }, answer) => {
      void fetch(origin + url.replace(/^\/team/, ''), { headers: { authorization } }).then(async (found) =>
        answer.writeHead(url.startsWith('/team/') ? found.status : 404).end(await found.text())
      )
    }).listen(0, '127.0.0.1')
    try {
      await once(below, 'listening')
      process.env['GALLEY_TOKEN'] = await makeToken(data)
      const team = `http://127.0.0.1:${(below.address() as AddressInfo).port}/team/`
      for (const server of [origin, team]) {
        const { code, out } = await runCli(cli, ['search', '--server', server, 'inner', 'ferry'])
        expect([code, out], server).toEqual([0, '/acme/other/fares.json\tRoute, row 1\tInner ferry\n'])
      }
      const locked = await search('ferry')
      expect([locked.code, locked.err]).toEqual([1, expect.stringMatching(/another Galley has .* open/)])
      process.env['GALLEY_TOKEN'] = 'galley_wrong'
      expect((await runCli(cli, ['search', '--server', origin, 'ferry'])).code).toBe(1)
    } finally {
      delete process.env['GALLEY_TOKEN']
      below.close()
      // and its folder
      await served.close()
    }
  })
})
