import { useMantineColorScheme } from '@mantine/core'
import { modals } from '@mantine/modals'
import { createElement, useEffect, useEffectEvent } from 'react'
import type { WorkspaceInfo } from '../../../common/api/types'
import type { ThemeSource } from '../../../common/bridge'
import { tell, tellFailure } from '../workbench/toast'
import { backUpWorkspace, followBackups, showRestore } from '../features/backup'
import { About, ApiDescription, Shortcuts } from '../features/help'
import { askAboutPlace, checkNow, placeWasTold } from '../features/health'
import { openPalette } from '../features/palette'
import { showSetAside } from '../features/set-aside'
import { askToRevokeEverything, SettingsDialog } from '../features/settings'
import { schemeOf, tellDesktop, themeOf } from '../workbench/appearance'
import { desktop } from '../workbench/bridge'
import { saveEverything } from '../documents/closing'
import { registerCommands, type Command } from '../workbench/commands/commands'
import { signOut } from './sign-out'
import { focusRegion } from '../workbench/focus-region'
import { showPanel } from './Inspector'
import { places, showPanelOf, togglePanel } from '../workbench/panels'
import { shortcutFor } from '../workbench/commands/shortcuts'
import { awaitField } from '../workbench/typing-ahead'
import { lastUndoable, undoStep } from '../workbench/undo'
import { updateWorkbench, workbench } from '../workbench/workbench'

/** The commands of the frame itself: panels, tabs, theme, workspace, help. */
export function useShellCommands(workspace: WorkspaceInfo): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const setTheme = useEffectEvent((theme: ThemeSource) => {
    setColorScheme(schemeOf(theme))
    tellDesktop(theme)
  })
  useEffect(() => {
    const theme = (value: ThemeSource, title: string): Command => ({
      id: `view.theme-${value}`,
      title,
      group: 'View',
      checked: () => themeOf(colorScheme) === value,
      run: () => setTheme(value)
    })
    return registerCommands([
      ...viewCommands,
      theme('system', 'Theme: as the system'),
      theme('light', 'Theme: light'),
      theme('dark', 'Theme: dark'),
      ...goCommands(),
      ...workspaceCommands(workspace),
      {
        id: 'help.shortcuts',
        title: 'Keyboard shortcuts',
        group: 'Help',
        shortcut: 'mod+/',
        run: showShortcuts
      },
      {
        id: 'workspace.shortcuts',
        title: 'Change keyboard shortcuts…',
        group: 'Workspace',
        run: () => showSettings(workspace, 'shortcuts')
      },
      { id: 'help.api', title: 'API description', group: 'Help', run: showApi },
      { id: 'help.about', title: 'About Galley', group: 'Help', run: () => showAbout(workspace) }
    ])
  }, [workspace, colorScheme])
  useEffect(() => tellDesktop(themeOf(colorScheme)), [colorScheme])
  useEffect(followBackups, [])
}

const viewCommands: readonly Command[] = [
  {
    id: 'view.palette',
    title: 'Command palette',
    group: 'View',
    shortcut: 'mod+K',
    also: ['F1'],
    run: () => openPalette('all')
  },
  {
    id: 'view.toggle-sidebar',
    title: 'Show or hide the sidebar',
    group: 'View',
    shortcut: 'mod+B',
    checked: () => places().sidebar !== 'hidden',
    run: () => togglePanel('sidebar')
  },
  {
    id: 'view.toggle-inspector',
    title: 'Show or hide the inspector',
    group: 'View',
    shortcut: 'mod+alt+B',
    checked: () => places().inspector !== 'hidden',
    run: () => togglePanel('inspector')
  },
  {
    id: 'view.history',
    title: 'History',
    group: 'View',
    shortcut: 'mod+shift+H',
    run: () => showPanel('history')
  },
  {
    id: 'view.preview',
    title: 'Preview',
    group: 'View',
    shortcut: 'mod+shift+V',
    run: () => showPanel('preview')
  },
  {
    id: 'view.problems',
    title: 'Problems',
    group: 'View',
    shortcut: 'mod+shift+M',
    run: () => showPanel('problems')
  }
]

function goCommands(): Command[] {
  return [
    { id: 'go.file', title: 'Go to file…', group: 'Go', shortcut: 'mod+P', run: () => openPalette('files') },
    {
      id: 'go.document',
      title: 'Go to the document',
      group: 'Go',
      shortcut: shortcutFor('mod+1', 'alt+1'),
      run: () => focusRegion('editor-area')
    },
    {
      id: 'go.inspector',
      title: 'Go to the inspector',
      group: 'Go',
      shortcut: shortcutFor('mod+2', 'alt+2'),
      enabled: () => workbench().tabs.length > 0,
      run: () => {
        showPanelOf('inspector')
        requestAnimationFrame(() => focusRegion('inspector'))
      }
    },
    {
      id: 'edit.undo-last',
      title: 'Undo the last change to files',
      group: 'Edit',
      shortcut: 'mod+alt+Z',
      enabled: () => lastUndoable() !== null,
      run: undoLast
    }
  ]
}

function workspaceCommands(workspace: WorkspaceInfo): Command[] {
  const bridge = desktop()
  const everywhere: Command[] = [
    {
      id: 'workspace.settings',
      title: 'Settings',
      group: 'Workspace',
      shortcut: 'mod+,',
      run: () => showSettings(workspace)
    },
    ...healthCommands(workspace),
    {
      id: 'workspace.trash',
      title: 'Trash',
      group: 'Workspace',
      run: () => updateWorkbench((state) => ({ ...state, view: 'trash', drawer: null }))
    },
    {
      id: 'workspace.revoke-everything',
      title: 'Sign everybody out and revoke every token…',
      group: 'Workspace',
      enabled: () => workspace.you?.owner !== false,
      run: askToRevokeEverything
    },
    { id: 'workspace.set-aside', title: 'What was set aside…', group: 'Workspace', run: showSetAside },
    {
      id: 'workspace.new-window',
      title: 'New window',
      group: 'Workspace',
      ...(bridge ? { shortcut: 'mod+shift+N' } : {}),
      run: async () => {
        if (bridge) await bridge.call('newWindow')
        else window.open(location.href, '_blank', 'noopener')
      }
    }
  ]
  if (!bridge && workspace.you?.sessionEndsAt !== undefined)
    return [...everywhere, { id: 'session.sign-out', title: 'Sign out', group: 'Workspace', run: signOut }]
  if (!bridge) return everywhere
  return [
    ...everywhere,
    { id: 'workspace.switch', title: 'Switch workspace…', group: 'Workspace', run: switchWorkspace },
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

async function switchWorkspace(): Promise<void> {
  const bridge = desktop()
  const chosen = await bridge?.call('chooseFolder', 'Open a workspace')
  if (!bridge || !chosen || !(await askAboutPlace(chosen)) || !(await saveEverything())) return
  const result = await bridge.call('openWorkspace', chosen)
  if (result.ok) {
    await placeWasTold()
    window.location.reload()
  } else tellFailure('The workspace was not opened', result.message)
}

async function undoLast(): Promise<void> {
  const step = lastUndoable()
  if (!step) return
  await undoStep(step)
  tell(`Undone: ${step.title}`)
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

function showShortcuts(): void {
  awaitField()
  modals.open({ title: 'Keyboard shortcuts', size: 720, children: createElement(Shortcuts) })
}

function showApi(): void {
  awaitField()
  modals.open({ title: 'API description', size: 1000, children: createElement(ApiDescription) })
}

function showAbout(workspace: WorkspaceInfo): void {
  awaitField()
  modals.open({ title: 'About Galley', children: createElement(About, { workspace }) })
}
