import { describe, expect, it } from 'vitest'
import { openSecrets, type Keychain } from '../../../src/main/importing/secrets'

describe('tokens of other services', () => {
  it('IM9 lie in the keychain, by workspace, and are forgotten there', async () => {
    const kept = new Map<string, string>()
    const keychain: Keychain = {
      getPassword: (service, account) => Promise.resolve(kept.get(`${service}/${account}`) ?? null),
      setPassword: (service, account, secret) =>
        Promise.resolve(void kept.set(`${service}/${account}`, secret)),
      deletePassword: (service, account) => Promise.resolve(kept.delete(`${service}/${account}`))
    }
    const first = openSecrets('w1', () => Promise.resolve(keychain))
    expect(await first.keep('admin https://a', 'secret')).toBe('keychain')
    const later = openSecrets('w1', () => Promise.resolve(keychain))
    expect(await later.read('admin https://a')).toBe('secret')
    expect(await openSecrets('w2', () => Promise.resolve(keychain)).read('admin https://a')).toBeNull()
    await later.forget('admin https://a')
    expect(kept.size).toBe(0)
  })

  it('IM9 are held for this run only where there is no keychain, or one that does not answer', async () => {
    const never = () => new Promise<never>(() => undefined)
    const locked: Keychain = { getPassword: never, setPassword: never, deletePassword: never }
    const broken = () => Promise.reject(new Error('broken'))
    for (const load of [() => Promise.resolve(null), broken, () => Promise.resolve(locked)]) {
      const secrets = openSecrets('w', load, 20)
      expect(await secrets.keep('a', 'secret')).toBe('this-run')
      expect(await secrets.read('a')).toBe('secret')
      expect(await secrets.read('b')).toBeNull()
    }
  })
})
