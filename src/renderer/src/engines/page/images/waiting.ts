import { closeHistory } from 'prosemirror-history'
import { Plugin, PluginKey, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { changePicture, placePicture } from './place'

/** A picture that is on its way: where it will stand, and what is shown there. No part of the page (VE11). */
interface WaitingPicture {
  readonly id: number
  readonly at: number
  readonly dom: HTMLElement
  /** It comes in the place of the picture behind it. */
  readonly replaces: boolean
  /** Only as long as that picture has this address. */
  readonly instead?: string
}

interface Pictures {
  readonly waiting: readonly WaitingPicture[]
  /** The picture whose words are asked for, and how often that was asked with the keyboard going there. */
  readonly asked: { readonly at: number; readonly turn: number } | null
}

type Change =
  | { readonly kind: 'wait'; readonly picture: WaitingPicture }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'ask'; readonly at: number; readonly goes: boolean }
  | { readonly kind: 'rest' }

const key = new PluginKey<Pictures>('pictures')
const none: Pictures = { waiting: [], asked: null }

/**
 * What is known of pictures on their way, and of the one whose words are asked for. Their places go along
 * with every change; nothing of it is in the page or in what can be taken back.
 */
export const pictures = (): Plugin<Pictures> =>
  new Plugin<Pictures>({
    key,
    state: { init: () => none, apply: (tr, before) => afterChange(tr, before) },
    props: {
      decorations(state) {
        const { waiting } = picturesOf(state)
        if (waiting.length === 0) return null
        return DecorationSet.create(
          state.doc,
          waiting.map(({ id, at, dom }) =>
            Decoration.widget(at, dom, {
              key: `waiting-${id}`,
              side: -1,
              ignoreSelection: true,
              stopEvent: () => true
            })
          )
        )
      }
    }
  })

const picturesOf = (state: EditorState): Pictures => key.getState(state) ?? none

/** The picture whose words are asked for, also after it has moved; null where none is. */
export const askedPicture = (state: EditorState): Pictures['asked'] => picturesOf(state).asked

/** Where a picture on its way will stand; null when it is not on its way any more. */
export const waitingAt = (state: EditorState, id: number): number | null =>
  picturesOf(state).waiting.find((one) => one.id === id)?.at ?? null

/** Shows at the place that a picture is on its way. */
export const wait =
  (picture: WaitingPicture): Command =>
  (state, dispatch) => {
    dispatch?.(changed(state.tr, { kind: 'wait', picture }))
    return true
  }

/** It is on its way no more, and leaves nothing. */
export const stopWaiting =
  (id: number): Command =>
  (state, dispatch) => {
    if (waitingAt(state, id) === null) return false
    dispatch?.(changed(state.tr, { kind: 'leave', id }))
    return true
  }

/**
 * The picture has come: it stands where it was waited for, as one step to undo, and its words are asked for.
 */
export const arrive =
  (id: number, url: string): Command =>
  (state, dispatch) => {
    const picture = picturesOf(state).waiting.find((one) => one.id === id)
    if (!picture) return false
    const { tr } = state
    const replaced = picture.replaces ? state.doc.nodeAt(picture.at) : null
    const place =
      replaced?.type.name === 'image'
        ? replacePicture(tr, picture.at, url)
        : placePicture(tr, picture.at, { url, alt: null })
    if (place === null) return false
    closeHistory(changed(tr, { kind: 'leave', id }, { kind: 'ask', at: place, goes: false }))
    dispatch?.(tr)
    return true
  }

/**
 * Pictures of other servers have come: those that still stand there have their new addresses, all as one step
 * to undo. What is said of them stays, and nothing is asked.
 */
export const arriveInstead =
  (come: readonly { readonly id: number; readonly url: string }[]): Command =>
  (state, dispatch) => {
    const { tr } = state
    for (const { id, url } of come) {
      const picture = picturesOf(state).waiting.find((one) => one.id === id)
      const node = picture && state.doc.nodeAt(picture.at)
      const isThere = node?.type.name === 'image' && node.attrs['url'] === picture?.instead
      if (picture && isThere) changePicture(tr, picture.at, { url })
    }
    changed(tr, ...come.map(({ id }): Change => ({ kind: 'leave', id })))
    dispatch?.(closeHistory(tr))
    return true
  }

function replacePicture(tr: Transaction, at: number, url: string): number {
  changePicture(tr, at, { url })
  return at
}

/** Asks for the words of the picture at the place. @param goes the keyboard goes there */
export const askForWords =
  (at: number, goes: boolean): Command =>
  (state, dispatch) => {
    if (state.doc.nodeAt(at)?.type.name !== 'image') return false
    dispatch?.(changed(state.tr, { kind: 'ask', at, goes }))
    return true
  }

/** Its words are not asked for any more. */
export const stopAsking: Command = (state, dispatch) => {
  if (askedPicture(state) === null) return false
  dispatch?.(changed(state.tr, { kind: 'rest' }))
  return true
}

const changed = (tr: Transaction, ...changes: readonly Change[]): Transaction => tr.setMeta(key, changes)

function afterChange(tr: Transaction, before: Pictures): Pictures {
  const changes: readonly Change[] = tr.getMeta(key) ?? []
  if (changes.length === 0) {
    if (!tr.docChanged && !tr.selectionSet) return before
    if (before.asked === null && before.waiting.length === 0) return before
    // somebody writes on: the words can be added later
    return { waiting: moved(tr, before.waiting, null), asked: null }
  }
  const gone = changes.find((change) => change.kind === 'leave')
  let waiting = moved(tr, before.waiting, gone?.id ?? null)
  let { asked } = before
  for (const change of changes) {
    if (change.kind === 'wait') waiting = [...waiting, change.picture]
    else if (change.kind === 'leave') waiting = waiting.filter(({ id }) => id !== change.id)
    else if (change.kind === 'ask')
      asked = { at: change.at, turn: (before.asked?.turn ?? 0) + (change.goes ? 1 : 0) }
    else asked = null
  }
  return { waiting, asked }
}

/** What waits in a row at one place comes in that row, whichever of it is there first. */
function moved(tr: Transaction, waiting: Pictures['waiting'], arrived: number | null): Pictures['waiting'] {
  if (!tr.docChanged) return waiting
  const index = waiting.findIndex(({ id }) => id === arrived)
  return waiting.map((one, place) => ({
    ...one,
    at: tr.mapping.map(one.at, one.replaces || (index >= 0 && place > index) ? 1 : -1)
  }))
}
