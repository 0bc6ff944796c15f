import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSealedSecrets, openSecrets, type Keychain, type Sealer } from '../../../src/main/secrets'
import { quickFolder, until } from '../../support/workspace'
import { rm } from 'node:fs/promises'

const memoryKeychain = (kept = new Map<string, string>()) => ({
  kept,
  keychain: {
    getPassword: (service, account) => Promise.resolve(kept.get(`${service}/${account}`) ?? null),
    setPassword: (service, account, secret) =>
      Promise.resolve(void kept.set(`${service}/${account}`, secret)),
    deletePassword: (service, account) => Promise.resolve(kept.delete(`${service}/${account}`))
  } satisfies Keychain
})

const none = () => Promise.resolve(null)
const never = () => new Promise<never>(() => undefined)
const locked: Keychain = { getPassword: never, setPassword: never, deletePassword: never }

/** Stands for the system's encryption, which there is only in the app. */
const turned: Sealer = {
  needsKeychain: true,
  isSafe: () => true,
  seal: (text) => Uint8Array.from(Buffer.from(text).map((byte) => byte ^ 0x5a)),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString()
}

let folder = ''
beforeEach(async () => {
  folder = await quickFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('tokens of other services', () => {
  it('IM9 Y11 lie in the keychain, by workspace, and are forgotten there', async () => {
    const { kept, keychain } = memoryKeychain()
    const load = () => Promise.resolve(keychain)
    const first = openSecrets('w1', { load })
    expect(await first.keep('admin https://a', 'secret')).toBe('keychain')
    const later = openSecrets('w1', { load })
    expect(await later.read('admin https://a')).toBe('secret')
    expect(await later.where('admin https://a')).toBe('keychain')
    expect(await openSecrets('w2', { load }).read('admin https://a')).toBeNull()
    await later.forget('admin https://a')
    expect(kept.size).toBe(0)
    expect(await later.where('admin https://a')).toBeNull()
  })

  it('IM9 Y11 are held for this run only where there is no keychain, or one that does not answer', async () => {
    const broken = () => Promise.reject(new Error('broken'))
    for (const load of [none, broken, () => Promise.resolve(locked)]) {
      const secrets = openSecrets('w', { load, patienceMs: 20 })
      expect(await secrets.keep('a', 'secret')).toBe('this-run')
      expect(await secrets.read('a')).toBe('secret')
      expect(await secrets.where('a')).toBe('this-run')
      expect(await secrets.read('b')).toBeNull()
    }
  })

  it('Y11 without a keychain they lie encrypted in a file of this person’s, over the end of the program', async () => {
    const secrets = openSecrets('w', { load: none, sealed: openSealedSecrets(folder, turned) })
    expect(await secrets.keep('a', 'a sécret')).toBe('encrypted')
    const file = join(folder, 'secrets.json')
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain('sécret')
    expect(text).not.toContain(Buffer.from('a sécret').toString('base64'))
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0)
    const later = openSecrets('w', { load: none, sealed: openSealedSecrets(folder, turned) })
    expect(await later.read('a')).toBe('a sécret')
    expect(await later.where('a')).toBe('encrypted')
    await later.forget('a')
    expect(await readFile(file, 'utf8')).toBe('{}\n')
  })

  it('Y11 nothing is written where encryption is not safe, fails, or would wait for the same locked keychain', async () => {
    const unsafe = { ...turned, isSafe: () => false }
    const failing = { ...turned, seal: () => { throw new Error('no key') } } // prettier-ignore
    for (const [sealer, load] of [
      [unsafe, none],
      [failing, none],
      [turned, () => Promise.resolve(locked)]
    ] as const) {
      const secrets = openSecrets('w', { load, patienceMs: 20, sealed: openSealedSecrets(folder, sealer) })
      expect(await secrets.keep('a', 'secret')).toBe('this-run')
      await expect(stat(join(folder, 'secrets.json'))).rejects.toThrow('ENOENT')
    }
    const apart = openSealedSecrets(folder, { ...turned, needsKeychain: false })
    const load = () => Promise.resolve(locked)
    expect(await openSecrets('w', { load, patienceMs: 20, sealed: apart }).keep('a', 'b')).toBe('encrypted')
  })

  it('Y11 what was kept last is what is read: an older one in another place does not come back', async () => {
    const { kept, keychain } = memoryKeychain()
    const sealed = openSealedSecrets(folder, turned)
    const load = () => Promise.resolve(keychain)
    await openSecrets('w', { load }).keep('a', 'first')
    await openSecrets('w', { load: none, sealed }).keep('a', 'second')
    expect(await openSecrets('w', { load, sealed }).read('a')).toBe('second')
    await openSecrets('w', { load, sealed }).keep('a', 'third', 'commands')
    expect([...kept.values()]).toEqual(['third'])
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe('{}\n')
  })

  it('A10 Y11 what the app alone reads lies encrypted first, moved there from the keychain when it is written; what commands read stays in the keychain', async () => {
    const { kept, keychain } = memoryKeychain()
    const load = () => Promise.resolve(keychain)
    const sealed = openSealedSecrets(folder, turned)
    const both = () => openSecrets('w', { load, sealed })
    await openSecrets('w', { load }).keep('a', 'of before')
    expect([await both().read('a'), await both().where('a')]).toEqual(['of before', 'keychain'])
    expect(await both().keep('a', 'new')).toBe('encrypted')
    expect(kept.size).toBe(0)
    expect([await both().read('a'), await both().where('a')]).toEqual(['new', 'encrypted'])
    expect(await both().keep('b', 'of a remote', 'commands')).toBe('keychain')
    expect([...kept.values()]).toEqual(['of a remote'])
    const unsafe = openSealedSecrets(folder, { ...turned, isSafe: () => false })
    expect(await openSecrets('w', { load, sealed: unsafe }).keep('c', 'x')).toBe('keychain')
    const waiting = openSecrets('w', { load: () => Promise.resolve(locked), patienceMs: 20, sealed })
    expect(await waiting.keep('d', 'x')).toBe('this-run')
    const without = openSecrets('w', { load: none, sealed: unsafe })
    expect(await without.keep('e', 'x')).toBe('this-run')
  })

  it('Y11 a keychain that answers late still takes the token, but not one that was forgotten meanwhile', async () => {
    const { kept, keychain } = memoryKeychain()
    const waiting: (() => void)[] = []
    const slow: Keychain = {
      ...keychain,
      setPassword: async (...args) => {
        await new Promise<void>((done) => waiting.push(done))
        await keychain.setPassword(...args)
      }
    }
    const secrets = openSecrets('w', { load: () => Promise.resolve(slow), patienceMs: 20 })
    expect(await secrets.keep('a', 'secret')).toBe('this-run')
    waiting.shift()?.()
    await until(async () => (await secrets.where('a')) === 'keychain')
    expect([...kept.values()]).toEqual(['secret'])
    expect(await secrets.keep('b', 'other')).toBe('this-run')
    await secrets.forget('b')
    waiting.shift()?.()
    await until(async () => (await secrets.keep('c', 'next')) === 'this-run' && waiting.length > 0)
    expect([...kept.values()]).toEqual(['secret'])
    waiting.shift()?.()
    await until(() => kept.size === 2)
  })

  it('Y11 a damaged file of secrets is as good as none, and is written anew', async () => {
    await writeFile(join(folder, 'secrets.json'), '{"w a":')
    const secrets = openSecrets('w', { load: none, sealed: openSealedSecrets(folder, turned) })
    expect(await secrets.read('a')).toBeNull()
    expect(await secrets.keep('a', 'secret')).toBe('encrypted')
    expect(await openSealedSecrets(folder, turned).read('w a')).toBe('secret')
  })
})
