import { mediaTypeOf } from '../../../../../common/formats/files'
import { splitName } from '../../../../../common/content/paths'
import { pictureExcess } from '../../../../../common/content/picture-excess'
import { pictureSize, SIZE_WITHIN } from '../../../../../common/content/picture-size'

/** Dots on the longer side that a page shows at most. */
const MOST_DOTS = 2560
/** Bytes of a photo that is not called large, whatever its dots. */
const MOST_BYTES = 2_000_000
/** As good as one sees. */
const QUALITY = 0.85

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
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  try {
    const scale = Math.min(1, MOST_DOTS / Math.max(picture.width, picture.height))
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: typeOf(file), quality: QUALITY })
    return blob.type === typeOf(file) && blob.size < file.size
      ? new File([blob], file.name, { type: blob.type })
      : file
  } finally {
    picture.close()
  }
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
