import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import type { WorkspaceInfo } from '../../../../common/api/types'
import { registerCommands, type Command } from '../../workbench/commands/commands'
import { awaitField } from '../../workbench/typing-ahead'
import { desktop } from '../../workbench/bridge'
import { changeEditorSettings, editorSettings } from '../../workbench/editor-settings'
import { addDictionary, spelling, turnSpelling, useSpelling } from '../../workbench/spelling'
import { notifyFailure } from '../../workbench/toast'
import { checkNow } from '../health'
import { askToRevokeEverything } from './revoke-everything'
import { SettingsDialog } from './SettingsDialog'

/** What leads to the settings, and to parts of them. */
export function useSettingsCommands(workspace: WorkspaceInfo): void {
  // known before it is asked for
  useSpelling()
  useEffect(() => registerCommands(settingsCommands(workspace)), [workspace])
}

const settingsCommands = (workspace: WorkspaceInfo): Command[] => [
  {
    id: 'workspace.settings',
    title: 'Settings',
    group: 'Workspace',
    shortcut: 'mod+,',
    run: () => showSettings(workspace)
  },
  {
    id: 'workspace.together',
    title: 'Write together',
    group: 'Workspace',
    checked: () => !editorSettings().apart,
    run: () => changeEditorSettings({ apart: !editorSettings().apart })
  },
  ...spellingCommands(),
  ...healthCommands(workspace),
  {
    id: 'workspace.revoke-everything',
    title: 'Sign everybody out and revoke every token…',
    group: 'Workspace',
    enabled: () => workspace.you?.owner !== false,
    run: askToRevokeEverything
  },
  {
    id: 'workspace.shortcuts',
    title: 'Change keyboard shortcuts…',
    group: 'Workspace',
    run: () => showSettings(workspace, 'shortcuts')
  }
]

/** Of the app: a browser checks by itself. */
function spellingCommands(): Command[] {
  if (!desktop()) return []
  return [
    {
      id: 'page.spelling',
      title: 'Check spelling',
      group: 'Edit',
      checked: () => spelling().on,
      run: () => turnSpelling(!spelling().on)
    },
    {
      id: 'page.spelling-dictionary',
      title: 'Spelling dictionary…',
      group: 'Edit',
      enabled: () => !spelling().bySystem,
      run: async () => {
        const problem = await addDictionary()
        if (problem !== null) notifyFailure('No dictionary was added', problem)
      }
    }
  ]
}

/** Of the owner, who alone is told how the workspace fares. */
function healthCommands(workspace: WorkspaceInfo): Command[] {
  if (workspace.you?.owner === false) return []
  const show = () => showSettings(workspace, 'health')
  return [
    { id: 'workspace.health', title: 'Workspace health', group: 'Workspace', run: show },
    {
      id: 'workspace.check-now',
      title: 'Check the whole workspace now',
      group: 'Workspace',
      run: () => {
        show()
        return checkNow()
      }
    }
  ]
}

function showSettings(workspace: WorkspaceInfo, tab?: 'health' | 'shortcuts'): void {
  awaitField()
  const id = modals.open({
    title: 'Settings',
    size: 680,
    children: createElement(SettingsDialog, {
      workspace,
      ...(tab && { tab }),
      onDone: () => modals.close(id)
    })
  })
}
