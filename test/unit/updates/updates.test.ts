import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openUpdates, type Updates } from '../../../src/main/updates'
import { isNewer, installCommand, platformOf } from '../../../src/main/updates/platform'

const run = promisify(execFile)
const program = randomBytes(300_000)
const sha256 = createHash('sha256').update(program).digest('hex')
const keys = { old: generateKeyPairSync('ed25519'), next: generateKeyPairSync('ed25519') }
const stranger = generateKeyPairSync('ed25519')
const publicOf = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let base: string
let folder: string
let server: Server
let origin: string
let asked: string[]
let answerFile: (response: ServerResponse) => void
let manifest: string

const release = (change: object = {}) => ({
  channel: 'stable',
  version: '1.2.0',
  sequence: 5,
  issued: '2026-01-01T00:00:00.000Z',
  expires: '2026-03-01T00:00:00.000Z',
  files: [{ platform: 'linux-x64-deb', url: 'galley.deb', size: program.length, sha256 }],
  notes: 'What is new',
  ...change
})

function sealed(payload: object, key = keys.old.privateKey, id = 'old'): string {
  const bytes = Buffer.from(JSON.stringify(payload))
  return JSON.stringify({
    payload: bytes.toString('base64'),
    signatures: [{ key: id, sig: sign(null, bytes, key).toString('base64') }]
  })
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'galley-updates-'))
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/stable.json') return response.end(manifest)
    if (request.url === '/galley.deb') return answerFile(response)
    response.writeHead(404).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  folder = await mkdtemp(join(base, 'at-'))
  asked = []
  manifest = sealed(release())
  answerFile = (response) => response.end(program)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await rm(base, { recursive: true, force: true })
})

interface Opened {
  readonly updates: Updates
  readonly seen: () => Readonly<Record<string, number>>
}

async function opened(
  options: {
    readonly file?: object | null
    readonly isRelease?: boolean
    readonly seen?: number
    readonly version?: string
  } = {}
): Promise<Opened> {
  const channelFile = join(folder, 'updates.json')
  const {
    file = {
      channel: 'stable',
      address: `${origin}/stable.json`,
      keys: { old: publicOf(keys.old), next: publicOf(keys.next) },
      test: true
    }
  } = options
  if (file !== null) await writeFile(channelFile, JSON.stringify(file))
  let seen: Readonly<Record<string, number>> = { stable: options.seen ?? 0 }
  const updates = openUpdates({
    version: options.version ?? '1.1.0',
    channelFile,
    isRelease: options.isRelease ?? false,
    folder: join(folder, 'updates'),
    seen: () => seen,
    remember: (next) => (seen = next),
    onProgress: () => undefined,
    now: () => Date.UTC(2026, 1, 1),
    platform: 'linux-x64-deb'
  })
  return { updates, seen: () => seen }
}

const left = () => readdir(join(folder, 'updates')).catch(() => [])

describe('updates', () => {
  it('UP1 names the address first, asks once when told to, and shows what installs the file', async () => {
    const { updates, seen } = await opened()
    expect(await updates.place()).toEqual({ address: `${origin}/stable.json`, version: '1.1.0' })
    expect(asked).toEqual([])
    expect(await updates.check()).toMatchObject({
      kind: 'offer',
      version: '1.2.0',
      notes: 'What is new',
      file: { size: program.length }
    })
    expect(asked).toEqual(['/stable.json'])
    expect(seen()).toEqual({ stable: 5 })
    const fetched = await updates.download()
    const file = join(folder, 'updates/galley.deb')
    expect(fetched).toEqual({ ok: true, file, command: `sudo apt install '${file}'` })
    expect((await readFile(file)).equals(program)).toBe(true)
    expect(updates.last()).toBe(file)
  })

  it('UP1 tells that this is the newest, and fetches nothing that was not offered', async () => {
    const { updates } = await opened({ version: '1.2.0' })
    expect(await updates.check()).toEqual({ kind: 'current', version: '1.2.0' })
    expect(await updates.download()).toMatchObject({ ok: false })
    expect(asked).toEqual(['/stable.json'])
  })

  it.each([
    [
      'a stranger’s signature',
      () => sealed(release(), stranger.privateKey),
      'Nobody whom this Galley trusts'
    ],
    [
      'a known key’s name and another’s signature',
      () => sealed(release(), stranger.privateKey, 'next'),
      'Nobody'
    ],
    [
      'no signature',
      () => JSON.stringify({ payload: Buffer.from('{}').toString('base64'), signatures: [] }),
      'Nobody'
    ],
    [
      'a payload that was changed after it',
      () => {
        const { signatures } = JSON.parse(sealed(release())) as { signatures: unknown }
        return JSON.stringify({
          payload: Buffer.from(JSON.stringify(release({ version: '9.9.9' }))).toString('base64'),
          signatures
        })
      },
      'Nobody'
    ],
    [
      'another channel, also when it has expired',
      () => sealed(release({ channel: 'beta', expires: '2026-01-02T00:00:00.000Z' })),
      'another channel'
    ],
    [
      'an expired one, also when it is older',
      () => sealed(release({ expires: '2026-01-31T23:59:59.000Z', sequence: 1 })),
      'expired'
    ],
    ['a sequence lower than one seen', () => sealed(release({ sequence: 4 })), 'older than one'],
    ['what cannot be read', () => sealed({ ...release(), version: 'new' }), 'cannot be read'],
    ['what is no manifest', () => '<html>sign in</html>', 'no manifest']
  ])('UP3 refuses %s, and asks for no file', async (_name, made, words) => {
    manifest = made()
    const { updates, seen } = await opened({ seen: 5 })
    const check = await updates.check()
    expect(check).toMatchObject({ kind: 'refused' })
    expect('message' in check && check.message).toContain(words)
    expect(await updates.download()).toMatchObject({ ok: false })
    expect(asked).toEqual(['/stable.json'])
    expect(seen()).toEqual({ stable: 5 })
  })

  it('UP3 a key can be replaced by another one that is known', async () => {
    manifest = sealed(release(), keys.next.privateKey, 'next')
    expect(await (await opened()).updates.check()).toMatchObject({ kind: 'offer' })
  })

  it.each<[string, object, (response: ServerResponse) => void, string]>([
    [
      'another file',
      {},
      (response) => response.end(randomBytes(program.length)),
      'not the one that was signed'
    ],
    ['a larger one', {}, (response) => response.end(Buffer.concat([program, program])), 'another size'],
    [
      'one that goes on and on',
      {},
      (response) => {
        const more = () =>
          void (response.write(randomBytes(65_536)) ? setImmediate(more) : response.once('drain', more))
        response.on('close', () => response.removeAllListeners('drain'))
        more()
      },
      ''
    ],
    ['a smaller one', {}, (response) => response.end(program.subarray(1)), 'another size'],
    [
      'one that breaks off',
      {},
      (response) =>
        void response
          .writeHead(200, { 'Content-Length': program.length })
          .write(program.subarray(0, 1000), () => response.destroy()),
      ''
    ],
    [
      'a redirect',
      {},
      (response) => response.writeHead(302, { Location: `${origin}/galley.deb` }).end(),
      'not followed'
    ],
    ['nothing', {}, (response) => response.writeHead(404).end(), '404'],
    [
      'a file elsewhere',
      { url: 'https://elsewhere.example/galley.deb' },
      (response) => response.end(program),
      'another server'
    ],
    [
      'a file at another port',
      { url: 'http://127.0.0.1:1/galley.deb' },
      (response) => response.end(program),
      'another server'
    ],
    ['a file with a strange name', { url: '/..%2fgalley.deb' }, (response) => response.end(program), 'name']
  ])('UP4 refuses %s, and leaves nothing behind', async (_name, change, answer, words) => {
    manifest = sealed(release({ files: [{ ...release().files[0], ...change }] }))
    answerFile = answer
    const { updates } = await opened()
    await updates.check()
    const fetched = await updates.download()
    expect(fetched.ok).toBe(false)
    expect('message' in fetched && fetched.message).toContain(words)
    expect((await left()).filter((name) => name.includes('galley'))).toEqual([])
  })

  it('UP4 stops when told to, and begins anew', async () => {
    let isSlow = true
    answerFile = (response) =>
      void (isSlow ? response.write(program.subarray(0, 1000)) : response.end(program))
    const { updates } = await opened()
    await updates.check()
    const fetching = updates.download()
    await expect.poll(() => asked.length).toBe(2)
    expect(await updates.download()).toMatchObject({ ok: false })
    updates.stop()
    expect(await fetching).toMatchObject({ ok: false, message: 'The update was not fetched.' })
    expect(await left()).toEqual([])
    isSlow = false
    expect(await updates.download()).toMatchObject({ ok: true })
  })

  it('UP2 a build without a channel has no place to ask, and a release takes none of a test', async () => {
    const none = await opened({ file: null })
    expect(await none.updates.place()).toEqual({ address: null, version: '1.1.0' })
    expect(await none.updates.check()).toMatchObject({ kind: 'refused' })
    const released = await opened({ isRelease: true })
    expect(await released.updates.place()).toMatchObject({ address: null })
    for (const address of [
      'http://example.com/a.json',
      'https://user:pw@example.com/a.json',
      'file:///etc/passwd',
      `${origin}/stable.json`
    ]) {
      const { updates } = await opened({
        file: { channel: 'stable', address, keys: { old: publicOf(keys.old) } }
      })
      expect(await updates.place()).toMatchObject({ address: null })
      expect(await updates.check()).toMatchObject({ kind: 'refused' })
    }
    expect(asked).toEqual([])
  })

  it('UP5 who releases makes keys and signs with the script', async () => {
    const at = (name: string) => join(folder, name)
    const script = (...args: string[]) =>
      run(process.execPath, ['scripts/release/sign-manifest.mjs', ...args])
    const { stdout: key } = await script('--new-key', at('key.pem'))
    await writeFile(at('galley.deb'), program)
    await script(
      '--key',
      at('key.pem'),
      '--key-id',
      'mine',
      '--channel',
      'stable',
      '--version',
      '2.0.0',
      '--sequence',
      '9',
      '--days',
      '30',
      '--issued',
      '2026-01-20',
      '--out',
      at('stable.json'),
      `linux-x64-deb=${at('galley.deb')}`
    )
    manifest = await readFile(at('stable.json'), 'utf8')
    const { updates } = await opened({
      file: { channel: 'stable', address: `${origin}/stable.json`, keys: { mine: key.trim() }, test: true }
    })
    expect(await updates.check()).toMatchObject({ kind: 'offer', version: '2.0.0' })
    expect(await updates.download()).toMatchObject({ ok: true })
    await expect(script('--key', at('key.pem'), '--out', at('x.json'))).rejects.toMatchObject({ code: 2 })
  })

  it('UP1 knows which version is newer, and which file fits', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true)
    expect(isNewer('1.0.0', '1.0.0')).toBe(false)
    expect(isNewer('1.0.0', '1.0.0-beta.2')).toBe(true)
    expect(isNewer('1.0.0-beta.10', '1.0.0-beta.9')).toBe(true)
    expect(isNewer('1.0.0-beta.1', '1.0.0')).toBe(false)
    const linux = { platform: 'linux', arch: 'x64' }
    expect(platformOf(linux, (path) => path === '/etc/debian_version')).toBe('linux-x64-deb')
    expect(platformOf(linux, (path) => path === '/etc/redhat-release')).toBe('linux-x64-rpm')
    expect(platformOf(linux, () => false)).toBe('linux-x64-tar')
    expect(platformOf({ platform: 'darwin', arch: 'arm64' }, () => false)).toBe('darwin-arm64-dmg')
    expect(installCommand('linux-x64-deb', "/home/o'neil/a.deb")).toBe(
      `sudo apt install '/home/o'\\''neil/a.deb'`
    )
    expect(installCommand('win32-x64-exe', 'a')).toBeNull()
  })
})
