import { nameOf, splitName, type ContentPath } from '../../../common/content/paths'
import { kindOf, mediaTypeOf } from '../../../common/formats/media/media-types'

/** Files that people can read and write as text; the rest is shown as media. */
export function isText(path: ContentPath): boolean {
  const { ext } = splitName(nameOf(path))
  const kind = kindOf(ext)
  if (kind !== 'other') return kind === 'html' || kind === 'json'
  const type = mediaTypeOf(ext)
  return type.startsWith('text/') || /\/(json|xml|yaml)$/.test(type)
}
