import type { Command } from 'prosemirror-state'
import {
  asTextInstead,
  asTextNext,
  makeLinks,
  makePlainSpaces,
  pasteSaid,
  saying
} from '../../../engines/page/clipboard/notice'
import { pasteText } from '../../../engines/page/clipboard/paste'
import type { PageSurface } from '../../../engines/page/surface'
import { desktop } from '../../../workbench/bridge'
import { words } from './words'

/** What was pasted last, as text in the place of what it became. */
export const pastedAsText: Command = (state, dispatch, view) => {
  const said = pasteSaid(state)
  if (said === null || 'refused' in said || said.text === null) return false
  return dispatch && view ? asTextInstead(view, pasteText) : true
}

/** Blanks that do not break become plain ones, in what was pasted last. */
export const pastedSpaces: Command = (state, dispatch, view) => {
  const said = pasteSaid(state)
  if (said === null || 'refused' in said || said.spaces === 0) return false
  return dispatch && view ? makePlainSpaces(view) : true
}

/** Pictures of what was pasted last that lie on other servers become links to them. */
export const pastedLinks: Command = (state, dispatch, view) => {
  const said = pasteSaid(state)
  if (said === null || 'refused' in said || said.remote === 0) return false
  return dispatch && view ? makeLinks(view) : true
}

/** Nothing is said about what was pasted any more. */
export const closeStrip: Command = (state, dispatch) => {
  dispatch?.(saying(state.tr, null))
  return true
}

/**
 * Pastes what lies in the clipboard as text. The window asks the system for it; a browser gives it only to
 * who is allowed.
 */
export async function pasteAsText(surface: PageSurface): Promise<void> {
  const bridge = desktop()
  if (bridge) {
    surface.run((state, dispatch) => {
      dispatch?.(asTextNext(state.tr))
      return true
    })
    await bridge.call('paste')
    return
  }
  const text = await navigator.clipboard.readText().catch(() => null)
  surface.run((state, dispatch, view) => {
    if (text === null) dispatch?.(saying(state.tr, { refused: words.noClipboard }))
    else if (view) pasteText(view, text)
    return true
  })
}
