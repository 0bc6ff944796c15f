import { sha256 } from '../layout/checksum'

/**
 * A small JSON record as text that people can read and that tells when a bit of it has changed: the SHA-256
 * of the value's JSON stands beside it (W8).
 */
export function seal(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify({ sha256: checksumOf(value), value }, null, 2)}\n`)
}

/**
 * The value of a sealed record. JSON that was never sealed is taken as it is: the caller's parser judges it.
 * @throws Error when it is no JSON or not what was sealed
 */
export function unseal(bytes: Uint8Array): unknown {
  const read: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  if (typeof read !== 'object' || read === null || !('value' in read)) return read
  const told = 'sha256' in read ? read.sha256 : undefined
  if (checksumOf(read.value) !== told) throw new Error('the record does not match its checksum')
  return read.value
}

// null for what JSON has no word for, as JSON.stringify itself writes it in a list
const checksumOf = (value: unknown) => sha256(Buffer.from(JSON.stringify(value) ?? 'null'))
