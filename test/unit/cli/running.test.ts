import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCli, runCli, serveCli, type CliProgram, type Served, runHere } from '../../support/cli-program'

let cli: CliProgram
let base: string
let data: string
const open: Served[] = []

beforeAll(async () => {
  cli = await buildCli()
  base = await mkdtemp(join(tmpdir(), 'galley-running-'))
})
beforeEach(async () => {
  data = await mkdtemp(join(base, 'data-'))
})
afterAll(async () => {
  for (const { process: child, done } of open) {
    child.kill('SIGKILL')
    await done
  }
  await rm(base, { recursive: true, force: true })
})

async function serve(...args: string[]): Promise<Served> {
  const served = await serveCli(cli, ['--data', data, '--port', '0', ...args])
  open.push(served)
  return served
}

const token = async () =>
  (await runCli(cli, ['token', 'create', '--data', data, '--email', 'maria@example.com'])).out.trim()

describe('galley serve for who runs it', () => {
  it('N6 an organization that is called like an address of the service is told of, and all of it is there', async () => {
    await mkdir(join(data, 'content/healthz/site'), { recursive: true })
    await writeFile(join(data, 'content/healthz/site/old.html'), '<p>old</p>')
    const { process: child, origin, done } = await serve()
    const headers = { Authorization: `Bearer ${await token()}` }
    const read = await fetch(`${origin}/source/healthz/site/old.html`, { headers })
    expect([read.status, await read.text()]).toEqual([200, '<p>old</p>'])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await done).err).toContain('the organization “healthz” has a name that addresses of the service')
  })

  it('OP3 --log json writes one line of JSON a request, with the id of a trusted proxy, and no secret', async () => {
    const { process: child, origin, done } = await serve('--log', 'json', '--trusted-proxies', '127.0.0.1')
    const secret = await token()
    const answer = await fetch(`${origin}/list/acme?token=query-secret`, {
      headers: { Authorization: `Bearer ${secret}`, 'X-Request-Id': 'from-a-proxy' }
    })
    expect(answer.headers.get('x-request-id')).toBe('from-a-proxy')
    await answer.text()
    await (await fetch(`${origin}/session/wrong-secret`)).text()
    child.kill('SIGTERM')
    const { code, err } = await done
    expect(code).toBe(0)
    const lines = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.every(({ time }) => typeof time === 'string' && !Number.isNaN(Date.parse(time)))).toBe(true)
    const requests = lines.filter(({ method }) => method !== undefined)
    expect(requests).toMatchObject([
      { id: 'from-a-proxy', method: 'GET', route: '/list/{scope}', status: 200, caller: 'token' },
      { method: 'GET', route: '(sign-in)', caller: 'nobody' }
    ])
    expect(requests[0]).toEqual(
      expect.objectContaining({ bytes: expect.any(Number), ms: expect.any(Number) })
    )
    expect(err).not.toMatch(new RegExp(`${secret}|query-secret|wrong-secret|acme|maria`))
  })

  it('OP2 --metrics opens a second listener, which says that the service is ending until it has ended', async () => {
    const { process: child, origin, said } = await serve('--metrics', '0')
    const place = /metrics at (http:\/\/\S+)\/metrics/.exec(said())?.[1] ?? ''
    expect(place).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const text = await (await fetch(`${place}/metrics`)).text()
    expect(text).toContain('galley_ready 1')
    // a request under way holds the end up
    const stalled = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('x'))
    })
    const upload = fetch(`${origin}/source/acme/site/a.html`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'text/html' },
      body,
      signal: stalled.signal,
      ...{ duplex: 'half' }
    }).catch(() => null)
    await expect
      .poll(
        async () => (await fetch(`${place}/metrics`).then((one) => one.text())).match(/under_way (\d+)/)?.[1]
      )
      .toBe('1')
    child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${place}/readyz`)).status).toBe(503)
    stalled.abort()
    await upload
  })

  it('OP4 a second SIGTERM ends it at once', async () => {
    const { process: child, origin, done } = await serve()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('x'))
    })
    const upload = fetch(`${origin}/source/acme/site/a.html`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'text/html' },
      body,
      ...{ duplex: 'half' }
    }).catch(() => null)
    await fetch(`${origin}/healthz`)
    const closing = new Promise<void>((said) =>
      child.stderr.on('data', (text: Buffer) => text.includes('closing') && said())
    )
    child.kill('SIGTERM')
    await closing
    const at = performance.now()
    child.kill('SIGTERM')
    const { code } = await done
    expect(code).toBe(130)
    // it would have waited ten seconds for the upload
    expect(performance.now() - at).toBeLessThan(8000)
    await upload
  })

  it('OP6 GALLEY_LINK_FILE has the link, for its account alone, and the error stream has none', async () => {
    // an installation with an interface
    const own = join(base, 'own')
    await cp(dirname(cli.file), join(own, 'main'), { recursive: true })
    await mkdir(join(own, 'renderer'))
    await writeFile(join(own, 'renderer/index.html'), '<!doctype html><title>Galley</title>')
    await symlink(resolve('node_modules'), join(own, 'node_modules'))
    const [file, victim] = [join(base, 'link'), join(base, 'victim')]
    await writeFile(victim, 'stays')
    await symlink(victim, file)
    const program = { file: join(own, 'main', basename(cli.file)) }
    const served = await serveCli(program, ['--data', data, '--port', '0'], { GALLEY_LINK_FILE: file })
    open.push(served)
    const link = (await readFile(file, 'utf8')).trim()
    expect(link).toMatch(new RegExp(`^${served.origin}/session/`))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(victim, 'utf8')).toBe('stays')
    expect((await fetch(link)).headers.get('set-cookie')).toContain('galley_session_')
    // the next one is there
    await expect.poll(async () => (await readFile(file, 'utf8')).trim()).not.toBe(link)
    served.process.kill('SIGTERM')
    const { err, code } = await served.done
    expect(code).toBe(0)
    expect(err).not.toContain('/session/')
    await expect(stat(file)).rejects.toThrow()
  })

  it('L8 completion knows every command and its options, and the shell can read it', async () => {
    const { code, out } = await runCli(cli, ['completion', 'bash'])
    expect(code).toBe(0)
    expect(out).toMatch(/"serve "\*\) known="[^"]*--data[^"]*--metrics/)
    expect(out).toMatch(/"token create"\) known="[^"]*--email/)
    const asked = 'COMP_WORDS=(galley token cr) COMP_CWORD=2; _galley; echo "${COMPREPLY[*]}"'
    const { stdout, stderr } = spawnSync('bash', ['-c', `${out}\n${asked}`], { encoding: 'utf8' })
    expect([stdout.trim(), stderr]).toEqual(['create', ''])
    for (const shell of ['zsh', 'fish'])
      expect((await runCli(cli, ['completion', shell])).out).toContain('serve')
    expect((await runCli(cli, ['completion', 'tcsh'])).code).toBe(2)
  })

  it('L5 what cannot be meant is refused with one line and nothing is made', async () => {
    const wrong: readonly (readonly [string, string, RegExp])[] = [
      ['--origin', 'galley.example.com', /--origin is an address like/],
      ['--origin', 'https://example.com/source', /cannot have the base path/],
      ['--trusted-proxies', 'proxy', /“proxy” is no address/],
      ['--metrics', 'here', /--metrics is a port/],
      ['--log', 'text', /--log is “json”/],
      ['--limits', 'writes=0', /--limits: “writes=0” is none/],
      ['--limits', 'saves=3', /--limits: “saves=3” is none/]
    ]
    for (const [option, value, sentence] of wrong) {
      const { code, err, out } = await runHere(['serve', '--data', join(data, 'new'), option, value])
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(sentence)
      expect(err.trimEnd().split('\n')).toHaveLength(1)
    }
    await expect(stat(join(data, 'new'))).rejects.toThrow()
  })
})
