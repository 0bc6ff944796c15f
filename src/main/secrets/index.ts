import { installedKeychain, patientKeychain, type Keychain } from './keychain'
import type { SealedSecrets } from './sealed-file'

export type { Keychain } from './keychain'
export { openSealedSecrets, type Sealer } from './sealed-file'

/**
 * Where a secret lies: in the system's keychain, encrypted in a file, or in memory until the program ends.
 */
export type Kept = 'keychain' | 'encrypted' | 'this-run'

/**
 * Keeps tokens of other services (IM9, Y11): never in a file as they are, never in a log, never in an
 * argument.
 */
export interface SecretKeeper {
  /**
   * Resolves to where it is kept. Replaces what was kept under the name, wherever that was.
   * @param readBy `commands`: the command line reads it too, so it lies in the keychain while one answers
   * (A10); default: the app alone
   */
  keep(name: string, secret: string, readBy?: 'app' | 'commands'): Promise<Kept>
  read(name: string): Promise<string | null>
  /** Null when there is none. */
  where(name: string): Promise<Kept | null>
  forget(name: string): Promise<void>
}

interface SecretOptions {
  /** The keychain; looked for when it is first needed, null when there is none. */
  readonly load?: () => Promise<Keychain | null>
  /** A file of encrypted secrets, for a system whose keychain does not do. */
  readonly sealed?: SealedSecrets | null
  /** How long a call to the keychain may take. */
  readonly patienceMs?: number
}

interface Held {
  readonly secret: string
  readonly kept: Kept
}

/**
 * Secrets of one workspace: encrypted in a file by a key of the system, else in the system's keychain, else
 * in memory only (A10). What lies in another place from before is found there.
 * @param workspace its id: two workspaces do not share tokens
 */
export function openSecrets(workspace: string, options: SecretOptions = {}): SecretKeeper {
  const { load = installedKeychain, sealed = null, patienceMs } = options
  const keychain = patientKeychain(load, patienceMs)
  const held = new Map<string, Held>()
  const accountOf = (name: string) => `${workspace} ${name}`
  let queue: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what is kept last is what lies there. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }

  async function keep(name: string, secret: string, readBy: 'app' | 'commands'): Promise<Kept> {
    const account = accountOf(name)
    held.set(name, { secret, kept: 'this-run' })
    if (readBy === 'app' && sealed && (await seal(account, secret, () => keychain.answers()))) {
      held.set(name, { secret, kept: 'encrypted' })
      // an older one must not come back
      await keychain.remove(account)
      return 'encrypted'
    }
    const written = await keychain.set(account, secret, () => keptLate(name, secret))
    const isSealed =
      written !== 'done' &&
      readBy === 'commands' &&
      (await seal(account, secret, () => Promise.resolve(written)))
    const kept = written === 'done' ? 'keychain' : isSealed ? 'encrypted' : 'this-run'
    if (kept !== 'encrypted') await sealed?.forget(account)
    held.set(name, { secret, kept })
    return kept
  }

  /**
   * A keychain that waits for its person would keep what encrypts by it waiting too, and the whole program
   * with it.
   */
  async function seal(account: string, secret: string, keychainNow: () => Promise<string>): Promise<boolean> {
    if (!sealed || (sealed.needsKeychain && (await keychainNow()) === 'late')) return false
    return sealed.keep(account, secret)
  }

  /** The keychain took it after all. @returns whether it may stay there */
  async function keptLate(name: string, secret: string): Promise<boolean> {
    if (held.get(name)?.secret !== secret) return false
    held.set(name, { secret, kept: 'keychain' })
    await sealed?.forget(accountOf(name))
    return true
  }

  async function find(name: string): Promise<Held | null> {
    const known = held.get(name)
    if (known) return known
    const account = accountOf(name)
    const opened = await sealed?.read(account)
    if (opened !== undefined && opened !== null) return remember(name, opened, 'encrypted')
    const found = await keychain.get(account, (late) => {
      if (late !== null && !held.has(name)) remember(name, late, 'keychain')
    })
    return found === null ? null : remember(name, found, 'keychain')
  }

  function remember(name: string, secret: string, kept: Kept): Held {
    const one = { secret, kept }
    held.set(name, one)
    return one
  }

  return {
    keep: (name, secret, readBy = 'app') => inTurn(() => keep(name, secret, readBy)),
    read: async (name) => held.get(name)?.secret ?? (await inTurn(() => find(name)))?.secret ?? null,
    where: async (name) => (held.get(name) ?? (await inTurn(() => find(name))))?.kept ?? null,
    forget: (name) =>
      inTurn(async () => {
        held.delete(name)
        await sealed?.forget(accountOf(name))
        await keychain.remove(accountOf(name))
      })
  }
}
