import type { EditorState } from 'prosemirror-state'

/**
 * What is chosen, in one text: `page.heading-2 strong link`. A text, so that it is drawn anew only when it
 * changes.
 */
export function formatAt(state: EditorState | null): string {
  if (!state) return 'other'
  const { $from, from, to, empty } = state.selection
  const { type, attrs } = $from.parent
  const kind =
    type.name === 'paragraph'
      ? 'page.paragraph'
      : type.name === 'heading'
        ? `page.heading-${String(attrs['level'])}`
        : 'other'
  const marks = empty
    ? (state.storedMarks ?? $from.marks()).map(({ type: { name } }) => name)
    : Object.values(state.schema.marks)
        .filter((mark) => state.doc.rangeHasMark(from, to, mark))
        .map(({ name }) => name)
  return [kind, ...new Set(marks)].join(' ')
}
