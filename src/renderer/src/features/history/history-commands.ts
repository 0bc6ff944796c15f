import { hasVersions } from '../../../../common/formats/files'
import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import type { Command } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { awaitField } from '../../workbench/typing-ahead'
import { showPanelOf } from '../../workbench/panels'
import { openCompare } from '../../workbench/workbench'
import { pairOf } from '../sync'
import { compareWithNewest } from '../../documents/versions/compare-newest'
import { compareWithSeen } from '../../documents/since/visit'
import { compareWith, outsideStates } from './compare-with'
import { askForLabel } from './label-request'
import { remoteNow, showRemoteHistory } from '../../documents/versions/remote-versions'

/** What can be done with the history of the document that is shown. */
export function historyCommands(path: ContentPath): Command[] {
  const versioned = () => hasVersions(splitName(nameOf(path)).ext)
  return [
    {
      ...viewCommand('history.create-version'),
      enabled: versioned,
      run: () => {
        awaitField()
        showPanelOf('inspector', 'history')
        askForLabel()
      }
    },
    {
      ...viewCommand('history.compare-previous'),
      enabled: versioned,
      run: () => compareWithNewest(path)
    },
    {
      ...viewCommand('history.compare-seen'),
      enabled: versioned,
      run: () => compareWithSeen(path)
    },
    {
      ...viewCommand('history.server-versions'),
      enabled: () => versioned() && pairOf(path) !== null,
      run: async () => {
        const own = pairOf(path)
        showPanelOf('inspector', 'history')
        if (own) await showRemoteHistory(path, own.pair)
      }
    },
    {
      ...viewCommand('history.compare-server'),
      enabled: () => pairOf(path) !== null,
      run: () => {
        const own = pairOf(path)
        if (own) openCompare(path, remoteNow(path, own.pair, own.server), { kind: 'current', path })
      }
    },
    ...outsideStates.map(({ state }): Command => ({
      ...viewCommand(`history.compare-${state}`),
      run: () => compareWith(path, state)
    }))
  ]
}
