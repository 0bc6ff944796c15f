import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { FolderStore } from '../store/types'

/** What a number to write by belongs to. */
interface Of {
  /** The file's id. */
  readonly room: string
  readonly epoch: string
  readonly client: number
  readonly email: string
}

/**
 * Keys to the numbers that people write by. A key says by itself whose its number is, so that whoever was away
 * goes on with it, though the service has forgotten them, or has never heard of a letter by that number.
 */
export interface Keys {
  keyTo(of: Of): string
  isKeyTo(of: Of, key: string): boolean
}

const kept = z.object({ secret: z.string().nullable().default(null) })

/** Where no disk takes the secret, the keys are good until the service ends. */
export async function openKeys(
  store: Pick<FolderStore, 'document'>,
  report: (error: unknown) => void
): Promise<Keys> {
  const document = store.document('rooms-key', (value) => kept.parse(value ?? {}), kept.parse({}))
  const made = randomBytes(32).toString('base64url')
  const secret = await document
    .read()
    .then(
      (now) =>
        now.secret ?? document.update((last) => ({ secret: last.secret ?? made })).then((all) => all.secret)
    )
    .catch((error: unknown) => {
      report(error)
      return made
    })
  const keyTo = ({ room, epoch, client, email }: Of) =>
    createHmac('sha256', secret ?? made)
      .update(JSON.stringify([room, epoch, client, email]))
      .digest('base64url')
  return {
    keyTo,
    isKeyTo(of, key) {
      const [own, said] = [Buffer.from(keyTo(of)), Buffer.from(key)]
      return own.length === said.length && timingSafeEqual(own, said)
    }
  }
}
