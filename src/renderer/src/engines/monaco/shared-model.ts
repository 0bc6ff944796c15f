import type * as Monaco from 'monaco-editor/editor'
import type { Shared } from '../../../../common/rooms/window/shared'
import { followText } from './follow-text'
import type { SharedText, TextChange } from '../../../../common/rooms/window/shared-text'

/** A model of which others write the text too. */
interface SharedModel {
  /** What is taken back is one's own alone. */
  readonly isShared: boolean
  /** The model is being changed by what others wrote. */
  readonly isFollowing: boolean
  /** As `TextBuffer.share`. */
  share(shared: Shared | null, base: string | null): boolean
  /** The model has changed. */
  changed(event: Monaco.editor.IModelContentChangedEvent): void
}

const all = new WeakMap<Monaco.editor.ITextModel, () => SharedText | null>()

/** The text that is shared letter by letter in a model; null where none is. */
export const sharedTextIn = (model: Monaco.editor.ITextModel): SharedText | null => all.get(model)?.() ?? null

/**
 * A text letter by letter; of a page the source as a whole, by whoever asks for it. In both, what the model
 * takes back is what was written here (RT5).
 */
export function sharedModel(monaco: typeof Monaco, model: Monaco.editor.ITextModel): SharedModel {
  let shared: Shared | null = null
  let isFollowing = false
  let lastStep: Step = 'letters'
  const text = (): SharedText | null => (shared?.kind === 'text' ? shared : null)

  all.set(model, text)

  function become(change: TextChange): void {
    isFollowing = true
    model.applyEdits(editsOf(monaco, model, change))
    isFollowing = false
  }

  const own = {
    undo: model.undo.bind(model),
    redo: model.redo.bind(model),
    canUndo: model.canUndo.bind(model),
    canRedo: model.canRedo.bind(model)
  }
  const ofAll = {
    undo: () => void shared?.undo(),
    redo: () => void shared?.redo(),
    canUndo: () => shared?.canUndo ?? false,
    canRedo: () => shared?.canRedo ?? false
  }

  return {
    get isShared() {
      return shared !== null
    },
    get isFollowing() {
      return isFollowing
    },
    share(next, base) {
      const before = text()
      if (before) before.followed = null
      shared = next
      Object.assign(model, next ? ofAll : own)
      const now = text()
      if (!now) return false
      if (base !== null) now.carry(base, model.getValue(monaco.editor.EndOfLinePreference.LF))
      isFollowing = true
      followText(monaco, model, now.source())
      isFollowing = false
      now.followed = become
      return true
    },
    changed({ changes }) {
      if (isFollowing) return
      const step = stepOf(changes)
      if (step !== lastStep || step === 'more') shared?.separate()
      lastStep = step
      text()?.replace(
        changes.map(({ rangeOffset, rangeLength, text: put }) => ({
          at: rangeOffset,
          length: rangeLength,
          text: put.replaceAll(/\r\n?/g, '\n')
        }))
      )
    }
  }
}

/** What is taken back together: letters that are typed, or letters that are deleted; more goes by itself. */
type Step = 'letters' | 'deletions' | 'more'

/** As many letters one key may put in or take away: a pair of brackets, an emoji. */
const ONE_KEY = 2

function stepOf(changes: readonly Monaco.editor.IModelContentChange[]): Step {
  if (changes.every(({ rangeLength, text }) => rangeLength === 0 && text.length <= ONE_KEY)) return 'letters'
  if (changes.every(({ rangeLength, text }) => rangeLength <= ONE_KEY && text === '')) return 'deletions'
  return 'more'
}

function editsOf(
  monaco: typeof Monaco,
  model: Monaco.editor.ITextModel,
  change: TextChange
): Monaco.editor.IIdentifiedSingleEditOperation[] {
  const edits: Monaco.editor.IIdentifiedSingleEditOperation[] = []
  let at = 0
  const put = (from: number, to: number, text: string) => {
    const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
    edits.push({ range: monaco.Range.fromPositions(start, end), text, forceMoveMarkers: false })
  }
  for (const { insert, retain, delete: gone } of change) {
    if (retain !== undefined) at += retain
    else if (gone !== undefined) {
      put(at, at + gone, '')
      at += gone
    } else if (insert !== undefined) put(at, at, insert)
  }
  return edits
}
