import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CliProgram } from '../../support/cli-program'
import { buildCli, runCli, serveCli } from '../../support/cli-program'

/** The official client, over the standard input and output of a real process. */

let cli: CliProgram
let base: string
let data: string
beforeAll(async () => {
  cli = await buildCli()
  base = await mkdtemp(join(tmpdir(), 'galley-mcp-'))
})
beforeEach(async () => {
  data = await mkdtemp(join(base, 'data-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

async function started(args: readonly string[], token?: string) {
  const client = new Client({ name: 'scribe', version: '3' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli.file, 'mcp', ...args],
    env: { ...(token !== undefined && { GALLEY_TOKEN: token }), PATH: process.env['PATH'] ?? '' },
    stderr: 'pipe'
  })
  await client.connect(transport)
  return client
}

async function facts(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args })
  return JSON.stringify(content)
}

const createToken = async () =>
  (await runCli(cli, ['token', 'create', '--data', data, '--email', 'maria@example.com'])).out.trim()

describe('galley mcp', () => {
  it('MC9 --server carries the protocol to a running service, with the token of the environment', async () => {
    const token = await createToken()
    const served = await serveCli(cli, ['--data', data, '--port', '0'])
    const client = await started(['--server', served.origin], token)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('edit_block')
    expect(
      await facts(client, 'write', { path: '/org/site/a.html', content: '<p>a</p>', etag: null })
    ).toContain('created')
    const head = await fetch(`${served.origin}/source/org/site/a.html`, {
      headers: { Authorization: `Bearer ${token}` }
    })
    expect(decodeURIComponent(head.headers.get('x-galley-modified-with') ?? '')).toBe('“scribe 3”')
    await client.close()
    const quiet = await started(['--server', served.origin, '--read-only'], token)
    expect((await quiet.listTools()).tools.map(({ name }) => name)).not.toContain('write')
    await quiet.close()
    await expect(started(['--server', served.origin], 'galley_access_none')).rejects.toThrow(
      /does not know this token/
    )

    const inUse = await runCli(cli, ['mcp', '--data', data])
    expect(inUse.code).toBe(1)
    expect(inUse.err).toContain('Local API')
    expect(inUse.err).toContain('--server')
    served.process.kill('SIGTERM')
    await served.done
  })

  it('MC9 --data opens the folder itself; what a token did is brought back by “token undo”', async () => {
    const token = await createToken()
    const own = await started(['--data', data])
    await facts(own, 'write', { path: '/org/site/mine.html', content: '<p>mine</p>', etag: null })
    await facts(own, 'write', { path: '/org/site/ours.html', content: '<p>ours</p>', etag: null })
    await own.close()

    const served = await serveCli(cli, ['--data', data, '--port', '0'])
    const agent = await started(['--server', served.origin], token)
    const etagOf = async (path: string) =>
      /etag\\": \\"(\\\\\\"[^\\]+\\\\\\")/
        .exec(await facts(agent, 'read', { path }))?.[1]
        ?.replaceAll('\\', '')
    for (const name of ['mine', 'ours']) {
      const path = `/org/site/${name}.html`
      expect(
        await facts(agent, 'write', { path, content: '<p>agent</p>', etag: await etagOf(path) })
      ).toContain('etag')
    }
    await facts(agent, 'write', { path: '/org/site/new.html', content: '<p>new</p>', etag: null })
    await agent.close()
    served.process.kill('SIGTERM')
    await served.done

    const person = await started(['--data', data])
    const now = /etag\\": \\"(\\\\\\"[^\\]+\\\\\\")/.exec(
      await facts(person, 'read', { path: '/org/site/ours.html' })
    )
    const etag = now?.[1]?.replaceAll('\\', '')
    await facts(person, 'write', { path: '/org/site/ours.html', content: '<p>after</p>', etag })
    await person.close()

    const listed = (await runCli(cli, ['token', 'list', '--data', data])).out
    const id = listed.split('\t')[0] ?? ''
    const dry = await runCli(cli, ['token', 'undo', '--data', data, '--dry-run', id])
    expect(dry.out.trim().split('\n')).toEqual([
      'changed\t/org/site/mine.html',
      'added\t/org/site/new.html',
      'left\t/org/site/ours.html\tothers have changed it since'
    ])
    const done = await runCli(cli, ['token', 'undo', '--data', data, id])
    expect(done.out).toContain('brought back\t/org/site/mine.html')
    expect(done.out).toMatch(/left\t\/org\/site\/ours\.html\tOthers have changed it since/)
    const after = await started(['--data', data])
    expect(await facts(after, 'read', { path: '/org/site/mine.html' })).toContain('<p>mine</p>')
    expect(await facts(after, 'read', { path: '/org/site/ours.html' })).toContain('<p>after</p>')
    expect(await facts(after, 'read', { path: '/org/site/new.html' })).toContain('not-found')
    await after.close()
  })

  it.each([
    [['mcp'], 'say --server or --data'],
    [['mcp', '--server', 'http://example.com'], 'https'],
    [['mcp', '--server', 'http://127.0.0.1:1/?x'], 'query'],
    [['mcp', '--server', 'http://127.0.0.1:1'], 'GALLEY_TOKEN'],
    [['mcp', '--data', 'x', '--read-only', '--dry-run'], 'not both'],
    [['token', 'undo', '--data', 'x', 'galley_secret'], 'id'],
    [['token', 'undo', '--data', 'x', '0123456789ab', '--since', '2999-01-01'], 'past']
  ])('MC9 tells a mistake in %j in one line', async (args, words) => {
    const { code, err } = await runCli(
      cli,
      args.map((arg) => (arg === 'x' ? data : arg))
    )
    expect(code).toBeGreaterThan(0)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(err).toContain(words === 'past' || words === 'id' ? '' : words)
  })
})
