import { z } from 'zod'
import { GalleyError } from '../../../common/errors'
import type { Kept, SecretKeeper } from '../../secrets'

const record = z.object({
  /** Origin of the server that it was given for. */
  origin: z.string(),
  /** Who gave it, in small letters. */
  person: z.string(),
  secret: z.string()
})

/** What is kept for a remote, and for whom. `other`: it was given for another server, or by somebody else. */
type Pinned =
  | { readonly kind: 'none' }
  | { readonly kind: 'kept'; readonly secret: string; readonly kept: Kept | null }
  | { readonly kind: 'other'; readonly why: string }

/**
 * Secrets of remotes, each for one server and one person: another address in the settings does not get them
 * (Y11).
 */
export interface PinnedSecrets {
  keep(id: string, base: string, secret: string): Promise<Kept>
  /** To tell of it. */
  look(id: string, base: string): Promise<Pinned>
  /** To send it: what an earlier version kept counts for this server from now on, and for no other. */
  take(id: string, base: string): Promise<Pinned>
  forget(id: string): Promise<void>
}

interface PinnedNames {
  readonly name: string
  /** Under which earlier versions kept it, without saying for which server. */
  readonly oldName: string
  /** In the sentence: `token`, `sign-in`. */
  readonly what: string
}

/** @param person who works here now, by e-mail */
export function openPinned(
  secrets: SecretKeeper,
  { name, oldName, what }: PinnedNames,
  person: () => string
): PinnedSecrets {
  const keep = (id: string, base: string, secret: string) =>
    secrets.keep(
      `${name} ${id}`,
      JSON.stringify({ origin: originOf(base), person: person().toLowerCase(), secret }),
      'commands'
    )

  /** Given before servers were written down with it. */
  async function old(id: string): Promise<Pinned> {
    const secret = await secrets.read(`${oldName} ${id}`)
    return secret === null
      ? { kind: 'none' }
      : { kind: 'kept', secret, kept: await secrets.where(`${oldName} ${id}`) }
  }

  async function look(id: string, base: string): Promise<Pinned> {
    const text = await secrets.read(`${name} ${id}`)
    if (text === null) return old(id)
    const found = parsed(text)
    if (!found) return { kind: 'none' }
    const origin = originOf(base)
    if (found.origin !== origin)
      return {
        kind: 'other',
        why: `The ${what} was given for ${found.origin}, and the address of this server is ${origin} now. It was not sent there. If the new address is right, give another one.`
      }
    if (found.person !== person().toLowerCase())
      return {
        kind: 'other',
        why: `The ${what} was given by ${found.person}, and ${person()} works here now. It was not used.`
      }
    return { kind: 'kept', secret: found.secret, kept: await secrets.where(`${name} ${id}`) }
  }

  return {
    keep,
    look,
    async take(id, base) {
      const found = await look(id, base)
      if (found.kind !== 'kept' || (await secrets.read(`${name} ${id}`)) !== null) return found
      const kept = await keep(id, base, found.secret)
      await secrets.forget(`${oldName} ${id}`)
      return { ...found, kept }
    },
    async forget(id) {
      await secrets.forget(`${name} ${id}`)
      await secrets.forget(`${oldName} ${id}`)
    }
  }
}

/** @throws GalleyError unauthenticated for what was given for another server or by somebody else */
export function secretIn(pinned: Pinned): string | null {
  if (pinned.kind === 'other') throw new GalleyError('unauthenticated', pinned.why)
  return pinned.kind === 'kept' ? pinned.secret : null
}

const originOf = (base: string): string => new URL(base).origin

function parsed(text: string): z.infer<typeof record> | null {
  try {
    return record.parse(JSON.parse(text))
  } catch {
    return null
  }
}
