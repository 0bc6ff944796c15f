import { beginsWith } from './first-bytes'

/**
 * The media type of a picture that pages show, by its first bytes, whatever its name or its sender says; null
 * for everything else.
 */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  const begins = (letters: string, at?: number) => beginsWith(bytes, letters, at)
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins('\xff\xd8\xff')) return 'image/jpeg'
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  if (begins('ftypavif', 4) || begins('ftypavis', 4)) return 'image/avif'
  return isSvg(bytes) ? 'image/svg+xml' : null
}

const LOOKED_AT = 4096

/** A document whose first element is `svg`, behind what may stand before it. */
function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT))
  const first = text
    .replace(/^\ufeff/, '')
    .replace(/^(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^>[]*>)*/i, '')
  return /^<svg[\s>/]/i.test(first)
}
