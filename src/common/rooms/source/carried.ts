import { wellFormed } from '../flat/formats'
import { fineEdits, oneEdit, type FineEdit } from './fine-edits'

type Op = { readonly insert: string } | { readonly retain: number } | { readonly delete: number }

/**
 * A text with what somebody has made of another one that both come from: what they put in and took away is
 * done here too, where it is still there.
 */
export const carried = (base: string, mine: string, here: string): string =>
  withEdits(base, fineEdits(base, mine), here)

/** The same of what somebody has typed into a text: it is in one place. */
export const typedInto = (base: string, typed: string, here: string): string =>
  withEdits(base, [oneEdit(base, typed)], here)

function withEdits(base: string, edits: readonly FineEdit[], here: string): string {
  let at = 0
  let text = ''
  for (const op of deltaOf(base.length, edits, fineEdits(base, here))) {
    if ('insert' in op) text += op.insert
    else if ('retain' in op) {
      text += here.slice(at, at + op.retain)
      at += op.retain
    } else at += op.delete
  }
  return text + here.slice(at)
}

/** Where a place of a text is in what has become of it: behind the last letter before it that is still there. */
export const placeAfter = (base: string, here: string, index: number): number =>
  placesAfter(base.length, fineEdits(base, here))(index)

/** The same for each place of a text of that length, after these edits. */
export function placesAfter(length: number, edits: readonly FineEdit[]): (index: number) => number {
  const { behind } = placesOf(length, edits)
  return (index) => behind[index] ?? 0
}

/**
 * What is done here for what somebody did to the text that both come from.
 * @param length of that text
 * @param theirs what they did to it
 * @param ours what has become of it here
 */
export function deltaOf(length: number, theirs: readonly FineEdit[], ours: readonly FineEdit[]): Op[] {
  const places = placesOf(length, ours)
  const delta: Op[] = []
  let at = 0
  const goTo = (place: number) => {
    if (place > at) delta.push({ retain: place - at })
    at = Math.max(at, place)
  }
  for (const { from, to, added } of theirs) {
    if (added !== '') {
      // right behind the last letter before it that is still there
      goTo(places.behind[from] ?? 0)
      delta.push({ insert: wellFormed(added) })
    }
    for (let place = from; place < to; place += 1) {
      if (!places.isKept(place)) continue
      goTo((places.behind[place + 1] ?? 0) - 1)
      delta.push({ delete: 1 })
      at += 1
    }
  }
  return delta
}

/** Where the letters of a text are, after edits: for each place what comes behind the letters before it. */
function placesOf(length: number, edits: readonly FineEdit[]) {
  const behind = new Int32Array(length + 1)
  const kept = new Uint8Array(length)
  let [at, here] = [0, 0]
  const keep = (end: number) => {
    for (; at < end; at += 1) {
      kept[at] = 1
      here += 1
      behind[at + 1] = here
    }
  }
  for (const { from, to, added } of edits) {
    keep(from)
    for (; at < to; at += 1) behind[at + 1] = behind[at] ?? 0
    here += added.length
  }
  keep(length)
  return { behind, isKept: (place: number) => kept[place] === 1 }
}
