import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseFromMenu } from './support/app'
import { expectAccessibleInBothThemes } from './support/axe'
import { without } from './support/capabilities'
import { openDesk } from './support/desk'
import { prepareSite } from './support/screen'

describe.skipIf(without.electron)('updates', () => {
  const desk = openDesk()

  it('UP1 the dialog names the address, asks when told to, and shows what installs the file', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const program = randomBytes(200_000)
    const asked: string[] = []
    const file = (platform: string) => ({
      platform,
      url: 'galley.deb',
      size: program.length,
      sha256: createHash('sha256').update(program).digest('hex')
    })
    const payload = Buffer.from(
      JSON.stringify({
        channel: 'stable',
        version: '99.0.0',
        sequence: 1,
        issued: new Date().toISOString(),
        expires: new Date(Date.now() + 86_400_000).toISOString(),
        files: ['deb', 'rpm', 'tar'].map((kind) => file(`linux-${process.arch}-${kind}`)),
        notes: 'Pages open faster.'
      })
    )
    const manifest = {
      payload: payload.toString('base64'),
      signatures: [{ key: 'a', sig: sign(null, payload, privateKey).toString('base64') }]
    }
    const server = createServer((incoming, answer) => {
      asked.push(incoming.url ?? '')
      answer.end(incoming.url === '/stable.json' ? JSON.stringify(manifest) : program)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stable.json`
      const channel = join(await desk.make('channel'), 'updates.json')
      const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
      await writeFile(channel, JSON.stringify({ channel: 'stable', address, keys: { a: key }, test: true }))
      const [userData, workspace] = [await desk.make('user'), await desk.make('ws')]
      const app = await desk.launch({ userData, workspace, env: { GALLEY_UPDATES: channel } })
      const { page } = app
      await prepareSite(page, { '/acme/site/a.html': '<p>a</p>' })
      await chooseFromMenu(app, 'help.updates')
      const dialog = page.getByRole('dialog', { name: 'Updates' })
      await dialog.getByText(address).waitFor()
      await expectAccessibleInBothThemes(page, 'before updates are asked for', 'updates-before')
      expect(asked).toEqual([])
      await page.keyboard.press('Enter')
      await dialog.getByText('Galley 99.0.0 is there').waitFor()
      await expectAccessibleInBothThemes(page, 'an update that is offered', 'updates-offer')
      expect(asked).toEqual(['/stable.json'])
      await dialog.getByRole('button', { name: /^Fetch it/ }).click()
      await dialog.getByText('It is here').waitFor()
      await expectAccessibleInBothThemes(page, 'an update that is here', 'updates-here')
      expect((await readFile(join(userData, 'updates/galley.deb'))).equals(program)).toBe(true)
      expect(app.complaints).toEqual([])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('UP1 UP2 a build without a channel says so; nothing is asked', async () => {
    const app = await desk.launchBlank()
    await prepareSite(app.page, { '/acme/site/a.html': '<p>a</p>' })
    await chooseFromMenu(app, 'help.updates')
    const dialog = app.page.getByRole('dialog', { name: 'Updates' })
    await dialog.getByText('This build names no place to ask for updates').waitFor()
    expect(await dialog.getByRole('button', { name: 'Ask now' }).count()).toBe(0)
  })
})
