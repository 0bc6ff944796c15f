import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRecords } from '../../../src/main/store'
import type { CliProgram, Served } from '../../support/cli-program'
import { buildCli, runCli, runHere, serveCli } from '../../support/cli-program'

let cli: CliProgram
let base: string
let data: string
const open: Served[] = []

beforeAll(async () => {
  cli = await buildCli()
  base = await mkdtemp(join(tmpdir(), 'galley-cli-'))
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

const run = (...args: string[]) => runCli(cli, args)

async function serve(...args: string[]): Promise<Served> {
  const served = await serveCli(cli, ['--data', data, '--port', '0', ...args])
  open.push(served)
  return served
}

const createToken = async (...args: string[]) =>
  (await run('token', 'create', '--data', data, '--email', 'maria@example.com', ...args)).out.trim()

const status = async (origin: string, token: string) =>
  (await fetch(`${origin}/list/`, { headers: { Authorization: `Bearer ${token}` } })).status

describe('galley serve', () => {
  it('L2 prints one line when ready, answers, and ends cleanly on SIGTERM', async () => {
    const { process: child, origin, done } = await serve()
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const token = await createToken()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' }
    const written = await fetch(`${origin}/source/org/site/page.html`, {
      method: 'PUT',
      headers,
      body: '<p>x</p>'
    })
    expect(written.status).toBe(201)
    const events = await fetch(`${origin}/events`, { headers })
    child.kill('SIGTERM')
    const { code, signal, out } = await done
    await events.text()
    expect({ code, signal, out }).toEqual({ code: 0, signal: null, out: `galley listening on ${origin}\n` })
    expect(await readFile(join(data, 'content/org/site/page.html'), 'utf8')).toBe('<p>x</p>')
  })

  it('L2 what was written is there when it is served again, also after kill -9', async () => {
    const first = await serve()
    const token = await createToken()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/html' }
    for (const n of [1, 2]) {
      await fetch(`${first.origin}/source/org/site/page.html`, {
        method: 'PUT',
        headers,
        body: `<p>${n}</p>`
      })
    }
    first.process.kill('SIGKILL')
    await first.done
    const second = await serve()
    expect(await (await fetch(`${second.origin}/source/org/site/page.html`, { headers })).text()).toBe(
      '<p>2</p>'
    )
    expect(
      await (await fetch(`${second.origin}/versionlist/org/site/page.html`, { headers })).json()
    ).toHaveLength(1)
  })

  it('L2 a port can be asked for; one that is taken is one clear line', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { code, out, err } = await run('serve', '--data', data, '--port', String(port))
    await new Promise((resolve) => taken.close(resolve))
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^galley: Cannot listen on 127\.0\.0\.1:\d+: another program uses this port.*\n$/)
    const { origin } = await serve('--port', String(port))
    expect(origin).toBe(`http://127.0.0.1:${port}`)
  })

  it('W7 a workspace that another process holds is one clear line', async () => {
    await serve()
    const { code, out, err } = await run('serve', '--data', data, '--port', '0')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^galley: .+\n$/)
    expect(err).not.toMatch(/\n\s+at /)
  })

  it('A5 without a built interface the service still answers', async () => {
    const { origin } = await serve()
    const page = await fetch(origin)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Galley runs')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })
})

describe('galley token', () => {
  it('L3 create prints the token alone, which opens the service', async () => {
    const { code, out, err } = await run(
      'token',
      'create',
      '--data',
      data,
      '--email',
      'maria@example.com',
      '--groups',
      'a, b'
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^galley_access_[\w-]{43}\n$/)
    const { origin } = await serve()
    expect(await status(origin, out.trim())).toBe(200)
  })

  it('L3 create, list and revoke work while a service holds the workspace, at once', async () => {
    const { origin } = await serve()
    const token = await createToken('--expires', '30d')
    const other = await createToken()
    expect(await status(origin, token)).toBe(200)
    const listed = await run('token', 'list', '--data', data)
    const [line = '', ...more] = listed.out.trim().split('\n')
    expect(more).toHaveLength(1)
    const [id = '', kind, state, email, groups, site, made, expires] = line.split('\t')
    expect([kind, state, email, groups, site]).toEqual(['access', 'valid', 'maria@example.com', '-', '-'])
    expect(Date.parse(expires ?? '') - Date.parse(made ?? '')).toBe(30 * 24 * 3600 * 1000)
    expect(listed.out).not.toContain(token)
    expect((await run('token', 'revoke', '--data', data, id)).code).toBe(0)
    expect(await status(origin, token)).toBe(401)
    expect(await status(origin, other)).toBe(200)
    expect((await run('token', 'list', '--data', data)).out).toContain(`${id}\taccess\trevoked`)
  })

  it('L3 the kinds have their rules', async () => {
    expect(await createToken('--kind', 'site', '--site', 'org/site')).toMatch(/^galley_site_/)
    expect(await createToken('--kind', 'admin')).toMatch(/^galley_admin_/)
    expect(await createToken('--kind', 'admin', '--site', 'org/site')).toMatch(/^galley_admin_/)
    for (const args of [
      ['--kind', 'site'],
      ['--kind', 'root'],
      ['--site', 'org/site'],
      ['--kind', 'site', '--site', 'org'],
      ['--kind', 'site', '--site', 'a/../b']
    ]) {
      const { code, out, err } = await run(
        'token',
        'create',
        '--data',
        data,
        '--email',
        'a@example.com',
        ...args
      )
      expect(code, args.join(' ')).not.toBe(0)
      expect(out).toBe('')
      expect(err).toMatch(/^galley: .+\n$/)
    }
  })

  it('L3 makes the workspace when there is none, in a folder that is not there either', async () => {
    data = join(data, 'new', 'workspace')
    expect(await createToken()).toMatch(/^galley_access_/)
    expect((await stat(join(data, 'content'))).isDirectory()).toBe(true)
  })

  it('L3 no token is left in the workspace in clear', async () => {
    const token = await createToken()
    const files = await readdir(data, { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(token.slice(-43))
    }
  })

  it('L3 many at once are all there', async () => {
    await run('token', 'create', '--data', data, '--email', 'a@example.com')
    await Promise.all(Array.from({ length: 6 }, () => createToken()))
    expect((await run('token', 'list', '--data', data)).out.trim().split('\n')).toHaveLength(7)
  })
})

describe('galley link and galley session', () => {
  const signIn = async (link: string) => {
    const answer = await fetch(link)
    const pageKey = /"galley-page-key" content="([\w-]+)"/.exec(await answer.text())?.[1] ?? ''
    return { Cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '', 'X-Galley-Page': pageKey }
  }
  const link = async (...args: string[]) => (await run('link', '--data', data, ...args)).out.trim()

  it('A5 L3 a link, the session that it begins, and its end, beside a running service', async () => {
    const { origin } = await serve()
    const opens = async (headers: Record<string, string>) =>
      (await fetch(`${origin}/app/workspace`, { headers })).status
    const made = await link('--email', 'maria@example.com', '--name', 'Maria', '--groups', 'a, b')
    expect(made).toMatch(new RegExp(`^${origin}/session/[\\w-]{43}$`))
    const maria = await signIn(made)
    const root = await signIn(await link())
    expect([await opens(maria), await opens(root)]).toEqual([200, 200])
    const lines = (await run('session', 'list', '--data', data)).out.trim().split('\n')
    expect(lines).toHaveLength(2)
    const line = lines.find((one) => one.includes('maria')) ?? ''
    const [id = '', email, name, groups, host] = line.split('\t')
    expect([email, name, groups, host]).toEqual(['maria@example.com', 'Maria', 'a,b', new URL(origin).host])
    expect((await run('session', 'end', '--data', data, id)).code).toBe(0)
    expect([await opens(maria), await opens(root)]).toEqual([401, 200])
    expect((await run('session', 'end', '--data', data, id)).err).toMatch(/^galley: There is no session/)
    expect((await run('session', 'end', '--data', data, '--all')).err).toBe('ended 1 session\n')
    expect(await opens(root)).toBe(401)
  })

  it('A5 revoke-all ends everything at once, beside a running service', async () => {
    const { origin } = await serve()
    const token = await createToken()
    const headers = await signIn(await link())
    const unused = await link()
    const { code, err } = await run('revoke-all', '--data', data)
    expect([code, err]).toEqual([0, 'revoked: tokens 1, sessions 1, links 1\n'])
    expect(await status(origin, token)).toBe(401)
    expect((await fetch(`${origin}/list`, { headers })).status).toBe(401)
    expect((await fetch(unused)).status).toBe(401)
  })

  it('A5 a workspace that names another machine as its service gets no link to it', async () => {
    await createToken()
    const open = openRecords(data)
    const asIs = open('served-at', (value) => value)
    for (const host of ['evil.example', '203.0.113.7', '127.0.0.1.evil.example', '127.evil'])
      for (const place of [{ host, port: 80 }, { origin: `http://${host}` }]) {
        await asIs.put('service', place)
        expect(await run('link', '--data', data), host).toMatchObject({ code: 1, out: '' })
      }
  })
})

describe('every command', () => {
  const commands = [
    [],
    ['serve'],
    ['token'],
    ['token', 'create'],
    ['token', 'list'],
    ['token', 'revoke'],
    ['session'],
    ['session', 'list'],
    ['session', 'end'],
    ['link'],
    ['revoke-all']
  ]

  it.each(commands.map((words) => [words.join(' '), words] as const))(
    'L5 galley %s --help says how it is used',
    async (_, words) => {
      const { code, out, err } = await runHere([...words, '--help'])
      expect([code, err]).toEqual([0, ''])
      expect(out).toMatch(/^usage: galley /)
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(110)
    }
  )

  it('L5 a mistake is one line on stderr that names it, exit code not 0, never a stack', async () => {
    const file = join(data, 'file')
    await writeFile(file, 'x')
    const foreign = join(data, 'foreign')
    await mkdir(foreign)
    const served = join(data, 'workspace')
    await run('token', 'create', '--data', served, '--email', 'a@example.com')
    const mistakes: readonly (readonly [RegExp, readonly string[]])[] = [
      [/say what to do/, []],
      [/unknown command “sing”/, ['sing']],
      [/--data is missing/, ['serve']],
      [/--data is missing/, ['serve', '--data', '']],
      [/unknown option '--prot'/, ['serve', '--data', data, '--prot', '1']],
      [/--port is a number/, ['serve', '--data', data, '--port', 'x']],
      [/--port is a number/, ['serve', '--data', data, '--port', '65536']],
      [/unexpected “more”/, ['serve', '--data', data, 'more']],
      [/Check --host/, ['serve', '--data', join(data, 'h'), '--host', '203.0.113.1']],
      [/a file where a folder is needed/, ['serve', '--data', file]],
      [/say what to do/, ['token']],
      [/unknown command “token make”/, ['token', 'make']],
      [/--email is missing/, ['token', 'create', '--data', data]],
      [/--email: This is no e-mail/, ['token', 'create', '--data', data, '--email', 'maria']],
      [/--expires is a time/, ['token', 'create', '--data', data, '--email', 'a@b.c', '--expires', 'soon']],
      [/--expires is a time/, ['token', 'create', '--data', data, '--email', 'a@b.c', '--expires', '0d']],
      [/no Galley workspace/, ['token', 'list', '--data', foreign]],
      [/no Galley workspace/, ['token', 'revoke', '--data', foreign, 'abc']],
      [/say which token/, ['token', 'revoke', '--data', data]],
      [/say what to do/, ['session']],
      [/unknown command “session make”/, ['session', 'make']],
      [/no Galley workspace/, ['session', 'list', '--data', foreign]],
      [/say which session/, ['session', 'end', '--data', data]],
      [/say which session/, ['session', 'end', '--data', data, '--all', 'abc']],
      [/--email is missing/, ['link', '--data', data, '--groups', 'a']],
      [/--email: This is no e-mail/, ['link', '--data', data, '--email', 'maria']],
      [/--origin is an address/, ['link', '--data', served, '--origin', 'https://x.example/?path']],
      [/Nothing serves this workspace/, ['link', '--data', served]],
      [/no Galley workspace/, ['link', '--data', foreign]],
      [/no Galley workspace/, ['revoke-all', '--data', foreign]],
      [/galley: /, ['token', 'create', '--data', file, '--email', 'a@b.c']]
    ]
    for (const [expected, args] of mistakes) {
      // what a process of its own adds is seen with the first ones, and with those that fail on their way
      const isWhole = args.length < 2 || args.includes('--host') || args.includes(file)
      const { code, out, err } = await (isWhole ? run(...args) : runHere(args))
      expect(code, args.join(' ')).toBeGreaterThan(0)
      expect(out, args.join(' ')).toBe('')
      expect(err, args.join(' ')).toMatch(expected)
      expect(err, args.join(' ')).toMatch(/^galley: [^\n]+\n$/)
    }
  })
})
