import { api, forgetPageKey, reasonOf, sentenceOf, served } from '../api'
import { notifyFailure, notify } from '../workbench/toast'
import { saveEverything } from '../documents/closing'
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { drawNow } from '../components/draw-now'
import type { WorkspaceInfo } from '../../../common/api/types'
import type { ThemeSource } from '../../../common/bridge'
import { schemeOf, notifyDesktop, themeOf } from '../workbench/appearance'
import { desktop } from '../workbench/bridge'
import { registerCommands, type Command } from '../workbench/commands/commands'
import { panels } from '../workbench/contributions'
import { focusRegion } from '../workbench/focus-region'
import { places, showPanelOf, togglePanel } from '../workbench/panels'
import { shortcutFor } from '../workbench/commands/shortcuts'
import { canUndo, lastUndoable, undoStep } from '../workbench/undo'
import { workbench } from '../workbench/workbench'

/** The commands of the frame itself: panels, theme, windows. */
export function useShellCommands(workspace: WorkspaceInfo): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const setTheme = useEffectEvent((theme: ThemeSource) => {
    setColorScheme(schemeOf(theme))
    notifyDesktop(theme)
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
      ...panels().map(({ id, title, shortcut }): Command => ({
        id: `view.${id}`,
        title,
        group: 'View',
        shortcut,
        run: () => showPanelOf('inspector', id)
      })),
      theme('system', 'Theme: as the system'),
      theme('light', 'Theme: light'),
      theme('dark', 'Theme: dark'),
      ...goCommands(),
      ...workspaceCommands(workspace)
    ])
  }, [workspace, colorScheme])
  useEffect(() => notifyDesktop(themeOf(colorScheme)), [colorScheme])
}

const viewCommands: readonly Command[] = [
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
  }
]

function goCommands(): Command[] {
  return [
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
        drawNow()
        focusRegion('inspector')
      }
    },
    {
      id: 'edit.undo-last',
      title: 'Undo the last change to files',
      group: 'Edit',
      shortcut: 'mod+alt+Z',
      enabled: canUndo,
      run: undoLast
    }
  ]
}

function workspaceCommands(workspace: WorkspaceInfo): Command[] {
  const bridge = desktop()
  const newWindow: Command = {
    id: 'workspace.new-window',
    title: 'New window',
    group: 'Workspace',
    ...(bridge ? { shortcut: 'mod+shift+N' } : {}),
    run: async () => {
      if (bridge) await bridge.call('newWindow')
      else window.open(location.href, '_blank', 'noopener')
    }
  }
  if (bridge || workspace.you?.sessionEndsAt === undefined) return [newWindow]
  return [newWindow, { id: 'session.sign-out', title: 'Sign out', group: 'Workspace', run: signOut }]
}

async function undoLast(): Promise<void> {
  const step = await lastUndoable()
  if (!step) return
  await undoStep(step)
  notify(`Undone: ${step.title}`)
}

/** Ends the session of this browser (A5), once everything is saved. */
async function signOut(): Promise<void> {
  if (!(await saveEverything())) return
  try {
    await api.signOut()
  } catch (error) {
    if (reasonOf(error) !== 'unauthenticated')
      return notifyFailure('You are still signed in', sentenceOf(error))
  }
  forgetPageKey()
  location.replace(served('/'))
}
