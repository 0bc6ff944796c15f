import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentPath } from '../../src/common/content/paths'
import { makeToken, openHttp, type HttpWorkspace } from '../contract/over-http'
import { openKeyring, withoutKeyring, type Keyring } from '../support/keyring'
import { CLIENT, signInProvider, visit, type SignInProvider } from '../support/sign-in-provider'
import { filesBelow } from '../support/workspace'
import { launchApp, type RunningApp } from './support/app'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { temporaryFolders } from './support/folders'
import { takeScreenshot } from './support/screens'
import { waitFor } from './support/wait'

const site = '/acme/site'
const file = `${site}/hello.html`
const body = (text: string) =>
  `<body><header></header><main><div><p>${text}</p></div></main><footer></footer></body>`

describe.skipIf(without.electron || withoutKeyring)('signing in from the app', () => {
  const folders = temporaryFolders()
  let keyring: Keyring
  let provider: SignInProvider
  let server: HttpWorkspace
  const running = new Set<RunningApp>()
  beforeAll(async () => {
    keyring = await openKeyring()
    provider = await signInProvider()
    const { issuer, audience } = provider
    const identityProvider = { issuer, audience, clientId: CLIENT, scope: 'content' }
    server = await openHttp({}, { identityProvider })
  })
  afterEach(async () => {
    for (const started of running) await started.kill()
    running.clear()
    await folders.removeAll()
  })
  afterAll(async () => {
    await server.close()
    await provider.stop()
    await keyring.close()
  })

  async function launch(userData: string, workspace: string, more: readonly string[] = []) {
    const started = await launchApp({ userData, workspace, env: keyring.env, more })
    running.add(started)
    await started.page.waitForLoadState('load')
    await waitFor(
      'an open workspace',
      async () => (await request(started.page, 'GET', '/app/workspace')).status === 200
    )
    return started
  }
  async function quit(started: RunningApp): Promise<void> {
    running.delete(started)
    await started.quit()
  }
  const save = (page: Page, text: string) =>
    request(page, 'PUT', `/source${file}`, { body: body(text), headers: { 'Content-Type': 'text/html' } })
  const there = async () => {
    const found = await server.store.read(contentPath(file))
    return found && new TextDecoder().decode(found.bytes)
  }

  /** The sync of the site, on a workspace that has one page. */
  async function openSync({ app, page }: RunningApp): Promise<void> {
    await page.getByRole('button', { name: /change site/ }).waitFor()
    await waitFor('the menu to know the site', () =>
      app.evaluate(({ Menu }) => {
        const item = Menu.getApplicationMenu()?.getMenuItemById('site.sync')
        if (item?.enabled) item.click()
        return item?.enabled === true
      })
    )
    await page.getByRole('heading', { name: 'Sync of site' }).waitFor()
  }
  async function prepare(app: RunningApp): Promise<void> {
    const headers = { 'Content-Type': 'application/json' }
    const owner = { owner: { name: 'Anna Lund', email: 'anna@example.com' } }
    await request(app.page, 'PUT', '/app/workspace', { body: JSON.stringify(owner), headers })
    await request(app.page, 'PUT', `/source${file}`, {
      body: body('One'),
      headers: { 'Content-Type': 'text/html' }
    })
    await app.page.reload()
    await openSync(app)
  }
  /** No file of these folders holds one of the texts, in any usual writing. */
  async function expectNowhere(texts: readonly string[], places: readonly string[], said: readonly string[]) {
    const writings = texts.flatMap((text) => [text, Buffer.from(text).toString('base64').slice(0, -4)])
    for (const place of places)
      for (const name of await filesBelow(place)) {
        const bytes = await readFile(join(place, name)).catch(() => Buffer.alloc(0))
        for (const [form, content] of [
          ['bytes', bytes.toString('latin1')],
          ['two-byte letters', bytes.toString('utf16le')]
        ] as const)
          expect(
            writings.some((text) => content.includes(text)),
            `a token in ${join(place, name)}, as ${form}`
          ).toBe(false)
      }
    expect(
      writings.some((text) => said.join('').includes(text)),
      'a token in what was logged'
    ).toBe(false)
  }

  it('Y20 Y11 A7 by the provider that the server names, in the browser; kept in the keychain over a restart, renewed, and ended', async () => {
    const [userData, workspace] = [await folders.make('user'), await folders.make('ws')]
    provider.tokenSeconds = 30
    const first = await launch(userData, workspace)
    await prepare(first)
    const { app, page } = first
    // the address would open in the browser of whoever runs the test
    await app.evaluate(({ shell }) => {
      Reflect.set(globalThis, 'openedAddresses', [])
      shell.openExternal = (address) => {
        Reflect.get(globalThis, 'openedAddresses').push(address)
        return Promise.resolve()
      }
    })
    await page.getByLabel('Address of the authoring service').fill(server.server.origin)
    await page.getByLabel('Address of the authoring service').blur()
    await page.getByText('where this server sends its people').waitFor()
    expect(await page.getByRole('radio', { name: 'Sign in in the browser' }).isChecked()).toBe(true)
    await expectAccessibleInBothThemes(page, 'connecting by a sign-in', 'sign-in-connect')
    await page.getByRole('button', { name: 'Sign in and connect' }).click()
    // the server is not the one that its provider makes tokens for: that is the person's to know
    const look = page.getByRole('dialog', { name: /^Sign in for 127/ })
    for (const text of [server.server.origin, provider.issuer, CLIENT, provider.audience])
      await look.getByText(text, { exact: true }).first().waitFor()
    await expectAccessibleInBothThemes(page, 'what a sign-in is for', 'sign-in-agreement')
    expect(await look.getByRole('button', { name: 'Open the browser' }).isDisabled()).toBe(true)
    await look.getByRole('checkbox', { name: /is the service that is meant by it/ }).check()
    await look.getByRole('button', { name: 'Open the browser' }).click()
    await page.getByText('Go on in your browser').waitFor()
    await expectAccessible(page, 'waiting for the browser')
    await takeScreenshot(page, 'sign-in-waiting')
    const address = await waitFor('the page of the provider', () =>
      app.evaluate((): string | undefined => Reflect.get(globalThis, 'openedAddresses')[0])
    )
    expect(new URL(address).origin).toBe(provider.issuer)
    const end = await visit(address)
    expect(end.text).toContain('You are signed in')

    const signedIn = page.getByText(
      /^Signed in as anna@example\.com at 127\.0\.0\.1:\d+, renewed by itself; kept in the keychain of this computer\.$/
    )
    await signedIn.waitFor()
    await waitFor('the page on the server', async () => (await there()) === body('One'))
    await expectAccessibleInBothThemes(page, 'signed in', 'sign-in-in')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByText('The connection works').waitFor()
    await quit(first)

    const renewals = provider.renewals
    const second = await launch(userData, workspace)
    await openSync(second)
    await second.page.getByText(/^Signed in as anna@example\.com/).waitFor()
    await save(second.page, 'Two')
    await second.page.getByRole('button', { name: 'Sync now' }).click()
    await waitFor('the change on the server', async () => (await there()) === body('Two'))
    expect(provider.renewals).toBeGreaterThan(renewals)
    const codes = end.seen.flatMap((url) => new URL(url).searchParams.get('code') ?? [])
    expect(codes).toHaveLength(1)
    expect(provider.given.length).toBeGreaterThan(4)
    await expectNowhere([...provider.given, ...codes], [userData, workspace], [...first.said, ...second.said])

    const revocations = provider.revocations
    await second.page.getByRole('button', { name: 'Sign out' }).click()
    await second.page.getByRole('heading', { name: /^You are not signed in at 127/ }).waitFor()
    await waitFor('the provider to hear of it', () => Promise.resolve(provider.revocations > revocations))
    await takeScreenshot(second.page, 'sign-in-out')
    await quit(second)
  })

  it('Y11 without a keychain a pasted token lies encrypted on this computer, over a restart', async () => {
    const [userData, workspace] = [await folders.make('user'), await folders.make('ws')]
    const token = await makeToken(server.location)
    const launchSealed = async () => {
      const one = await launch(userData, workspace, ['--password-store=gnome-libsecret'])
      await one.app.evaluate(() => {
        // as on a computer where the package could not be installed
        const modules: unknown = process.mainModule?.require('node:module')
        if (typeof modules !== 'function') throw new Error('There is no loader of modules.')
        const load: unknown = Reflect.get(modules, '_load')
        if (typeof load !== 'function') throw new Error('The loader has no way to be told.')
        Reflect.set(modules, '_load', (name: string, ...rest: unknown[]): unknown => {
          if (name.includes('keytar')) throw new Error('not installed')
          return Reflect.apply(load, modules, [name, ...rest])
        })
      })
      return one
    }
    const first = await launchSealed()
    await prepare(first)
    await first.page.getByLabel('Address of the authoring service').fill(server.server.origin)
    await first.page.getByLabel('Address of the authoring service').blur()
    await first.page.getByText('where this server sends its people').waitFor()
    await first.page.getByRole('radio', { name: 'Paste a token' }).check()
    await first.page.getByLabel('Site or folder on the server').fill('/acme/other')
    await first.page.getByLabel('Access token').fill(token)
    await first.page.getByRole('button', { name: 'Connect and sync' }).click()
    await first.page.getByText(/kept encrypted on this computer/).waitFor()
    await quit(first)
    const second = await launchSealed()
    await openSync(second)
    await second.page.getByText(/kept encrypted on this computer/).waitFor()
    await quit(second)
    await expectNowhere([token], [userData, workspace], [...first.said, ...second.said])
  })
})
