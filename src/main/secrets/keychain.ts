import { setTimeout as sleep } from 'node:timers/promises'

/** What is used of the package keytar. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** A keychain that never keeps anybody waiting for long. */
interface PatientKeychain {
  /**
   * `none`: there is no keychain. `late`: it has not answered yet; when it does, `onLate` says whether the
   * secret may stay.
   */
  set(
    account: string,
    secret: string,
    onLate: () => Promise<boolean>
  ): Promise<'done' | 'none' | 'failed' | 'late'>
  /** Null when there is none, or no answer; a late answer goes to `onLate`. */
  get(account: string, onLate: (secret: string | null) => void): Promise<string | null>
  remove(account: string): Promise<void>
  /** Whether it answers at all just now. */
  answers(): Promise<'done' | 'none' | 'failed' | 'late'>
}

const SERVICE = 'Galley'
/** A keychain that is locked may wait for a person for ever. */
const PATIENCE_MS = 4000

type Asked<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'none' | 'failed' | 'late' }

/** Each call has a time limit; while one is late, no other is made. */
export function patientKeychain(
  load: () => Promise<Keychain | null>,
  patienceMs = PATIENCE_MS
): PatientKeychain {
  let opened: Promise<Keychain | null> | null = null
  let isStuck = false

  async function ask<T>(
    work: (keychain: Keychain) => Promise<T>,
    onLate: (value: T, keychain: Keychain) => Promise<void>
  ): Promise<Asked<T>> {
    const keychain = await (opened ??= load().catch(() => null))
    if (!keychain) return { kind: 'none' }
    if (isStuck) return { kind: 'late' }
    const asked: Promise<Asked<T>> = work(keychain).then(
      (value) => ({ kind: 'done', value }),
      () => ({ kind: 'failed' })
    )
    const first = await Promise.race([asked, sleep(patienceMs, { kind: 'late' } as const, { ref: false })])
    if (first.kind === 'late') {
      isStuck = true
      void asked
        .then((answer) => (answer.kind === 'done' ? onLate(answer.value, keychain) : undefined))
        .catch(() => undefined)
        .finally(() => {
          isStuck = false
        })
    }
    return first
  }

  return {
    async set(account, secret, onLate) {
      const { kind } = await ask(
        (keychain) => keychain.setPassword(SERVICE, account, secret),
        async (_, keychain) => {
          if (!(await onLate())) await keychain.deletePassword(SERVICE, account)
        }
      )
      return kind
    },
    async get(account, onLate) {
      const asked = await ask(
        (keychain) => keychain.getPassword(SERVICE, account),
        (value) => Promise.resolve(onLate(value))
      )
      return asked.kind === 'done' ? asked.value : null
    },
    async answers() {
      const asked = await ask(
        (keychain) => keychain.getPassword(SERVICE, 'is it there?'),
        () => Promise.resolve()
      )
      return asked.kind
    },
    async remove(account) {
      await ask(
        (keychain) => keychain.deletePassword(SERVICE, account),
        () => Promise.resolve()
      )
    }
  }
}

/** The optional package keytar, where it could be installed. */
export async function installedKeychain(): Promise<Keychain | null> {
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
