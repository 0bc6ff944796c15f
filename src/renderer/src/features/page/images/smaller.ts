import { mediaTypeOf } from '../../../../../common/formats/files'
import { splitName } from '../../../../../common/content/paths'
import { pictureExcess } from '../../../../../common/content/picture-excess'
import { pictureSize, SIZE_WITHIN } from '../../../../../common/content/picture-size'
import { shrunk } from '../../../engines/preview/shrunk'

/** Dots on the longer side that a page shows at most. */
const MOST_DOTS = 2560
/** Bytes of a photo that is not called large, whatever its dots. */
const MOST_BYTES = 2_000_000
/** Kinds that lose nothing that a person would miss. */
const shrinking: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** A picture that could be smaller. */
export interface LargePicture {
  readonly file: File
  readonly width: number
  readonly height: number
}

/**
 * Whether a picture is larger than a page needs and can be made smaller: no drawing, nothing that moves,
 * nothing too large to be drawn. Null for any other.
 */
export async function largePicture(file: File): Promise<LargePicture | null> {
  const type = typeOf(file)
  if (!shrinking.has(type)) return null
  const bytes = new Uint8Array(await file.slice(0, SIZE_WITHIN).arrayBuffer())
  const size = pictureSize(bytes)
  if (!size || isMoving(bytes) || pictureExcess(bytes, type) !== null) return null
  const isWide = Math.max(size.width, size.height) > MOST_DOTS
  const isHeavy = type !== 'image/png' && file.size > MOST_BYTES
  return isWide || isHeavy ? { file, ...size } : null
}

/** The same picture with at most so many dots; itself where that is not smaller, or cannot be made. */
export async function smallerPicture({ file }: LargePicture): Promise<File> {
  const type = typeOf(file)
  const blob = await shrunk(() => Promise.resolve(file), { most: MOST_DOTS, type })
  return blob instanceof Blob && blob.size < file.size ? new File([blob], file.name, { type }) : file
}

const typeOf = ({ name, type }: File): string => type || mediaTypeOf(splitName(name).ext)

/** Whether a PNG or a WebP says that it moves. */
export function isMoving(bytes: Uint8Array): boolean {
  const text = (at: number, count: number) => String.fromCharCode(...bytes.slice(at, at + count))
  if (text(0, 4) === 'RIFF' && text(8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 2) !== 0
  if (text(1, 3) !== 'PNG') return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = text(at + 4, 4)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}
