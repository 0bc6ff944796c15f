import type { ContentPath } from '../../../../common/content/paths'
import { isDrawing, pictureExcess } from '../../../../common/content/picture-excess'
import { SIZE_WITHIN } from '../../../../common/content/picture-size'
import { inlineMedia, type Inlined } from './media-cache'
import { resolveAddress } from './resolve-address'

/**
 * A picture or other media as it may stand in a frame that loads nothing: of the workspace, or held by the
 * document itself.
 */
export async function frameMedia(address: string, page: ContentPath): Promise<Inlined> {
  if (/^data:(image|video|audio)\//i.test(address)) return held(address)
  const target = resolveAddress(address, page)
  return target ? await inlineMedia(target) : { kind: 'placeholder', why: `On another site: ${address}` }
}

/** What stands in the place of a picture that is not shown. */
export const placeholderWords = (alt: string | null, why: string): string =>
  [alt, why].filter(Boolean).join(' · ')

/** A picture that the document holds itself. */
function held(address: string): Inlined {
  const comma = address.indexOf(',')
  const type = address.slice('data:'.length, comma)
  const excess = pictureExcess(bytesIn(address.slice(comma + 1), type), type)
  return excess === null
    ? { kind: 'data', url: address }
    : { kind: 'placeholder', why: `This picture has ${excess}` }
}

/** Of a drawing all, else the first ones. */
function bytesIn(data: string, type: string): Uint8Array {
  try {
    if (!/;\s*base64\s*$/i.test(type)) return new TextEncoder().encode(decodeURIComponent(data))
    const plain = decodeURIComponent(isDrawing(type) ? data : data.slice(0, SIZE_WITHIN))
    return Uint8Array.from(atob(plain), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
