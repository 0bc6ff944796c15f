import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { GalleyError } from '../../common/errors'
import type { Channel } from './channel'

/** What a release tells of itself. Times are ISO 8601. */
const payload = z.object({
  channel: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
  /** Counts up with each manifest of a channel: an older one cannot be played again. */
  sequence: z.int().min(0),
  issued: z.iso.datetime(),
  expires: z.iso.datetime(),
  /** The oldest release of a system that it runs on, by platform: `linux`, `darwin`, `win32`. */
  minimumSystem: z.record(z.string(), z.string().max(100)).optional(),
  files: z
    .object({
      /** `linux-x64-deb`, `darwin-arm64-dmg` … */
      platform: z.string().max(60),
      url: z.string().max(2048),
      size: z
        .int()
        .min(1)
        .max(2 ** 32),
      sha256: z.string().regex(/^[0-9a-f]{64}$/)
    })
    .array()
    .max(50),
  notes: z.string().max(20_000)
})
export type Manifest = z.infer<typeof payload>
export type ReleaseFile = Manifest['files'][number]

const envelope = z.object({
  payload: z.base64().max(200_000),
  signatures: z
    .object({ key: z.string().max(60), sig: z.base64().max(200) })
    .array()
    .max(10)
})

/**
 * The manifest in the bytes of an answer. Refused, in this order (UP3): no good signature by a known key;
 * another channel; expired; a sequence lower than one seen before.
 * @param seen the highest sequence of this channel so far
 * @throws GalleyError damaged, untrusted
 */
export function manifestIn(
  bytes: Uint8Array,
  { name, keys }: Pick<Channel, 'name' | 'keys'>,
  { now, seen }: { readonly now: number; readonly seen: number }
): Manifest {
  const sealed = envelope.safeParse(jsonIn(bytes))
  if (!sealed.success) throw refused('What came is no manifest of a release.', 'damaged')
  const signed = Buffer.from(sealed.data.payload, 'base64')
  if (!sealed.data.signatures.some(({ key, sig }) => isGood(keys.get(key), signed, sig)))
    throw refused('Nobody whom this Galley trusts has signed it. It was not looked at any further.')
  const read = payload.safeParse(jsonIn(signed))
  if (!read.success) throw refused('Its manifest is signed, and cannot be read by this Galley.', 'damaged')
  const manifest = read.data
  if (manifest.channel !== name) throw refused('It is of another channel than this Galley.')
  if (Date.parse(manifest.expires) <= now)
    throw refused(
      'It has expired. Whoever releases Galley has to sign a new one; check the clock of this computer, too.'
    )
  if (manifest.sequence < seen)
    throw refused('It is older than one that was seen here before: somebody may be holding updates back.')
  return manifest
}

function isGood(key: string | undefined, signed: Uint8Array, signature: string): boolean {
  if (key === undefined) return false
  try {
    const known = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return (
      known.asymmetricKeyType === 'ed25519' && verify(null, signed, known, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}

const refused = (message: string, reason: 'untrusted' | 'damaged' = 'untrusted') =>
  new GalleyError(reason, message)

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
