import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, Selection, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Origin } from '../../../../../common/formats/page/paste'
import { pageSchema } from '../../../../../common/formats/page/schema'
import { remotePictures } from '../images/remote'
import { undo } from '../page-history'

const { marks } = pageSchema

type Target = Pick<EditorView, 'state' | 'dispatch'>

/** What is said after something was pasted, and what can be made of it. */
export interface PasteNotice {
  readonly origin: Origin
  /** Where it stands; it goes along with what is written around it. */
  readonly from: number
  readonly to: number
  /** Pictures of it that lie on other servers. */
  readonly remote: number
  /** Pictures that did not come along. */
  readonly lost: number
  /** Blanks between words that do not break. */
  readonly spaces: number
  /** The same as text; null once something else was written, or where there is none. */
  readonly text: string | null
}

/** What is said about what was pasted last; of what could not be pasted a sentence. */
type PasteSaid = PasteNotice | { readonly refused: string }

interface Pasting {
  readonly said: PasteSaid | null
  /** What comes next is pasted as text. */
  readonly asText: boolean
}

const key = new PluginKey<Pasting>('pasting')
const nothing: Pasting = { said: null, asText: false }

/** What is said now; null while there is nothing to say. */
export const pasteSaid = (state: EditorState | null): PasteSaid | null =>
  (state && key.getState(state)?.said) ?? null

/** Whether the next paste is one of text. */
export const isAsText = (state: EditorState): boolean => key.getState(state)?.asText === true

/** Says something about what was pasted, or nothing any more. */
export const saying = (tr: Transaction, said: PasteSaid | null): Transaction =>
  tr.setMeta(key, { said, asText: false } satisfies Pasting)

/** Makes the next paste one of text. */
export const asTextNext = (tr: Transaction): Transaction =>
  tr.setMeta(key, { said: null, asText: true } satisfies Pasting)

/** Keeps what is said about what was pasted, where it stands. */
export const pasteNotices = (): Plugin =>
  new Plugin<Pasting>({
    key,
    state: {
      init: () => nothing,
      apply(tr, pasting) {
        const told: Pasting | undefined = tr.getMeta(key)
        if (told) return told
        const { said } = pasting
        if (!tr.docChanged || said === null) return pasting
        if ('refused' in said) return nothing
        const [from, to] = [tr.mapping.map(said.from, 1), tr.mapping.map(said.to, -1)]
        if (from >= to) return nothing
        // what is left: others may have come, or been taken away
        const left = said.remote + said.spaces > 0 ? counted(tr.doc, from, to) : {}
        return { said: { ...said, ...left, from, to, text: null }, asText: false }
      }
    }
  })

/** How many pictures there are on other servers, and blanks that do not break between words. */
export function counted(
  doc: Node,
  from: number,
  to: number
): { readonly remote: number; readonly spaces: number } {
  let spaces = 0
  doc.nodesBetween(from, to, (node) => {
    if (node.isText) spaces += (node.text ?? '').match(betweenWords)?.length ?? 0
  })
  return { remote: remotePictures(doc, from, to).length, spaces }
}

const betweenWords = /(?<=\S)\u00a0(?=\S)/g

/** What was pasted, as text instead. @param paste puts a text in */
export function asTextInstead(view: Target, paste: (view: Target, text: string) => void): boolean {
  const said = pasteSaid(view.state)
  if (said === null || 'refused' in said || said.text === null) return false
  undo(view.state, view.dispatch)
  paste(view, said.text)
  return true
}

/** Makes blanks that do not break plain ones, between the words that were pasted. */
export function makePlainSpaces(view: Target): boolean {
  const { state } = view
  const said = pasteSaid(state)
  if (said === null || 'refused' in said || said.spaces === 0) return false
  const { tr } = state
  const { selection } = state
  state.doc.nodesBetween(said.from, said.to, (node, pos) => {
    if (!node.isText) return
    const plain = (node.text ?? '').replace(betweenWords, ' ')
    if (plain !== node.text) tr.replaceWith(pos, pos + node.nodeSize, pageSchema.text(plain, node.marks))
  })
  // every text is as long as it was
  tr.setSelection(Selection.fromJSON(tr.doc, selection.toJSON()))
  view.dispatch(saying(tr, { ...said, spaces: 0, text: null }))
  return true
}

/**
 * Makes a link of each picture that was pasted and lies on another server: its words, or its address, lead
 * there.
 */
export function makeLinks(view: Target): boolean {
  const { state } = view
  const said = pasteSaid(state)
  if (said === null || 'refused' in said || said.remote === 0) return false
  const { tr } = state
  for (const { at: pos, url: href } of [...remotePictures(state.doc, said.from, said.to)].reverse()) {
    const node = state.doc.nodeAt(pos)
    if (!node) continue
    const alt: unknown = node.attrs['alt']
    const words = typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : href
    const others = marks.link.removeFromSet(node.marks)
    tr.replaceWith(pos, pos + 1, pageSchema.text(words, marks.link.create({ href }).addToSet(others)))
  }
  const [from, to] = [tr.mapping.map(said.from, -1), tr.mapping.map(said.to, 1)]
  view.dispatch(saying(tr, { ...said, from, to, remote: 0, text: null }))
  return true
}
