import { closeHistory } from 'prosemirror-history'
import { Fragment, Slice, type Node } from 'prosemirror-model'
import { Selection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { bounds, isBeyondBounds } from '../../../../../common/bounds'
import {
  isMarkdown,
  readPastedHtml,
  readPastedMarkdown,
  readPastedText,
  wholeAddress,
  type Pasted
} from '../../../../../common/formats/page/paste'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { writePage } from '../../../../../common/formats/page/write'
import { copied } from '../commands/carried'
import { clearChosen, crossesCells } from '../commands/clear-chosen'
import { cellAt } from '../cells/grid'
import { words } from '../words'
import { cellsOfPasted, cellsOfSlice, cellsOfText, pasteCells } from './cells'
import { keptIn } from './copy'
import { heldPictures, type GivenPicture } from '../images/given'
import { counted, saying, type PasteNotice } from './notice'
import { placeOwn, placeSections, placeWords } from './place'

const { nodes, marks } = pageSchema

/** What a paste goes into. */
type PageTarget = Pick<EditorView, 'state' | 'dispatch'>

/** What lies in a clipboard, or is dropped. */
interface Transfer {
  readonly html: string
  readonly text: string
  readonly files: readonly File[]
}

/** Text of an editor of code, whose HTML says only how it is coloured. */
const codeTypes = ['vscode-editor-data']

/** The HTML and the text of what is pasted or dropped. */
export function transferOf(data: DataTransfer): Transfer {
  const isCode = codeTypes.some((type) => data.types.includes(type))
  return {
    html: isCode ? '' : data.getData('text/html'),
    text: data.getData('text/plain'),
    files: [...data.files]
  }
}

/**
 * Pastes into the page: what was copied here as it was, then HTML by the rules of where it comes from, then
 * text (VE6). One paste is one step to take back.
 * @param asText whatever it is, its text alone
 * @returns pictures that it holds itself, with where each one stands: they are to become files
 */
export function pasteTransfer(
  view: PageTarget,
  transfer: Transfer,
  asText: boolean
): readonly GivenPicture[] {
  const { state } = view
  const { text } = transfer
  const isCode = state.selection.$from.parent.type.spec.code === true
  if (asText || isCode) return pasteText(view, text)
  const own = keptIn(transfer.html)
  if (own) {
    const tr =
      own.isCells && cellAt(state) ? pasteCells(state, cellsOfSlice(own.slice)) : pasteOwn(state, own.slice)
    finish(view, tr)
    return []
  }
  const address = state.selection.empty ? null : wholeAddress(text)
  const read = readTransfer(transfer)
  if (typeof read === 'string') {
    view.dispatch(saying(state.tr, { refused: read }))
    return []
  }
  // word processors and spreadsheets add a picture of the words that they copy
  const hasWords = read.sections.flat().some(({ textContent }) => textContent.trim() !== '')
  if (transfer.files.length > 0 && !hasWords)
    return transfer.files.map((file) => ({ at: state.selection.from, file }))
  if (address !== null && isOneLine(state) && isNothingBut(read, text, address)) {
    finish(view, linked(state, address))
    return []
  }
  const cells = cellAt(state)
    ? (cellsOfPasted(read) ?? (read.origin === 'text' ? cellsOfText(text) : null))
    : null
  if (cells) {
    finish(view, pasteCells(state, cells))
    return []
  }
  return pasteRead(view, read, text)
}

/** Pastes a text: paragraphs and line breaks, or the lines of code. */
export function pasteText(view: PageTarget, text: string): readonly GivenPicture[] {
  const { state } = view
  const { selection, tr } = state
  if (selection.$from.parent.type.spec.code !== true) return pasteRead(view, readPastedText(text), null)
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  if (lines !== '' && selection.$from.sameParent(selection.$to)) finish(view, tr.insertText(lines))
  return []
}

/** What is to be pasted, or a sentence why it is not. */
function readTransfer({ html, text }: Transfer): Pasted | string {
  try {
    const read = html === '' ? null : readPastedHtml(html)
    if (read?.sections.some(({ length }) => length > 0)) return read
    return isMarkdown(text) ? readPastedMarkdown(text) : readPastedText(text)
  } catch (error) {
    if (!isBeyondBounds(error)) throw error
    return words.pasteTooLarge
  }
}

function pasteRead(view: PageTarget, read: Pasted, text: string | null): readonly GivenPicture[] {
  const { state } = view
  if (read.sections.every(({ length }) => length === 0)) return []
  const { tr } = state
  const from = state.selection.from
  const word = wordsOf(state, read)
  if (word) placeWords(tr, word)
  else placeSections(tr, read.sections)
  const placed = heldPictures(tr)
  if (!fits(tr.doc)) {
    view.dispatch(saying(state.tr, { refused: words.pasteTooLarge }))
    return []
  }
  const to = tr.selection.from
  const { remote, spaces } = counted(tr.doc, Math.min(from, to), to)
  const isPlain =
    read.origin === 'text' || read.origin === 'galley' || (word !== null && word.content.every(isPlainText))
  const says = read.lost > 0 || remote > 0 || spaces > 0 || !isPlain
  const asText = isPlain || text === null || text.trim() === '' ? null : text
  const { origin, lost } = read
  finish(view, tr, says ? { origin, from: Math.min(from, to), to, remote, spaces, lost, text: asText } : null)
  return placed
}

const isPlainText = (node: Node) => node.isText && node.marks.length === 0

/** A paste is a step of its own, and what is typed next is not part of it. */
function finish(view: PageTarget, tr: Transaction, notice: PasteNotice | null = null): void {
  const said = saying(closeHistory(tr), notice)
    .scrollIntoView()
    .setMeta('paste', true)
    .setMeta('uiEvent', 'paste')
  view.dispatch(said)
  view.dispatch(closeHistory(view.state.tr))
}

/** What was copied here, with ids that no other node has. */
function pasteOwn(state: EditorState, slice: Slice): Transaction {
  const taken = idsIn(state)
  const isTaken = taken.size > 0 && hasId(slice.content, taken)
  const own = isTaken
    ? new Slice(Fragment.fromArray(slice.content.content.map(copied)), slice.openStart, slice.openEnd)
    : slice
  const tr = crossesCells(state) ? clearChosen(state.tr) : state.tr
  return placeOwn(tr, own) ?? tr.replaceSelection(own)
}

function idsIn({ doc, selection }: EditorState): ReadonlySet<string> {
  const ids = new Set<string>()
  const { from, to } = selection
  doc.descendants((node, pos) => {
    const id: unknown = node.attrs['id']
    // what is replaced leaves its id free
    if (typeof id === 'string' && (pos < from || pos + node.nodeSize > to)) ids.add(id)
    return !node.isTextblock
  })
  return ids
}

function hasId(content: Fragment, ids: ReadonlySet<string>): boolean {
  let has = false
  content.descendants((node) => {
    const id: unknown = node.attrs['id']
    has ||= typeof id === 'string' && ids.has(id)
    return !has
  })
  return has
}

/** Words without a line of their own, as they stand where the caret is; null for what is more than that. */
function wordsOf(state: EditorState, { sections, origin }: Pasted): Fragment | null {
  const [only, ...more] = sections.flat()
  const { selection, doc } = state
  const { $from, from } = selection
  const line = $from.parent
  if (!line.isTextblock || !only?.isTextblock || more.length > 0 || only.type === nodes.code_block)
    return null
  if (only.type === nodes.heading && line.type === nodes.paragraph && line.content.size === 0) return null
  if (!$from.sameParent(selection.$to)) return null
  const around = state.storedMarks ?? (selection.empty ? $from.marks() : (doc.nodeAt(from)?.marks ?? []))
  const kept = origin === 'text' ? around : around.filter(({ type }) => type === marks.link)
  return Fragment.fromArray(
    only.content.content.map((node) =>
      node.mark(
        kept.reduce(
          (set, mark) => (set.some(({ type }) => type === mark.type) ? set : mark.addToSet(set)),
          node.marks
        )
      )
    )
  )
}

const isOneLine = ({ selection }: EditorState): boolean =>
  selection instanceof TextSelection &&
  selection.$from.sameParent(selection.$to) &&
  selection.$from.parent.inlineContent

/** Whether what was copied is an address and nothing else, or a link to it that a browser has made. */
function isNothingBut({ sections }: Pasted, text: string, address: string): boolean {
  const [only, ...more] = sections.flat()
  if (!only || more.length > 0 || only.childCount !== 1) return false
  const href: unknown = only.firstChild?.marks.find(({ type }) => type === marks.link)?.attrs['href']
  return only.textContent.trim() === text.trim() || href === address
}

function linked({ selection, tr }: EditorState, href: string): Transaction {
  const { from, to } = selection
  tr.removeMark(from, to, marks.link).addMark(from, to, marks.link.create({ href }))
  return tr.setSelection(Selection.near(tr.doc.resolve(to), -1))
}

/** Whether the page can still be opened. */
function fits(doc: Node): boolean {
  let count = 0
  doc.descendants((node) => {
    count += node.isText ? node.marks.length : 1
    return count <= bounds.pageModel.nodes
  })
  return count <= bounds.pageModel.nodes && writePage(doc).length <= bounds.pageModel.characters
}
