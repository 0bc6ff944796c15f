import { beginsWith } from './first-bytes'
import { numberText } from '../number-text'

/** Width and height in dots. */
interface PictureSize {
  readonly width: number
  readonly height: number
}

/** So many bytes from the start tell the size of nearly every picture; a JPEG may carry more before it. */
export const SIZE_WITHIN = 256 * 1024

/** Decoded it takes four bytes a dot: more than this holds up the window, or ends it. */
const MOST_DOTS = 150_000_000

/** What is said of a picture that is too large to be drawn, `30,000 × 30,000 dots`; null when it can be. */
export function tooManyDots(bytes: Uint8Array): string | null {
  const size = pictureSize(bytes)
  if (!size || size.width * size.height <= MOST_DOTS) return null
  return `${numberText(size.width)} × ${numberText(size.height)} dots, and at most ${numberText(MOST_DOTS)} in all are drawn`
}

/**
 * The size of a PNG, GIF, JPEG, WebP or BMP from its first bytes, without decoding it; null for everything
 * else.
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const begins = (letters: string, at?: number) => beginsWith(bytes, letters, at)
  if (begins('\x89PNG\r\n\x1a\n') && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) }
  if (begins('GIF8') && bytes.length >= 10)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (begins('BM') && bytes.length >= 26)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }
  if (begins('RIFF') && begins('WEBP', 8) && bytes.length >= 30) return webpSize(view, bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(view)
  return null
}

function webpSize(view: DataView, bytes: Uint8Array): PictureSize | null {
  const kind = bytes[15]
  const three = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16)
  if (kind === 0x58) return { width: three(24) + 1, height: three(27) + 1 }
  if (kind === 0x4c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** The frame header comes after any number of other segments. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    if (marker === 0xff) at += 1
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}
