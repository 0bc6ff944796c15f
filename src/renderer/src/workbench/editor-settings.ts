import { createStore, useStore } from '../state/store'
import { keep, keptText } from '../state/keep'

export type PageView = 'page' | 'source'

/** How a person likes editors and comparisons; kept on this machine. */
interface EditorSettings {
  readonly wrap: boolean
  /** How pages are written in: as readers see them, or their source. */
  readonly pageView: PageView
  /** The preview beside a page or its source. */
  readonly split: boolean
  readonly compare: 'side' | 'inline'
  readonly ignoreSpace: boolean
  /** The bar with formats above a page, and the one above words that are chosen in it. */
  readonly formatBar: boolean
  readonly selectionBar: boolean
  /** Documents are saved as a whole, and not shared with whoever writes in them (RT7). */
  readonly apart: boolean
  /** Others are not told where one is in what they write in too (RT10). */
  readonly hidden: boolean
  /** Of the list of fields in the schema editor, in pixels. */
  readonly builderWidth: number
}

const KEY = 'galley.editors'
export const initialEditorSettings: EditorSettings = {
  wrap: true,
  pageView: 'page',
  split: false,
  compare: 'side',
  ignoreSpace: false,
  formatBar: true,
  selectionBar: true,
  apart: false,
  hidden: false,
  builderWidth: 460
}
const settings = createStore(read())

export const editorSettings = settings.now

/** Told when one of them is another. @returns a function that ends it */
export const onEditorSettings = settings.subscribe

export function changeEditorSettings(part: Partial<EditorSettings>): void {
  const next = { ...settings.now(), ...part }
  keep(KEY, JSON.stringify(next))
  settings.set(next)
}

export function useEditorSettings(): EditorSettings {
  return useStore(settings)
}

function read(): EditorSettings {
  try {
    const kept: unknown = JSON.parse(keptText(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return initialEditorSettings
    return {
      wrap: 'wrap' in kept && typeof kept.wrap === 'boolean' ? kept.wrap : initialEditorSettings.wrap,
      pageView: 'pageView' in kept && kept.pageView === 'source' ? 'source' : 'page',
      split: 'split' in kept && typeof kept.split === 'boolean' ? kept.split : initialEditorSettings.split,
      compare: 'compare' in kept && kept.compare === 'inline' ? 'inline' : 'side',
      ignoreSpace: 'ignoreSpace' in kept && kept.ignoreSpace === true,
      formatBar: !('formatBar' in kept && kept.formatBar === false),
      selectionBar: !('selectionBar' in kept && kept.selectionBar === false),
      apart: 'apart' in kept && kept.apart === true,
      hidden: 'hidden' in kept && kept.hidden === true,
      builderWidth:
        'builderWidth' in kept && typeof kept.builderWidth === 'number'
          ? kept.builderWidth
          : initialEditorSettings.builderWidth
    }
  } catch {
    return initialEditorSettings
  }
}
