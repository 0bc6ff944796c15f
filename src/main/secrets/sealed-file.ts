import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../system/replace-file'

/** Encrypts with a key that the system keeps for this person: Electron’s safeStorage in the app. */
export interface Sealer {
  /** Whether it encrypts with a key that is not known to everybody. Asked before the first use only. */
  isSafe(): boolean
  /** Its key lies in the same keychain, so that it waits when the keychain waits. */
  readonly needsKeychain: boolean
  seal(text: string): Uint8Array
  /** @throws when it was not sealed here */
  open(sealed: Uint8Array): string
}

/** A file of secrets, each encrypted. What fails is told by the answer, never thrown. */
export interface SealedSecrets {
  readonly needsKeychain: boolean
  /** False when it cannot be kept safely. */
  keep(account: string, secret: string): Promise<boolean>
  read(account: string): Promise<string | null>
  forget(account: string): Promise<void>
}

const content = z.record(z.string(), z.string())

/** `secrets.json` in a folder of this person's. */
export function openSealedSecrets(folder: string, sealer: Sealer): SealedSecrets {
  const file = join(folder, 'secrets.json')
  let loaded: Promise<Map<string, string>> | null = null
  let safe: boolean | null = null
  let queue: Promise<unknown> = Promise.resolve()

  const entries = () => (loaded ??= load(file))
  const isSafe = () => {
    try {
      safe ??= sealer.isSafe()
    } catch {
      safe = false
    }
    return safe
  }

  /** @returns whether it is on the disk */
  function change(work: (all: Map<string, string>) => void): Promise<boolean> {
    const done = queue.then(async () => {
      const changed = new Map(await entries())
      work(changed)
      await replaceFile(file, `${JSON.stringify(Object.fromEntries(changed), null, 2)}\n`)
      loaded = Promise.resolve(changed)
    })
    queue = done.catch(() => undefined)
    return done.then(
      () => true,
      () => false
    )
  }

  return {
    needsKeychain: sealer.needsKeychain,
    async keep(account, secret) {
      if (!isSafe()) return false
      let sealed: string
      try {
        sealed = Buffer.from(sealer.seal(secret)).toString('base64')
      } catch {
        return false
      }
      return change((all) => all.set(account, sealed))
    },
    async read(account) {
      const sealed = (await entries()).get(account)
      if (sealed === undefined || !isSafe()) return null
      try {
        return sealer.open(Buffer.from(sealed, 'base64'))
      } catch {
        // sealed on another machine, or by a key that is gone
        return null
      }
    },
    async forget(account) {
      if ((await entries()).has(account)) await change((all) => void all.delete(account))
    }
  }
}

/** What is missing or damaged counts as empty: a token can be given anew. */
async function load(file: string): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(content.parse(JSON.parse(await readFile(file, 'utf8')))))
  } catch {
    return new Map()
  }
}
