import { hasVersions } from '../../../../common/content/media-types'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import type { Command } from '../../app/commands'
import { awaitField } from '../../app/typing-ahead'
import { showPanelOf } from '../../app/panels'
import { openCompare } from '../../app/workbench'
import { pairOf } from '../sync'
import { compareWithNewest } from './compare-newest'
import { compareWith, outsideStates } from './compare-with'
import { askForLabel } from './label-request'
import { remoteNow, showRemoteHistory } from './remote-versions'

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
        showPanelOf('inspector', 'history')
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
    {
      id: 'history.server-versions',
      title: 'Show the versions on the server',
      group: 'History',
      enabled: () => versioned() && pairOf(path) !== null,
      run: async () => {
        const own = pairOf(path)
        showPanelOf('inspector', 'history')
        if (own) await showRemoteHistory(path, own.pair)
      }
    },
    {
      id: 'history.compare-server',
      title: 'Compare with what is on the server',
      group: 'History',
      enabled: () => pairOf(path) !== null,
      run: () => {
        const own = pairOf(path)
        if (own) openCompare(path, remoteNow(path, own.pair, own.server), { kind: 'current', path })
      }
    },
    ...outsideStates.map(({ state, title }): Command => ({
      id: `history.compare-${state}`,
      title,
      group: 'History',
      run: () => compareWith(path, state)
    }))
  ]
}
