import type { Node as PageNode } from 'prosemirror-model'
import { changeOf } from './change'
import type { Change } from './delta'
import { isInWord } from '../word-wise'
import { wellFormed } from './formats'
import { insideOf, type Place } from './place'
import { lineTokens } from './tokens'

/** The one line that has become another one. */
interface TypedLine {
  /** From the page on: each block with what it is now; the line is the last. */
  readonly path: readonly (readonly [place: Place, now: PageNode])[]
  /** How many blocks were looked at. */
  readonly looked: number
}

/** What is known by its objects to be the same is not looked into; null where more than one line has changed. */
export function typedLine(root: Place, page: PageNode): TypedLine | null {
  const path: (readonly [Place, PageNode])[] = []
  let looked = 0
  for (let [place, now] = [root, page]; ;) {
    path.push([place, now])
    if (!place.node.sameMarkup(now)) return null
    if (now.isTextblock) return { path, looked }
    if (place.children.length !== now.childCount) return null
    let other = -1
    for (let at = 0; at < now.childCount; at += 1) {
      looked += 1
      if (place.children[at]?.node === now.child(at)) continue
      if (other >= 0) return null
      other = at
    }
    const next = place.children[other]
    if (!next) return null
    ;[place, now] = [next, now.child(other)]
  }
}

/**
 * What changes a line: only the letters between what is the same at both of its ends; null where something
 * else than letters is among them.
 */
export function lineChange(place: Place, now: PageNode): Change | null {
  const old = place.node
  const { start, was, is } = byWords(old, now, differing(old, now))
  const [before, after] = [old.cut(start, was), now.cut(start, is)]
  if (![...before.children, ...after.children].every(isText)) return null
  const [tokens, next] = [lineTokens(before), lineTokens(after)]
  const from = insideOf(place) + start
  let at = from
  const spots = tokens.map(({ length: size }) => {
    const spot = { at, size, embed: null, depth: 0 }
    at += size
    return spot
  })
  return changeOf(tokens, spots, next, {
    start: from,
    depth: 0,
    id: null,
    settings: new Map(),
    newId: () => ''
  })
}

const isText = ({ text }: PageNode): boolean => text !== undefined && wellFormed(text) === text

/** From where to where a line was another one, and what it is there now. */
interface Differing {
  readonly start: number
  readonly was: number
  readonly is: number
}

/** Where two lines differ, never in the middle of a letter that takes two signs. */
function differing(old: PageNode, now: PageNode): Differing {
  const first = old.content.findDiffStart(now.content)
  const last = old.content.findDiffEnd(now.content)
  if (first === null || !last) return { start: 0, was: 0, is: 0 }
  let [start, was, is] = [first, last.a, last.b]
  if (isInPair(old, start) || isInPair(now, start)) start -= 1
  if (isInPair(old, was) || isInPair(now, is)) [was, is] = [was + 1, is + 1]
  // what is the same on both sides of a place counts once
  const twice = start - Math.min(was, is)
  return twice > 0 ? { start, was: was + twice, is: is + twice } : { start, was, is }
}

/**
 * Words that have given way to others are looked at whole: letters that they happen to share at the ends are
 * no common ground (`wordWise`). What was only put in, or only taken away, stays what it is.
 */
function byWords(old: PageNode, now: PageNode, { start, was, is }: Differing): Differing {
  if (was === start || is === start) return { start, was, is }
  const isWord = (at: number) => isInWord(old.textBetween(at, at + 1, null, ' '))
  let [from, more] = [start, 0]
  while (from > 0 && isWord(from - 1)) from -= 1
  while (was + more < old.content.size && isWord(was + more)) more += 1
  return { start: from, was: was + more, is: is + more }
}

/** Whether a place lies between the two signs of one letter. */
function isInPair(line: PageNode, at: number): boolean {
  if (at <= 0 || at >= line.content.size) return false
  const [before, sign] = line.textBetween(at - 1, at + 1, null, ' ').split('')
  return (
    before !== undefined &&
    sign !== undefined &&
    isHalf(before) &&
    wellFormed(before + sign) === before + sign
  )
}

const isHalf = (sign: string): boolean => wellFormed(sign) !== sign
