import { workBounds } from './bounds'

const TAG = '<'.charCodeAt(0)

/** True for content with so few tags that work on it cannot take long, however it is written: a parser may repeat each of them. */
export function isLight(input: object): boolean {
  return Object.values(input).every(
    (value) => !(value instanceof Uint8Array) || countOf(TAG, value) <= workBounds.inlineTags
  )
}

function countOf(byte: number, bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1
  return count
}
