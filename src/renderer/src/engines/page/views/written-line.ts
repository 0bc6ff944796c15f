import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/**
 * Marks the part of the section that the caret is in, which is drawn also before it is known to be in sight.
 * Chromium loses the caret in what it has left out so far: a letter that follows a new line within the same
 * frame would stand behind the ones after it.
 */
export const writtenLine = (): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection: { $head } }) {
        if ($head.depth < 2) return null
        const mark = Decoration.node($head.before(2), $head.after(2), { class: 'pe-written' })
        return DecorationSet.create(doc, [mark])
      }
    }
  })
