import { hasVersions } from '../../../../common/content/media-types'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import type { Command } from '../../app/commands'
import { awaitField } from '../../app/typing-ahead'
import { updateWorkbench } from '../../app/workbench'
import { compareWithNewest } from './compare-newest'
import { compareWith, outsideStates } from './compare-with'
import { askForLabel } from './label-request'

/** What can be done with the history of the document that is shown. */
export function historyCommands(path: ContentPath): Command[] {
  const versioned = () => hasVersions(splitName(nameOf(path)).ext)
  return [
    {
      id: 'history.create-version',
      title: 'Create version…',
      group: 'History',
      shortcut: 'mod+alt+S',
      enabled: versioned,
      run: () => {
        awaitField()
        updateWorkbench((state) => ({ ...state, inspector: 'history', inspectorOpen: true }))
        askForLabel()
      }
    },
    {
      id: 'history.compare-previous',
      title: 'Compare with the newest version',
      group: 'History',
      shortcut: 'mod+alt+D',
      enabled: versioned,
      run: () => compareWithNewest(path)
    },
    ...outsideStates.map(({ state, title }): Command => ({
      id: `history.compare-${state}`,
      title,
      group: 'History',
      run: () => compareWith(path, state)
    }))
  ]
}
