import { useEffect } from 'react'
import type { WorkspaceInfo } from '../../../../common/api/types'
import { desktop } from '../../workbench/bridge'
import { registerCommands } from '../../workbench/commands/commands'
import { backUpWorkspace } from './back-up'
import { followBackups } from './progress'
import { showRestore } from './show-restore'

/** In the app: making a backup, a workspace of one, and how far that is. */
export function useBackupCommands(workspace: WorkspaceInfo): void {
  useEffect(followBackups, [])
  useEffect(() => {
    if (!desktop()) return
    return registerCommands([
      {
        id: 'workspace.back-up',
        title: 'Back up this workspace…',
        group: 'Workspace',
        run: backUpWorkspace
      },
      {
        id: 'workspace.restore',
        title: 'Restore from a backup…',
        group: 'Workspace',
        run: () => showRestore(workspace.location ?? '')
      }
    ])
  }, [workspace])
}
