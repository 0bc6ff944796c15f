import { createHash } from 'node:crypto'
import * as zlib from 'node:zlib'
import type { ContentHash } from './names'
import { digestOf } from './names'

/** sha256, lower-case hex. */
export const sha256 = (bytes: Uint8Array): ContentHash => digestOf(createHash('sha256').update(bytes))

/** So much is hashed at once: some milliseconds. */
const TURN_BYTES = 2 * 1024 * 1024

/** The same of a large content, with turns for others in between. The bytes must not change meanwhile. */
export async function sha256InTurns(bytes: Uint8Array): Promise<ContentHash> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve))
    hash.update(bytes.subarray(at, at + TURN_BYTES))
  }
  return digestOf(hash)
}

const table = new Uint32Array(256).map((_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** CRC-32 of a range of bytes: tells a torn or flipped line from a whole one, nothing more. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  // Node has it from 20.15 on, twenty times as fast; the oldest runtime that we run on has not
  return typeof zlib.crc32 === 'function'
    ? zlib.crc32(bytes.subarray(start, end))
    : ownCrc32(bytes, start, end)
}

/** The same without Node's help. */
export function ownCrc32(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xffffffff
  for (let at = start; at < end; at++)
    crc = ((table[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)) >>> 0
  return (crc ^ 0xffffffff) >>> 0
}
