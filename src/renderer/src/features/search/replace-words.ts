import { numberText } from '../../components/formats'
import type { NotReplaced } from './replace-state'

/** How much there is, in a few words. */
export const counted = (places: number, files: number): string =>
  `${numberText(places)} ${places === 1 ? 'place' : 'places'} in ${files === 1 ? '1 file' : `${numberText(files)} files`}`

/** Why something is found and stays as it is. */
export const whyItStays: Readonly<Record<NotReplaced['why'], string>> = {
  parted: 'goes over markup',
  unsafe: 'would be read as something else',
  forbidden: 'you may not write there',
  unversioned: 'no versions are kept of such files',
  unreadable: 'the file is not UTF-8, or too large or too deeply nested',
  slow: 'the pattern takes too long there'
}
