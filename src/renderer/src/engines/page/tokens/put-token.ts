import type { Command } from 'prosemirror-state'

/** Where an icon stands beside such a letter it is none. */
const joins = /[\p{L}\p{N}_:/]/u

/** Puts the letters of a token where the caret is; an icon gets a blank where it would be part of a word. */
export const putToken =
  (written: string): Command =>
  (state, dispatch) => {
    const { $from, $to, from, to } = state.selection
    const { parent } = $from
    if (!$from.sameParent($to) || !parent.inlineContent || parent.type.spec.code) return false
    const before = parent.textBetween(0, $from.parentOffset, '', '\ufffc').slice(-1)
    const after = parent.textBetween($to.parentOffset, parent.content.size, '', '\ufffc').slice(0, 1)
    const isIcon = written.startsWith(':')
    const blank = (beside: string) => (isIcon && joins.test(beside) ? ' ' : '')
    const text = `${blank(before)}${written}${blank(after)}`
    dispatch?.(state.tr.insertText(text, from, to).scrollIntoView())
    return true
  }
