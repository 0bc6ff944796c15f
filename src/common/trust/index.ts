import { z } from 'zod'

export { addressShown, hostShown, plainText } from './plain-text'

/**
 * How far a workspace is trusted on this computer (T1). `restricted`: it was made elsewhere, and nobody has
 * said yes. `held`: it is trusted, and its last start did not come to its end, so nothing begins by itself.
 */
const trustState = z.enum(['trusted', 'held', 'restricted'])

/**
 * What a workspace sets going once it is trusted. Every text is plain: without controls, hosts as they are
 * asked for.
 */
const wouldDo = z.object({
  /** Servers that it syncs with. */
  syncs: z
    .object({
      name: z.string(),
      /** The service, without a slash at its end. */
      address: z.string(),
      /** The provider that its person signs in at; null for a pasted token. */
      signIn: z.string().nullable(),
      pairs: z.object({ local: z.string(), remote: z.string(), paused: z.boolean() }).array()
    })
    .array(),
  /** Imports that go on, and the sites and services that they ask. */
  imports: z.object({ into: z.string(), state: z.string(), hosts: z.string().array() }).array(),
  /** Whose tokens are believed. */
  identityProvider: z.object({ issuer: z.string(), audience: z.string() }).nullable(),
  /** Tokens that are good. */
  tokens: z
    .object({
      kind: z.enum(['access', 'site', 'admin']),
      email: z.string(),
      groups: z.string().array(),
      site: z.string().exactOptional()
    })
    .array(),
  /** Browsers that are signed in. */
  sessions: z.number()
})

/** Whether the open workspace is trusted, and what hangs on it. */
export const trustInfo = z.object({
  state: trustState,
  /** What to do to trust it, as a sentence; in the app its window does it. */
  howTo: z.string(),
  wouldDo
})

export type TrustState = z.infer<typeof trustState>
export type WouldDo = z.infer<typeof wouldDo>
export type TrustInfo = z.infer<typeof trustInfo>
