import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../e2e/support/wait'
import { freePort } from '../support/free-port'
import { container, ended, withoutContainers, type Container } from './container'
import { filesIn, makePackages, withoutPackages, type Made } from './made'

const page = '<body><header></header><main><div><p>words</p></div></main><footer></footer></body>\n'
const at = '/source/harbour/web/home.html'

describe.skipIf(withoutPackages || withoutContainers)('the image of the service', () => {
  let made: Made
  let box: Container
  let port: number
  beforeAll(async () => {
    made = await makePackages(['image'])
    box = container(made.file('.tar'), '0.1.0')
    port = await freePort()
  })
  afterAll(() => {
    box?.remove()
    made?.remove()
  })

  it('PK2 the same build gives the same bytes', async () => {
    const again = await makePackages(['image'])
    try {
      expect(sha(again.file('.tar'))).toBe(sha(made.file('.tar')))
      expect(statSync(made.file('.tar')).size).toBeLessThan(70 * 2 ** 20)
    } finally {
      again.remove()
    }
  })

  it('PK9 holds no shell and nothing that installs, and says which packages of Debian are in it', () => {
    const programs = filesIn(box.files).filter((file) => /^(usr\/)?s?bin\//.test(file))
    expect(programs).toEqual(['usr/bin/galley', 'usr/bin/tini'])
    expect(readdirSync(join(box.files, 'var/lib/dpkg/status.d'))).toContain('libc6')
    expect(readFileSync(join(box.files, 'var/lib/dpkg/status.d/libc6'), 'utf8')).toMatch(/^Version: 2\./m)
    expect(existsSync(join(box.files, 'etc/apt'))).toBe(false)
    // only the volume is its account's
    const theirs = readdirSync(box.files).filter((name) => statSync(join(box.files, name)).uid !== 0)
    expect(theirs).toEqual(['data'])
  })

  it('PK9 serves what a token writes with nothing else to write in, has it after a kill, and ends', async () => {
    const first = await begin()
    const token = box
      .exec('/usr/bin/galley', 'token', 'create', '--data', '/data/workspace', '--email', 'ada@example.com')
      .trim()
    const put = await fetch(`http://127.0.0.1:${port}${at}`, {
      method: 'PUT',
      headers: bearer(token),
      body: page
    })
    expect(put.status).toBe(201)
    box.signal('KILL')
    await ended(first.child)

    const next = await begin()
    const read = await fetch(`http://127.0.0.1:${port}${at}`, { headers: bearer(token) })
    expect(await read.text()).toBe(page)
    const owner = statSync(join(box.data, 'workspace')).uid
    expect(owner).toBe(10_001)
    box.signal('TERM')
    expect(await ended(next.child)).toBe(0)
  })

  async function begin() {
    const run = box.start(['--port', String(port)])
    const early = ended(run.child).then(() => Promise.reject(new Error(`it ended: ${run.said()}`)))
    early.catch(() => undefined)
    await Promise.race([
      waitFor('the service to listen', () => Promise.resolve(run.said().includes('galley listening'))),
      early
    ])
    return run
  }
})

const sha = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
