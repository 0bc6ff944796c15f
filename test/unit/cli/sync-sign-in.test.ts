import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../../src/main/cli/run'
import { syncCommand } from '../../../src/main/cli/sync'
import { openHttp } from '../../contract/over-http'
import { CLIENT, signInProvider, visit, type SignInProvider } from '../../support/sign-in-provider'
import { trustHere } from '../../support/trusting'
import { withStore } from '../../support/workspace'

let provider: SignInProvider
beforeAll(async () => {
  provider = await signInProvider()
})
afterAll(() => provider.stop())

/** Somebody reads what the command prints, and opens the address in a browser. */
async function sync(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const visits: Promise<unknown>[] = []
  const terminal = {
    out(line: string) {
      out.push(line)
      if (line.startsWith(provider.issuer)) visits.push(visit(line))
    },
    notify: (line: string) => void err.push(line)
  }
  const code = await runCommand(
    [{ name: 'sync', load: () => Promise.resolve(syncCommand(null)) }],
    ['sync', ...args],
    terminal,
    '0'
  )
  await Promise.all(visits)
  return { code, out, err: err.join('\n') }
}

test('Y20 L5 galley sync signs in with an address to open, where the server says or as it is typed', async () => {
  const { issuer, audience } = provider
  const identityProvider = { issuer, audience, clientId: CLIENT }
  const server = await openHttp({}, { identityProvider })
  const silent = await openHttp()
  try {
    await withStore(async (store, folder) => {
      await store.close()
      await trustHere(folder)
      const data = ['--data', folder] as const
      const base = ['--base', server.server.origin] as const
      const adding = ['remotes', 'add', ...data, '--name', 'Team', ...base, '--sign-in'] as const
      // the server asks for a token that opens another one, too
      expect(await sync(...adding)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`say --audience ${audience}`)
      })
      await sync('remotes', 'remove', ...data, '--name', 'Team')
      const added = await sync(...adding, '--audience', audience)
      expect(added).toMatchObject({
        code: 0,
        out: ['added Team', expect.any(String), 'signed in as anna@example.com']
      })
      expect(added.out[1]).toContain('code_challenge_method=S256')
      expect(added.err).toContain(
        `you sign in at ${issuer} as ${CLIENT}; ${server.server.origin} gets a token made for`
      )
      expect(added.err).toMatch(/open this address in a browser of this computer/)
      expect(added.err).toMatch(/keychain/)
      expect([...added.out, added.err].join()).not.toContain('eyJ')

      await sync('remotes', 'add', ...data, '--name', 'Silent', '--base', silent.server.origin)
      expect(await sync('sign-in', ...data, '--remote', 'Silent')).toMatchObject({
        code: 2,
        err: expect.stringContaining('give --issuer and --client-id')
      })
      const typed = ['--issuer', issuer, '--client-id', CLIENT, '--audience', audience] as const
      const pair = [
        'pair',
        ...data,
        '--remote',
        'Silent',
        '--local',
        '/acme/site',
        '--sign-in',
        ...typed
      ] as const
      expect((await sync(...pair)).out.at(-1)).toBe('signed in as anna@example.com')
      provider.answers = 'no'
      const again = ['sign-in', ...data, '--remote', 'Silent', '--audience', audience] as const
      expect(await sync(...again)).toMatchObject({
        code: 1,
        err: expect.stringContaining('did not let you in')
      })
      expect((await sync('sign-out', ...data, '--remote', 'Silent')).out).toEqual(['signed out of Silent'])
    })
  } finally {
    provider.answers = 'yes'
    await silent.close()
    await server.close()
  }
})
