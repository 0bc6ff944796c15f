import { useSyncExternalStore } from 'react'

/** How a person likes editors and comparisons; kept on this machine. */
export interface EditorSettings {
  readonly wrap: boolean
  /** The preview beside the HTML. */
  readonly split: boolean
  readonly compare: 'side' | 'inline'
  readonly ignoreSpace: boolean
  /** Of the list of fields in the schema editor, in pixels. */
  readonly builderWidth: number
}

const KEY = 'galley.editors'
export const initialEditorSettings: EditorSettings = {
  wrap: true,
  split: false,
  compare: 'side',
  ignoreSpace: false,
  builderWidth: 460
}
const listeners = new Set<() => void>()
let settings = read()

export function editorSettings(): EditorSettings {
  return settings
}

export function changeEditorSettings(part: Partial<EditorSettings>): void {
  settings = { ...settings, ...part }
  localStorage.setItem(KEY, JSON.stringify(settings))
  listeners.forEach((tell) => tell())
}

export function useEditorSettings(): EditorSettings {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, editorSettings)
}

function read(): EditorSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return initialEditorSettings
    return {
      wrap: 'wrap' in kept && typeof kept.wrap === 'boolean' ? kept.wrap : initialEditorSettings.wrap,
      split: 'split' in kept && typeof kept.split === 'boolean' ? kept.split : initialEditorSettings.split,
      compare: 'compare' in kept && kept.compare === 'inline' ? 'inline' : 'side',
      ignoreSpace: 'ignoreSpace' in kept && kept.ignoreSpace === true,
      builderWidth:
        'builderWidth' in kept && typeof kept.builderWidth === 'number'
          ? kept.builderWidth
          : initialEditorSettings.builderWidth
    }
  } catch {
    return initialEditorSettings
  }
}
