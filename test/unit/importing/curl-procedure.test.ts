import { spawn, spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'
import { makeToken, openHttp } from '../../contract/over-http'
import { tempFolder } from '../../support/workspace'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const hasTools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0)

/** The lines after each `$ ` of the procedure in the docs, with those that go on after a backslash. */
async function procedure(): Promise<string[]> {
  const text = await readFile('docs/technical/import.md', 'utf8')
  const part = text.slice(
    text.indexOf('## The procedure, with curl'),
    text.indexOf('Galley does the first two')
  )
  const blocks = [...part.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => [...block.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([, line = '']) => line))
}

it.skipIf(!hasTools)(
  'U2 U4 the import-list procedure works with curl, line by line as the docs have it',
  async () => {
    const http = await openHttp()
    opened.push(() => http.close())
    const folder = await tempFolder()
    opened.push(() => rm(folder, { recursive: true, force: true }))
    const own = (method: string, path: string, body?: string) =>
      http.service.fetch(
        new Request(`http://x${path}`, { method, ...(body === undefined ? {} : { body }) }),
        'owner'
      )
    const page = (title: string) => `<body><main><div><h1>${title}</h1></div></main></body>`
    const redirects = { ':type': 'sheet', total: 1, data: [{ Source: '/old', Destination: '/docs/a' }] }
    const files = {
      'index.html': page('Home'),
      'docs/a.html': page('A'),
      'data.json': JSON.stringify({ ':type': 'sheet', total: 1, offset: 0, limit: 1, data: [{ a: '1' }] }),
      'redirects.json': JSON.stringify({ ...redirects, offset: 0, limit: 1 }),
      'media/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>'
    }
    for (const [name, body] of Object.entries(files)) {
      expect((await own('PUT', `/source/acme/web/${name}`, body)).status).toBe(201)
      const path = name.replace(/(?:index)?\.html$/, '')
      expect((await own('POST', `/publish/live/acme/web/main/${path}`)).status).toBe(200)
    }
    const { origin } = http.server
    const lines = await procedure()
    expect(lines.length).toBeGreaterThan(14)
    const env = {
      PATH: process.env['PATH'] ?? '',
      PUB: `${origin}/publish`,
      LIVE: `${origin}/sites/live/acme/web`,
      BASE: origin,
      ADMIN: await makeToken(http.location, { kind: 'admin', email: 'bot@example.com' }),
      TOKEN: await makeToken(http.location, { email: 'ada@example.com' })
    }
    const marked = lines.map((line, number) => `${line}\necho "@@${number}"`).join('\n')
    const said = await inBash(`set -e\n${marked}\n`, folder, env)
    const outputs = said.split(/\n?@@\d+\n/).map((part) => part.replaceAll(origin, 'http://127.0.0.1:41749'))
    const after = (start: string): string => outputs[lines.findIndex((line) => line.startsWith(start))] ?? ''

    const begun = JSON.parse(after('curl -s -X POST "$PUB/status')) as object
    expect(begun).toMatchObject({ job: { topic: 'status' }, links: { self: expect.any(String) } })
    expect(Object.keys(begun).sort()).toEqual(['job', 'links', 'messageId'])
    expect(JSON.parse(after('curl -s -H "X-Auth-Token'))).toMatchObject({
      topic: 'status',
      state: 'stopped',
      createTime: expect.any(String),
      data: {
        paths: [{ prefix: '/' }],
        pathsOnly: true,
        select: ['live'],
        phase: 'completed',
        resources: { live: ['/data.json', '/docs/a', '/', '/media/logo.svg', '/redirects.json'] }
      }
    })
    const docs = await readFile('docs/technical/import.md', 'utf8')
    for (const shown of [after('cat list.txt'), after(`node -p 'JSON.parse(fs.readFileSync("items.json"`)])
      expect(docs).toContain(shown.trim())
    expect(JSON.parse(after('reaches done'))).toMatchObject({
      state: 'done',
      counts: { verdicts: { new: 5, no: 1 }, outcomes: { created: 5 }, compared: 5, differing: 0 }
    })
    const report = outputs[lines.length - 1] ?? ''
    expect(report.trim().split('\n')).toHaveLength(7)
    expect(report).toContain('/acme/copy/docs/a.html,document,yes,new,,created,')
  }
)

/** The service answers in this process, so it must not be blocked. */
async function inBash(script: string, cwd: string, env: Record<string, string>): Promise<string> {
  const child = spawn('bash', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let complaints = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect([code, complaints]).toEqual([0, ''])
  return out
}
