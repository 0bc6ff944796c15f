import { setTimeout as sleep } from 'node:timers/promises'

/** Keeps tokens of other services: in the keychain of the system, or not at all. Never in a file as they are, never in a log (IM9). */
export interface SecretKeeper {
  /** Resolves to where it is kept: for this run only when the system has no keychain that answers. */
  keep(name: string, secret: string): Promise<'keychain' | 'this-run'>
  read(name: string): Promise<string | null>
  forget(name: string): Promise<void>
}

/** What is used of the package keytar. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

const SERVICE = 'Galley'
/** A keychain that is locked may wait for a person for ever. */
const PATIENCE_MS = 4000

/**
 * Secrets of this workspace.
 * @param workspace its id: two workspaces do not share tokens
 * @param patienceMs how long a call may take
 * @param load the keychain; looked for when it is first needed, null when there is none
 */
export function openSecrets(
  workspace: string,
  load: () => Promise<Keychain | null> = installedKeychain,
  patienceMs = PATIENCE_MS
): SecretKeeper {
  const ofThisRun = new Map<string, string>()
  let opened: Promise<Keychain | null> | null = null

  async function ask<T>(work: (keychain: Keychain) => Promise<T>): Promise<T | null> {
    const keychain = await (opened ??= load().catch(() => null))
    if (!keychain) return null
    const asked = work(keychain)
    asked.catch(() => undefined)
    const late = sleep(patienceMs, null, { ref: false })
    try {
      return await Promise.race([asked, late])
    } catch {
      return null
    }
  }
  const account = (name: string) => `${workspace} ${name}`

  return {
    async keep(name, secret) {
      ofThisRun.set(name, secret)
      const done = await ask(async (keychain) => {
        await keychain.setPassword(SERVICE, account(name), secret)
        return true
      })
      return done ? 'keychain' : 'this-run'
    },
    async read(name) {
      return ofThisRun.get(name) ?? (await ask((keychain) => keychain.getPassword(SERVICE, account(name))))
    },
    async forget(name) {
      ofThisRun.delete(name)
      await ask((keychain) => keychain.deletePassword(SERVICE, account(name)))
    }
  }
}

/** The optional package keytar, where it could be installed. */
async function installedKeychain(): Promise<Keychain | null> {
  const name = 'keytar'
  const module: unknown = await import(/* @vite-ignore */ name)
  const found = hasDefault(module) ? module.default : module
  return isKeychain(found) ? found : null
}

const hasDefault = (module: unknown): module is { readonly default: unknown } =>
  typeof module === 'object' && module !== null && 'default' in module

const isKeychain = (value: unknown): value is Keychain =>
  typeof value === 'object' &&
  value !== null &&
  ['getPassword', 'setPassword', 'deletePassword'].every(
    (name) => typeof Reflect.get(value, name) === 'function'
  )
