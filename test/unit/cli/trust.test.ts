import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CliProgram, Served } from '../../support/cli-program'
import { buildCli, runCli, serveCli } from '../../support/cli-program'
import {
  foreignPage,
  foreignSite,
  foreignWorkspace,
  watchedServer,
  type WatchedServer
} from '../../support/foreign-workspace'
import { until } from '../../support/workspace'

let cli: CliProgram
let base: string
let data: string
let server: WatchedServer
let token: string
const running: Served[] = []

beforeAll(async () => {
  cli = await buildCli()
  server = await watchedServer()
})
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'galley-trust-'))
  data = join(base, 'sent')
  token = await foreignWorkspace(data, server.origin)
  server.asked.length = 0
})
afterEach(async () => {
  for (const served of running.splice(0)) await stop(served)
  await rm(base, { recursive: true, force: true })
})
afterAll(async () => {
  await server.close()
})

const run = (...args: string[]) => runCli(cli, args)

async function serve(...args: string[]): Promise<Served> {
  const served = await serveCli(cli, ['--data', data, '--port', '0', ...args])
  running.push(served)
  return served
}

async function stop({ process: child, done }: Served) {
  child.kill('SIGTERM')
  return done
}

const page = (origin: string, authorization: string) =>
  fetch(`${origin}/source${foreignPage}`, { headers: { Authorization: authorization } })

describe('a workspace that somebody sent', () => {
  it('T1 L2 galley serve serves it to this machine with its tokens, asks nobody for anything, and says how to trust it', async () => {
    const served = await serve()
    expect((await page(served.origin, `Bearer ${token}`)).status).toBe(200)
    // a token of the provider that the folder names
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const jwt = `${part({ alg: 'RS256' })}.${part({ iss: server.origin })}.c2ln`
    expect((await page(served.origin, `Bearer ${jwt}`)).status).toBe(401)
    expect((await fetch(`${served.origin}/.well-known/oauth-protected-resource`)).status).toBe(404)
    const written = await fetch(`${served.origin}/source${foreignPage}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' },
      body: '<p>Mine</p>'
    })
    expect(written.status).toBe(200)
    const { err, code } = await stop(served)
    expect(code).toBe(0)
    expect(err).toContain(`not trusted on this computer`)
    expect(err).toContain(`galley trust --data ${data}`)
    expect(server.asked).toEqual([])
  })

  it('T1 L5 galley serve does not serve it to others, says so in one line, and does with --trust, for this run', async () => {
    const refused = await run('serve', '--data', data, '--host', '0.0.0.0')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err.trim().split('\n')).toEqual([expect.stringMatching(/not served to others.*--trust$/)])
    expect(server.asked).toEqual([])
    await serve('--trust', '--host', '0.0.0.0')
    await until(() => server.asked.some((line) => line.startsWith('GET /list')))
    await stop(running.splice(0)[0] ?? (await serve()))
    expect((await run('trust', '--list')).out).toBe('')
  })

  it('T4 L2 galley serve leaves out what goes on by itself after two starts that were cut off, says so, and does not with --go-on', async () => {
    const crash = async (...args: string[]) => {
      const served = await serve('--trust', ...args)
      served.process.kill('SIGKILL')
      return (await served.done).err
    }
    for (const said of [await crash(), await crash()]) expect(said).not.toContain('cut off')
    expect(await crash()).toContain('start it with --go-on')
    expect(await crash('--go-on')).not.toContain('cut off')
    const held = await serve('--trust')
    expect((await stop(held)).err).toContain('cut off')
    // it was ended, not cut off
    const next = await serve('--trust')
    expect((await stop(next)).err).not.toContain('cut off')
  })

  it('T1 Y12 galley sync refuses with the sentence, and asks nobody', async () => {
    const { code, err } = await run('sync', '--data', data)
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toContain(`not trusted on this computer: nothing is asked of other hosts`)
    expect(err).toContain(`galley trust --data ${data}`)
    expect((await run('sync', 'sign-in', '--data', data, '--remote', 'With a sign-in')).code).toBe(1)
    expect(server.asked).toEqual([])
  })

  it('T1 galley trust says what it would do and to which hosts, asks nobody for anything, and waits for a yes', async () => {
    const { code, out, err } = await run('trust', '--data', data)
    const { host } = new URL(server.origin)
    expect(out.trim().split('\n')).toEqual([
      'trusted, this workspace would:',
      `  sync ${foreignSite} with ${foreignSite} at ${server.origin} (Team <U+202E>server): sends what changes here, takes what changes there, by itself`,
      `  sync /acme/other with /acme/other at ${server.origin} (With a sign-in): sends what changes here, takes what changes there, by itself`,
      `  send its person to sign in at ${server.origin}/provider, for ${server.origin}`,
      `  go on with an import into ${foreignSite}, from ${host}`,
      `  believe tokens of ${server.origin} made for galley`,
      '  let in whoever has its access token of friend@example.com (editors)'
    ])
    expect(code).toBe(2)
    expect(err).toContain('--yes')
    expect(server.asked).toEqual([])
    expect((await run('sync', '--data', data)).code).toBe(1)
  })

  it('T1 galley trust --yes switches it on, --list names it, a copy is asked about, and --revoke takes it back', async () => {
    expect(await run('trust', '--data', data, '--yes')).toMatchObject({ code: 0, err: '' })
    expect((await run('trust', '--list')).out).toContain(`${data}\t`)
    await run('sync', '--data', data)
    expect(server.asked.some((line) => line.startsWith('GET /list'))).toBe(true)
    const copy = join(base, 'copy')
    await cp(data, copy, { recursive: true })
    expect((await run('sync', '--data', copy)).err).toContain('not trusted on this computer')
    expect(await run('trust', '--data', data, '--revoke')).toMatchObject({ code: 0, err: '' })
    expect((await run('trust', '--data', data, '--revoke')).code).toBe(1)
    server.asked.length = 0
    expect((await run('sync', '--data', data)).err).toContain('not trusted on this computer')
    expect(server.asked).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')(
    'T1 galley trust asks a person at a terminal, and takes nothing but a yes',
    async () => {
      for (const [typed, code] of [
        ['\n', 2],
        ['n\n', 2],
        ['yes\n', 0]
      ] as const)
        expect([typed, await atTerminal(typed, 'trust', '--data', data)]).toEqual([typed, code])
    }
  )

  it('T1 L3 L4 tokens are made and the folder is examined without trust; what a command made is trusted', async () => {
    expect((await run('doctor', '--data', data)).code).toBe(0)
    const own = await run('token', 'create', '--data', data, '--email', 'me@example.com')
    expect(own.code).toBe(0)
    const served = await serve()
    expect((await page(served.origin, `Bearer ${own.out.trim()}`)).status).toBe(200)
    await stop(served)
    const made = join(base, 'made')
    await run('token', 'create', '--data', made, '--email', 'me@example.com')
    expect((await run('trust', '--data', made)).out).toContain('is trusted')
    expect(server.asked).toEqual([])
  })

  it('L5 T1 what is typed wrongly is one line', async () => {
    for (const args of [
      ['trust'],
      ['trust', '--data', data, '--yes', '--revoke'],
      ['trust', '--data', data, 'x']
    ])
      expect((await run(...args)).code).toBe(2)
    expect((await run('trust', '--data', join(base, 'nothing'))).code).toBe(1)
    const { out } = await run('trust', '--help')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(110)
  })
})

/** The command on a terminal of its own, with a line typed into it. */
function atTerminal(typed: string, ...args: string[]): Promise<number | null> {
  const command = [process.execPath, cli.file, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'])
  let said = ''
  let isTyped = false
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (isTyped || !said.includes('[y/N]')) return
    isTyped = true
    child.stdin.write(typed)
  })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', done)
  })
}
