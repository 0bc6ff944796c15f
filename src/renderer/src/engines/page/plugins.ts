import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Plugin, Selection, TextSelection, type Command } from 'prosemirror-state'
import { isEscape } from '../../components/keys'
import { cellDrag } from './cells/cell-drag'
import { cellDrawing } from './cells/cell-drawing'
import { extendCells, leaveCells, nextCell } from './cells/cell-keys'
import { pageClipboard } from './clipboard/clipboard'
import { pasteNotices } from './clipboard/notice'
import { others } from './others'
import { redo, sharedHistory, undo } from './page-history'
import { deleteBack, deleteOn } from './commands/joins'
import { splitLine } from './commands/lines'
import { liftItem, nestItem } from './commands/lists'
import { breakLine } from './commands/pieces'
import { islandEditing } from './islands/island-source'
import { findingMarks } from './checks/finding-marks'
import { finding } from './find/finding'
import { pictureDoor } from './images/given'
import { pictures } from './images/waiting'
import { lastCaret } from './last-caret'
import { brokenLinks } from './links/broken-links'
import { islandsInPlace } from './islands/in-place'
import { clickBetween } from './parts/click-between'
import { leaveBlock, leaveFromEmptyLine } from './parts/part-commands'
import { nextTableCell, tableClicks } from './tables/table-commands'
import { selectInSteps } from './parts/select-in-steps'
import { askingPlugin } from './slash/asking'
import { typedBeside } from './rules/typed-beside'
import { codeAtEnter, signsAgain, typedSigns } from './rules/typed-signs'
import { tokenDrawing } from './tokens/token-drawing'
import { writtenLine } from './views/written-line'

/** Milliseconds without a key after which what is typed next is a step of its own. */
const STEP = 500

/** What a page does with keys, the clipboard and what is dragged, and what can be taken back. */
export const pagePlugins = (): readonly Plugin[] => [
  askingPlugin(),
  islandEditing(),
  leaving(),
  typedBeside(),
  typedSigns(),
  pictureDoor(),
  pictures(),
  keymap(ownKeys),
  keymap(baseKeymap),
  history({ newGroupDelay: STEP }),
  sharedHistory(),
  clickBetween(),
  gapCursor(),
  dropCursor({ class: 'pe-drop-cursor', color: false, width: 2 }),
  cellDrawing(),
  cellDrag(),
  islandsInPlace(),
  writtenLine(),
  brokenLinks(),
  tokenDrawing(),
  findingMarks(),
  finding(),
  tableClicks(),
  pageClipboard(),
  lastCaret(),
  pasteNotices(),
  others()
]

/** Keys that only mean something while one writes; what has a name of its own is a command of the window. */
const ownKeys: Readonly<Record<string, Command>> = {
  Enter: chainCommands(codeAtEnter, leaveFromEmptyLine, splitLine),
  'Shift-Enter': breakLine,
  Backspace: chainCommands(signsAgain, deleteBack),
  Delete: deleteOn,
  'Mod-Enter': leaveBlock,
  'Mod-a': selectInSteps,
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  ArrowUp: leaveCells,
  ArrowDown: leaveCells,
  ArrowLeft: leaveCells,
  ArrowRight: leaveCells,
  'Shift-ArrowUp': extendCells('up'),
  'Shift-ArrowDown': extendCells('down'),
  'Shift-ArrowLeft': extendCells('left'),
  'Shift-ArrowRight': extendCells('right')
}

/**
 * Tab nests items of a list, and goes through the cells of a block; after Escape it leaves the page, as it
 * does where there is neither.
 */
function leaving(): Plugin {
  let leaves = false
  const tab: Readonly<Record<string, Command>> = {
    Tab: chainCommands(nestItem, nextTableCell(1), nextCell(1)),
    'Shift-Tab': chainCommands(liftItem, nextTableCell(-1), nextCell(-1))
  }
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return false
        if (event.key === 'Tab') {
          const command = tab[event.shiftKey ? 'Shift-Tab' : 'Tab']
          const isTaken = !leaves && !event.ctrlKey && !event.metaKey && !event.altKey
          return isTaken && command !== undefined && command(view.state, view.dispatch, view)
        }
        leaves = isEscape(event)
        return leaves && chainCommands(leaveCells, collapse)(view.state, view.dispatch, view)
      },
      handleDOMEvents: {
        blur: () => {
          leaves = false
          return false
        }
      }
    }
  })
}

/** Nothing is chosen any more: the caret stands where the choice ended. */
const collapse: Command = (state, dispatch) => {
  const { selection, doc } = state
  if (selection.empty) return false
  const at = doc.resolve(selection instanceof TextSelection ? selection.head : selection.from)
  dispatch?.(state.tr.setSelection(Selection.near(at)))
  return true
}
