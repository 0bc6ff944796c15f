import type { ContentPath } from '../../../common/content/paths'
import { formatOfPath } from '../../../common/formats/files'

/** Files that people can read and write as text; the rest is shown as media. */
export const isText = (path: ContentPath): boolean => formatOfPath(path) !== 'media'
