import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runCommand } from '../../../src/main/cli/run'
import { syncCommand } from '../../../src/main/cli/sync'
import { openStore } from '../../../src/main/store'
import { makeToken, openHttp } from '../../contract/over-http'
import { foreignSite } from '../../support/foreign-site'
import { trustHere } from '../../support/trusting'
import { ada, bytes, p, withStore } from '../../support/workspace'

async function sync(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const terminal = {
    out: (line: string) => void out.push(line),
    notify: (line: string) => void err.push(line)
  }
  const code = await runCommand(
    [{ name: 'sync', load: () => Promise.resolve(syncCommand(null)) }],
    ['sync', ...args],
    terminal,
    '0'
  )
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('Y12 galley sync pairs, tells, syncs, and ends with 2 while a conflict is open', async () => {
  const server = await openHttp()
  process.env['GALLEY_SYNC_TOKEN'] = await makeToken(server.location)
  try {
    await withStore(async (store, folder) => {
      await store.write(p('/acme/site/a.json'), bytes('{"a":1}'), { by: ada })
      expect(await sync('--data', folder)).toMatchObject({ code: 1, out: '' })
      await store.close()
      await trustHere(folder)
      const data = ['--data', folder] as const
      expect(await sync(...data)).toMatchObject({
        code: 2,
        err: expect.stringContaining('nothing is paired')
      })
      const base = ['--name', 'Team', '--base', server.server.origin] as const
      expect((await sync('remotes', 'add', ...data, ...base)).out).toBe('added Team')
      expect(
        await sync('remotes', 'add', ...data, '--name', 'Open', '--base', 'http://example.com')
      ).toMatchObject({
        code: 1,
        err: expect.stringContaining('https://')
      })
      expect((await sync('pair', ...data, '--remote', 'Team', '--local', '/acme/site')).code).toBe(0)
      expect((await sync('remotes', 'list', ...data)).out).toContain('/acme/site ⇄ /acme/site')
      expect((await sync(...data, '--dry-run')).out).toBe('/acme/site: would push /a.json')
      expect(await server.store.list(p('/acme/site'))).toBeNull()
      expect(await sync(...data)).toMatchObject({ code: 0, out: '/acme/site: pushed /a.json', err: '' })
      expect((await sync(...data, '--remote', 'Team')).out).toBe('/acme/site: 1 files in sync')

      await server.store.write(p('/acme/site/a.json'), bytes('{"a":2}'), { by: ada })
      const again = await openStore({ folder, watch: false })
      await again.write(p('/acme/site/a.json'), bytes('{"a":3}'), { by: ada })
      await again.close()
      const waiting = await sync(...data, '--json')
      expect(waiting).toMatchObject({ code: 2, err: 'galley: 1 conflict to decide in the app' })
      expect(JSON.parse(waiting.out)).toMatchObject([{ conflicts: 1, deeds: [{ did: 'conflict' }] }])
      expect((await sync(...data)).code).toBe(2)
      expect((await sync('unpair', ...data, '--local', '/acme/site')).code).toBe(0)
      expect((await sync('remotes', 'remove', ...data, '--name', 'Team')).code).toBe(0)
      await rm(folder, { recursive: true })
    })
  } finally {
    delete process.env['GALLEY_SYNC_TOKEN']
    await server.close()
  }
})

test('L5 Y11 a wrong token is one line, and the token is never told', async () => {
  const server = await openHttp()
  process.env['GALLEY_SYNC_TOKEN'] = 'not-a-good-token'
  try {
    await withStore(async (store, folder) => {
      await store.close()
      await trustHere(folder)
      await sync('remotes', 'add', '--data', folder, '--name', 'Team', '--base', server.server.origin)
      await sync('pair', '--data', folder, '--remote', 'Team', '--local', '/acme/site')
      const result = await sync('--data', folder)
      expect(result).toMatchObject({ code: 1, err: expect.stringContaining('does not accept the token') })
      expect(JSON.stringify(result)).not.toContain('not-a-good-token')
    })
  } finally {
    delete process.env['GALLEY_SYNC_TOKEN']
    await server.close()
  }
})

test('Y11 a token from the environment goes to one server, not to every one that the workspace names', async () => {
  const server = await openHttp()
  const other = await foreignSite({})
  process.env['GALLEY_SYNC_TOKEN'] = await makeToken(server.location)
  try {
    await withStore(async (store, folder) => {
      await store.close()
      await trustHere(folder)
      for (const [name, base, local] of [
        ['Team', server.server.origin, '/acme/site'],
        ['Other', other.origin, '/acme/other']
      ] as const) {
        await sync('remotes', 'add', '--data', folder, '--name', name, '--base', base)
        await sync('pair', '--data', folder, '--remote', name, '--local', local)
      }
      expect(await sync('--data', folder)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${server.server.origin} and ${other.origin}; name one by --remote`)
      })
      expect(other.log).toEqual([])
      expect((await sync('--data', folder, '--remote', 'Team')).code).toBe(0)
    })
  } finally {
    delete process.env['GALLEY_SYNC_TOKEN']
    await other.close()
    await server.close()
  }
})
