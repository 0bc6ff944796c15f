import { modals } from '@mantine/modals'
import { createElement, useEffect } from 'react'
import { segmentsOf } from '../../../../common/content/paths'
import { registerCommands } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { setToolStatus } from '../../documents/tool-status'
import { notifyFailure } from '../../workbench/toast'
import { useRead } from '../../state/signal'
import type { ConfigDraft } from './config-draft'
import { problemOf } from './config-problem'
import { SaveConfig } from './SaveConfig'

/** Save, while a config is shown. @returns a function that takes it back */
export function registerConfigCommands(draft: ConfigDraft): () => void {
  return registerCommands([
    {
      ...viewCommand('file.save'),
      title: 'Save config…',
      enabled: () => draft.dirty,
      run: () => openSave(draft)
    }
  ])
}

/**
 * Undo and redo of the text, while it is shown; the sheets have their own.
 * @returns a function that takes them back
 */
export function registerSourceCommands(draft: ConfigDraft): () => void {
  return registerCommands([
    {
      ...viewCommand('edit.undo'),
      enabled: () => draft.canUndo && !inText(),
      run: () => draft.undo()
    },
    {
      ...viewCommand('edit.redo'),
      enabled: () => draft.canRedo && !inText(),
      run: () => draft.redo()
    }
  ])
}

/** The status bar and the tab say whether the config is saved, for as long as it is shown. */
export function useConfigStatus(draft: ConfigDraft): void {
  const dirty = useRead(draft, () => draft.dirty)
  const ready = useRead(draft, () => draft.at.kind === 'ready')
  const writable = useRead(draft, () => draft.writable)
  useEffect(() => {
    const id = `config:${draft.path}`
    if (!ready) setToolStatus(id, null)
    else if (!writable) setToolStatus(id, { kind: 'read-only', message: 'you may not change this config' })
    else setToolStatus(id, dirty ? { kind: 'held', save: () => openSave(draft) } : { kind: 'saved' })
  }, [draft, dirty, ready, writable])
}

/** Shows what will change, and saves; says why when it cannot be. */
export function openSave(draft: ConfigDraft): void {
  const problem = problemOf(draft.current)
  if (problem) return notifyFailure('The config is not saved', problem.message)
  const [org = '', ...below] = segmentsOf(draft.path)
  const id = modals.open({
    title: `Save the config of ${below.length === 0 ? org : below.join('/')}`,
    size: 'lg',
    children: createElement(SaveConfig, { draft, onDone: () => modals.close(id) })
  })
}

/** Text being typed has its own undo. */
function inText(): boolean {
  const field = document.activeElement
  return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
}
