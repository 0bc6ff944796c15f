import { redo as redoStep, redoDepth, undo as undoStep, undoDepth } from 'prosemirror-history'
import { Plugin, PluginKey, type Command, type EditorState, type Transaction } from 'prosemirror-state'

/** What can be taken back where others write too: one's own alone (RT5). */
interface SharedHistory {
  readonly canUndo: boolean
  readonly canRedo: boolean
  undo(): void
  redo(): void
}

const key = new PluginKey<SharedHistory | null>('shared-history')

/** Knows whether what is taken back is shared. */
export const sharedHistory = (): Plugin =>
  new Plugin<SharedHistory | null>({
    key,
    state: {
      init: () => null,
      apply(tr, history) {
        const told: { readonly history: SharedHistory | null } | undefined = tr.getMeta(key)
        return told ? told.history : history
      }
    }
  })

/** From now on this is what is taken back. */
export const sharingHistory = (tr: Transaction, history: SharedHistory | null): Transaction =>
  tr.setMeta(key, { history }).setMeta('addToHistory', false)

const sharedOf = (state: EditorState): SharedHistory | null => key.getState(state) ?? null

export const canUndo = (state: EditorState): boolean => sharedOf(state)?.canUndo ?? undoDepth(state) > 0
export const canRedo = (state: EditorState): boolean => sharedOf(state)?.canRedo ?? redoDepth(state) > 0

export const undo: Command = (state, dispatch) => {
  const shared = sharedOf(state)
  if (!shared) return undoStep(state, dispatch)
  const { canUndo } = shared
  if (dispatch && canUndo) shared.undo()
  return canUndo
}

export const redo: Command = (state, dispatch) => {
  const shared = sharedOf(state)
  if (!shared) return redoStep(state, dispatch)
  const { canRedo } = shared
  if (dispatch && canRedo) shared.redo()
  return canRedo
}
