import type { SecretKeeper } from '../../secrets'

/** Under which name a site token is kept: by the host that it is for. */
export const siteTokenName = (address: string): string => `site ${new URL(address).origin}`

/** A token is kept for who gave it, and nobody else. */
export const ownSecret = (name: string, email: string): string => `${name} ${email.toLowerCase()}`

/** Null when it is not known (any more). */
export const tokenOf = (
  { secrets, email }: { readonly secrets: SecretKeeper; readonly email: string },
  name: string
): Promise<string | null> => secrets.read(ownSecret(name, email))

/** The tokens that were given, by their names. */
export function givenTokens(
  pairs: readonly (readonly [name: string | null, token: string | undefined])[]
): ReadonlyMap<string, string> {
  return new Map(
    pairs.flatMap(([name, token]) =>
      name !== null && token !== undefined && token.trim() !== '' ? [[name, token.trim()] as const] : []
    )
  )
}
