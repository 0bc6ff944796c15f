import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { CellSelection } from './cell-selection'

/** Marks the cells that are chosen. */
export const cellDrawing = (): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc, selection }) =>
        selection instanceof CellSelection
          ? DecorationSet.create(
              doc,
              selection.ranges.map(({ $from, $to }) =>
                Decoration.node($from.pos - 1, $to.pos + 1, { class: 'pe-chosen' })
              )
            )
          : null
    }
  })
