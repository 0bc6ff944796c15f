import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { openSecrets, type SecretKeeper } from '../../src/main/secrets'
import { openStore } from '../../src/main/store'
import { openSyncing } from '../../src/main/sync'
import { openSyncSettings } from '../../src/main/sync/settings'
import { trusted } from '../../src/main/trust/workspace-trust'
import { ada, quickFolder } from '../support/workspace'
import { foreignSite, type ForeignSite } from '../support/foreign-site'
import { openWorkers } from '../../src/main/workers'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const memory = () => openSecrets('w', { load: () => Promise.resolve(null) })

async function server(): Promise<ForeignSite> {
  const site = await foreignSite({
    '/list/acme/site': (_, answer) =>
      void answer.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
  })
  open.push(() => site.close())
  return site
}

/** A workspace of a person whose settings file may be changed by others. */
async function workspace(secrets: SecretKeeper) {
  const folder = await quickFolder()
  open.push(() => rm(folder, { recursive: true, force: true }))
  return {
    async using<T>(
      work: (syncing: ReturnType<typeof openSyncing>) => Promise<T>,
      email = ada.email
    ): Promise<T> {
      const store = await openStore({ folder, watch: false })
      const syncing = openSyncing({
        workers: openWorkers({ program: null }),
        store,
        secrets,
        by: () => ({ email }),
        trust: trusted,
        serviceFolder: () => Promise.resolve('galley'),
        report: (error) => expect.fail(String(error)),
        byItself: false
      })
      try {
        return await work(syncing)
      } finally {
        await syncing.close()
        await store.close()
      }
    },
    /** What somebody who has the folder may do. */
    async rewrite(base: string): Promise<void> {
      const store = await openStore({ folder, watch: false })
      const settings = await openSyncSettings(store)
      await settings.update((value) => ({
        ...value,
        remotes: value.remotes.map((one) => ({ ...one, base }))
      }))
      await store.close()
    }
  }
}

const tokensAt = ({ headers }: ForeignSite) => [...headers.values()].flatMap((one) => one.authorization ?? [])

describe('the token of a remote', () => {
  it('Y11 is not sent to another origin that the settings name later; the old and the new one are told', async () => {
    const [real, hostile] = [await server(), await server()]
    const own = await workspace(memory())
    const { id } = await own.using(({ remotes }) =>
      remotes.add({ name: 'Team', base: real.origin, token: 'gal_real' })
    )
    await own.using(({ remotes }) => remotes.test(id, '/acme/site'))
    expect(tokensAt(real)).toEqual(['Bearer gal_real'])

    await own.rewrite(hostile.origin)
    await own.using(async (syncing) => {
      const test = await syncing.remotes.test(id, '/acme/site')
      expect(test.ok).toBe(false)
      await expect(syncing.folder(id, '/acme/site')).rejects.toMatchObject({ reason: 'forbidden' })
      const [told] = await syncing.remotes.list()
      expect(told).toMatchObject({ hasToken: false, kept: null })
      for (const origin of [real.origin, hostile.origin]) expect(told?.problem).toContain(origin)
    })
    expect(tokensAt(hostile)).toEqual([])
    // who means the new address gives a token for it
    await own.using(async ({ remotes }) => {
      await remotes.setToken(id, 'gal_new')
      await remotes.test(id, '/acme/site')
    })
    expect(tokensAt(hostile)).toEqual(['Bearer gal_new'])
    await own.rewrite(real.origin)
    expect((await own.using(({ remotes }) => remotes.list()))[0]?.hasToken).toBe(false)
  })

  it('Y11 of an earlier version is taken over for the server of now, once, and for no other from then on', async () => {
    const [real, hostile] = [await server(), await server()]
    const secrets = memory()
    const own = await workspace(secrets)
    const { id } = await own.using(({ remotes }) =>
      remotes.add({ name: 'Team', base: real.origin, token: null })
    )
    await secrets.keep(`sync ${id}`, 'gal_old')
    // looking at a workspace pins nothing: it may not be trusted yet
    await own.rewrite(hostile.origin)
    expect((await own.using(({ remotes }) => remotes.list()))[0]?.hasToken).toBe(true)
    await own.rewrite(real.origin)
    await own.using(({ remotes }) => remotes.test(id, '/acme/site'))
    expect(tokensAt(real)).toEqual(['Bearer gal_old'])
    expect(await secrets.read(`sync ${id}`)).toBeNull()
    await own.rewrite(hostile.origin)
    await own.using(({ remotes }) => remotes.test(id, '/acme/site'))
    expect(tokensAt(hostile)).toEqual([])
  })

  it('Y11 is of the person who gave it', async () => {
    const real = await server()
    const own = await workspace(memory())
    const { id } = await own.using(({ remotes }) =>
      remotes.add({ name: 'Team', base: real.origin, token: 'gal_adas' })
    )
    const [told] = await own.using(({ remotes }) => remotes.list(), 'eve@example.com')
    expect(told?.problem).toMatch(/given by .*, and eve@example.com works here now/)
    await own.using(({ remotes }) => remotes.test(id, null), 'eve@example.com')
    expect(tokensAt(real)).toEqual([])
    expect((await own.using(({ remotes }) => remotes.list(), ada.email.toUpperCase()))[0]?.hasToken).toBe(
      true
    )
  })
})
