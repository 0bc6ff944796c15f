import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCliDeb, makeServiceDeb } from '../../scripts/package/service/debs.mjs'
import { waitFor } from '../e2e/support/wait'
import { freePort } from '../support/free-port'
import { makePackages, withoutPackages, type Made } from './made'
import { throwaway, withoutThrowaway, type Throwaway } from './throwaway'
import { settings, unitOf, type Unit } from './unit-of'

const page = '<body><header></header><main><div><p>words</p></div></main><footer></footer></body>\n'
const at = '/source/harbour/web/home.html'
const state = '/var/lib/galley'
const data = `${state}/workspace`

describe.skipIf(withoutPackages || withoutThrowaway)('the service, installed by apt', () => {
  let made: Made
  let system: Throwaway
  let port: number
  beforeAll(async () => {
    made = await makePackages(['cli', 'service'])
    const next = { version: '0.1.1', maintainer: 'A <a@example.com>', epoch: 1_700_000_000 }
    makeCliDeb({ ...next, out: join(made.out, 'next-cli.deb') })
    makeServiceDeb({ ...next, out: join(made.out, 'next-service.deb') })
    system = await throwaway({ '/packages': made.out })
    port = await freePort()
  })
  afterAll(async () => {
    await system?.remove()
    made?.remove()
  })

  const install = (...names: string[]) =>
    system.must(['apt-get', 'install', '-y', ...names.map((name) => `/packages/${name}`)])
  const read = async (token: string) =>
    (await fetch(`http://127.0.0.1:${port}${at}`, { headers: bearer(token) })).text()
  const unit = async (): Promise<Unit> =>
    unitOf(await system.must(['cat', '/usr/lib/systemd/system/galley.service']), {
      ...settings((await system.must(['cat', '/etc/galley/service.env'])).split('\n')),
      STATE_DIRECTORY: state,
      HOME: state
    })
  /** As systemd does: the folders of the unit, then what it starts. */
  const begin = async () => {
    for (const folder of [state, '/run/galley'])
      await system.must(['install', '-d', '-m', '700', '-o', 'galley', '-g', 'galley', folder])
    const { user, env, start, startPost } = await unit()
    const child = system.start(start, { as: user, env }, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (said += text))
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`it ended: ${said}`)))
    ended.catch(() => undefined)
    await Promise.race([system.must(startPost, { as: user, env }), ended])
    return { child, said: () => said }
  }
  const signal = (name: string) => system.must(['pkill', `-${name}`, '-u', 'galley', '-f', 'cli.js serve'])

  it('PK7 is what systemd takes without a word, and shuts out what it does not need', async () => {
    await install('galley-cli_0.1.0_amd64.deb', 'galley-service_0.1.0_amd64.deb')
    expect(await system.must(['galley', '--version'])).toBe('0.1.0\n')
    expect(await system.must(['systemd-analyze', 'verify', 'galley.service'])).toBe('')
    await system.must(['systemd-analyze', 'security', '--offline=true', '--threshold=16', 'galley.service'])
    expect(await system.must(['stat', '-c', '%U %a', '/etc/galley/service.env'])).toBe('root 644\n')
    const man = await system.must(['man', '--warnings', '-l', '/usr/share/man/man1/galley.1.gz'])
    expect(man).toContain('galley token create')
    expect(man).not.toMatch(/warning/)
  })

  let token: string
  it('PK7 serves what a token writes, and has it again after kill -9', async () => {
    await system.must(['sh', '-c', `echo GALLEY_PORT=${port} >> /etc/galley/service.env`])
    const first = await begin()
    expect(await system.must(['stat', '-c', '%U %a', '/run/galley/link'])).toBe('galley 600\n')
    expect(first.said()).not.toContain('/sign-in')
    const said = await system.must(
      ['galley', 'token', 'create', '--data', data, '--email', 'ada@example.com'],
      { as: 'galley' }
    )
    token = /\S{20,}/.exec(said)?.[0] ?? ''
    const put = await fetch(`http://127.0.0.1:${port}${at}`, {
      method: 'PUT',
      headers: bearer(token),
      body: page
    })
    expect(put.status).toBe(201)
    const ended = once(first.child, 'exit')
    await signal('KILL')
    await ended
    await begin()
    expect(await read(token)).toBe(page)
  })

  it('PK7 ends at SIGTERM, is upgraded with what an administrator changed, and goes on', async () => {
    await signal('TERM')
    await waitFor('the service to end', async () => (await system.run(['pgrep', '-u', 'galley'])).code === 1)
    await install('next-cli.deb', 'next-service.deb')
    expect(await system.must(['dpkg-query', '-W', '-f', '${Version}', 'galley-service'])).toBe('0.1.1')
    expect(await system.must(['cat', '/etc/galley/service.env'])).toContain(`GALLEY_PORT=${port}`)
    await begin()
    expect(await read(token)).toBe(page)
    await signal('TERM')
    await waitFor('the service to end', async () => (await system.run(['pgrep', '-u', 'galley'])).code === 1)
  })

  it('PK7 is removed and purged, and every byte of the content stays', async () => {
    const sums = ['sh', '-c', `cd ${state} && find . -type f -exec sha256sum {} + | sort -k 2`]
    const before = await system.must(sums)
    expect(before).toContain('home.html')
    await system.must(['apt-get', 'remove', '-y', 'galley-service', 'galley-cli'])
    expect((await system.run(['which', 'galley'])).code).toBe(1)
    const said = await system.must(['apt-get', 'purge', '-y', 'galley-service', 'galley-cli'])
    expect(said).toContain(`The content stays in ${state}`)
    expect((await system.run(['ls', '/etc/galley'])).code).toBe(2)
    expect(await system.must(sums)).toBe(before)
  })
})

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
