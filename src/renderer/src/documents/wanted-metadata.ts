import type { ContentPath } from '../../../common/content/paths'
import type { NeededMetadata } from '../../../common/publishing/check-answers'
import { createStore } from '../state/store'
import { openDocument } from '../workbench/workbench'

/** What somebody wants to write of a page in its form, until that has the keyboard; null for nothing. */
export const wantedMetadata = createStore<{
  readonly path: ContentPath
  readonly key: NeededMetadata
} | null>(null)

/** Opens the page with the form of its metadata, at the field for this. */
export function writeMetadata(path: ContentPath, key: NeededMetadata): void {
  openDocument(path)
  wantedMetadata.set({ path, key })
}

/** What the button is called that does so. */
export const mendingWords: Readonly<Record<NeededMetadata, string>> = {
  title: 'Add a title',
  description: 'Add a description'
}
