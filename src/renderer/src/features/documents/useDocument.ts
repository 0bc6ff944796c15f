import type { ContentPath } from '../../../../common/content/paths'
import type { SaveStatus } from './status'

/** What is true about the words in the document; null when it is not open or is no text. */
export function useSaveStatus(_path: ContentPath | null): SaveStatus | null {
  return null
}
