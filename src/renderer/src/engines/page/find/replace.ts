import { closeHistory } from 'prosemirror-history'
import type { EditorState, Transaction } from 'prosemirror-state'
import { isIslandSource } from '../../../../../common/formats/page/island'
import { expanded } from '../../../../../common/replace/find'
import { replaceText } from '../commands/lines'
import { findingOf, type Found } from './finding'

interface Replacement {
  /** What is put in the place of each find. */
  readonly by: string
  /** `$1` and `$&` in it stand for what was found. */
  readonly isPattern: boolean
  /** Also in the source of islands; without, they are found and left alone. */
  readonly isDeep: boolean
}

/** Whether a find can be replaced. */
export const isReplaced = ({ kind }: Found, { isDeep }: Pick<Replacement, 'isDeep'>): boolean =>
  kind !== 'island' || isDeep

/**
 * Replaces finds of this state, as one step to take back. Text keeps the formatting of what it replaces,
 * links and pictures all but what was found; an island that would not be read as one any more stays as it is.
 * @returns how many were replaced, and the change; null where the page is another one by now
 */
export function replaceFound(
  state: EditorState,
  which: readonly Found[],
  how: Replacement
): { readonly tr: Transaction; readonly count: number } | null {
  if (findingOf(state).of !== state.doc) return null
  const tr = closeHistory(state.tr)
  let count = 0
  // from the end, so that places before it stay as they are
  for (const finds of atSamePlace(which.filter((one) => isReplaced(one, how))).reverse())
    if (replaceAt(tr, finds, how)) count += finds.length
  return { tr, count }
}

/** Finds in one address, description or source belong together; each in the text stands for itself. */
function atSamePlace(which: readonly Found[]): Found[][] {
  const places = new Map<string, Found[]>()
  for (const one of which) {
    const place = `${one.kind} ${one.from} ${one.to}`
    places.set(place, [...(places.get(place) ?? []), one])
  }
  // of a link first the words, whose length may change, then its address
  return [...places.values()].sort(
    ([one], [other]) => (one?.from ?? 0) - (other?.from ?? 0) || rank(one) - rank(other)
  )
}

const rank = (one: Found | undefined): number => (one?.kind === 'link' ? 0 : 1)

function replaceAt(tr: Transaction, finds: readonly Found[], { by, isPattern }: Replacement): boolean {
  const [first] = finds
  if (!first) return false
  const { kind, from } = first
  const written = (one: Found) => (isPattern ? expanded(by, one.groups) : by)
  const changed = (text: string) =>
    finds.reduceRight((now, one) => now.slice(0, one.start) + written(one) + now.slice(one.end), text)
  if (kind === 'text') {
    replaceText(tr, from, first.to, written(first))
    return true
  }
  const node = tr.doc.nodeAt(from)
  if (!node) return false
  if (kind === 'link') {
    const mark = node.marks.find(({ type }) => type.name === 'link')
    if (!mark) return false
    const to = tr.mapping.map(first.to)
    const next = mark.type.create({ ...mark.attrs, href: changed(String(mark.attrs['href'])) })
    tr.removeMark(from, to, mark).addMark(from, to, next)
    return true
  }
  const name = kind === 'description' ? 'alt' : 'raw'
  const text = changed(String(node.attrs[name]))
  if (kind === 'island' && !isIslandSource(text, tr.doc.resolve(from).parent.type.name)) return false
  tr.setNodeAttribute(from, name, text)
  return true
}
