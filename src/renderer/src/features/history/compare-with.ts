import { viewCommand } from '../../workbench/commands/view-commands'
import type { ContentPath } from '../../../../common/content/paths'
import { openCompare } from '../../workbench/workbench'
import { sentenceOf } from '../../api'
import { notifyFailure } from '../../workbench/toast'
import { chooseDiskFile, askForOtherFile } from '../compare'

/** Something that is not in the file's history, to compare what is there now with (D15). */
type OutsideState = 'live' | 'preview' | 'file' | 'disk'

export const outsideStates: readonly { readonly state: OutsideState; readonly title: string }[] = [
  { state: 'live', title: viewCommand('history.compare-live').title },
  { state: 'preview', title: viewCommand('history.compare-preview').title },
  { state: 'file', title: viewCommand('history.compare-file').title },
  { state: 'disk', title: viewCommand('history.compare-disk').title }
]

/** Opens what is there now beside it, after asking which file where there is a choice. */
export async function compareWith(path: ContentPath, state: OutsideState): Promise<void> {
  const now = { kind: 'current', path } as const
  switch (state) {
    case 'live':
    case 'preview':
      return openCompare(path, { kind: 'published', path, environment: state }, now)
    case 'file':
      return askForOtherFile(path, (other) => openCompare(path, { kind: 'current', path: other }, now))
    case 'disk':
      try {
        const chosen = await chooseDiskFile(path)
        if (chosen) openCompare(path, chosen, now)
      } catch (problem) {
        notifyFailure('The file could not be read', sentenceOf(problem))
      }
  }
}
