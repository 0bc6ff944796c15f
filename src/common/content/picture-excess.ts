import { tooMuchToDraw } from './drawing-cost'
import { tooManyDots } from './picture-size'

/**
 * What is said of a picture that would hold up the window (E12), to follow “It has”; null when it can be
 * shown.
 * @param bytes of a drawing all of them, of another picture the first
 */
export function pictureExcess(bytes: Uint8Array, mediaType: string): string | null {
  return isDrawing(mediaType) ? tooMuchToDraw(bytes) : tooManyDots(bytes)
}

export const isDrawing = (mediaType: string): boolean => /^\s*image\/svg\b/i.test(mediaType)
