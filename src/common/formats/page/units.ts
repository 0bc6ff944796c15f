import { Mark, type Fragment, type Node as PageNode } from 'prosemirror-model'
import type { Node } from '../../html'
import { commonSequence } from '../core/sequence'
import { isBlank, sourceOf, walkLine, type LineSink, type Stretch } from './inline'
import { lettersOf } from './letters'
import { closeOf, openOf } from './marks'
import { blanks, escapeText } from './tags'

/** An element of a line that lies around what it marks. */
interface Wrapper {
  readonly mark: Mark
  readonly open: string
  readonly close: string
}

/** The elements around a unit, from the outermost on, and the marks that they amount to. */
interface Stack {
  readonly wrappers: readonly Wrapper[]
  readonly marks: readonly Mark[]
}

/** A character, what is no text, or a run of blanks, with the source of it. */
interface Unit {
  /** The same for what is the same, whatever lies around it. */
  readonly key: string
  readonly source: string
}

interface SourceUnit extends Unit, Stretch {
  readonly stack: Stack
}

interface NodeUnit extends Unit {
  readonly marks: readonly Mark[]
}

/**
 * Longer lines are written anew in normal form: nobody writes one, and aligning it would hold up the typing.
 */
const LONGEST = 200_000

/**
 * A line in normal form: of elements that begin at the same letter the longest lies outside, and of those
 * that are as long formatting lies around links. @param content settled
 */
export function writeLine(content: Fragment): string {
  let text = ''
  let open: readonly Wrapper[] = []
  content.forEach((node, _, at) => {
    const next = node.marks.length === 0 ? [] : wrappersOf(outside(content, at, open), open)
    text += turn(open, next) + (node.isText ? escapeText(node.text ?? '') : sourceOf(node))
    open = next
  })
  return text + turn(open, [])
}

/** The marks of a node, from the outermost on. */
function outside(content: Fragment, at: number, open: readonly Wrapper[]): readonly Mark[] {
  const { marks } = content.child(at)
  if (marks.length === 1 || marks.filter(isWrap).length > 1) return marks
  const reach = (mark: Mark) => {
    let end = at + 1
    while (end < content.childCount && mark.isInSet(content.child(end).marks)) end += 1
    return end
  }
  let staying = 0
  while (open[staying]?.mark.isInSet(marks)) staying += 1
  const isOpen = (mark: Mark) => open.slice(0, staying).some((wrapper) => wrapper.mark.eq(mark))
  // what would be begun anew for nothing but blanks lies outside instead: alone they would be an island
  for (const mark of marks.filter((one) => one.attrs['tag'] !== null && !isOpen(one))) {
    const end = reach(mark)
    const inner = open.slice(0, staying).findIndex((wrapper) => {
      const cut = reach(wrapper.mark)
      const parts = [content.content.slice(at, cut), content.content.slice(cut, end)]
      return cut < end && parts.some((part) => part.every(isBlank))
    })
    if (inner >= 0) staying = inner
  }
  const stay = open.slice(0, staying).map(({ mark }) => mark)
  const begin = marks
    .filter((mark) => !mark.isInSet(stay))
    .map((mark) => ({ mark, end: reach(mark), isLink: mark.type.name === 'link' ? 1 : 0 }))
    .sort((one, other) => other.end - one.end || one.isLink - other.isLink)
  return [...stay, ...begin.map(({ mark }) => mark)]
}

const isWrap = (mark: Mark) => mark.type.name === 'wrap'

/** What a line was: its source, its nodes as they are parsed, and where it stands in there. */
interface OldLine {
  readonly source: string
  readonly nodes: readonly Node[]
  readonly within: Stretch
}

/**
 * A line written with as much of its old source as still says the same: what is kept is copied with the tags
 * between, what is new is in normal form.
 * @param content settled
 * @returns null where the old source is no line, or too long
 */
export function patchedLine(old: OldLine, content: Fragment, preserve = false): string | null {
  const { source, within } = old
  const before = within.to - within.from > LONGEST ? null : sourceUnits(old, preserve)
  if (!before) return null
  const after = nodeUnits(content)
  const kept = keptUnits(after, before)
  let text = ''
  let open: Stack = bare
  let last = -1
  after.forEach((unit, at) => {
    const place = kept[at] ?? -1
    const own = before[place]
    const gone = own === undefined && (at === 0 || last >= 0) ? replacedAt(before, kept, at, last) : undefined
    const stack = stackOf(unit, own ?? gone, open, () => nearStacks(before, kept, at, last))
    const [first, previous, next] = [before[0], before[last], before[last + 1]]
    // behind what is kept stands what followed it there, or what takes its place
    const isNext = last >= 0 && stack === next?.stack && (own === undefined || own === next)
    if (at === 0 && stack === first?.stack) text += source.slice(within.from, first.from)
    else if (isNext && open === previous?.stack) text += source.slice(previous.to, next.from)
    else text += (at === 0 ? edgeBlanks(old, preserve).lead : '') + turn(open.wrappers, stack.wrappers)
    text += own ? own.source : unit.source
    ;[open, last] = [stack, place]
  })
  const end = before.at(-1)
  if (end && after.length > 0 && open === end.stack) return text + source.slice(end.to, within.to)
  return text + turn(open.wrappers, []) + (after.length > 0 ? edgeBlanks(old, preserve).tail : '')
}

const bare: Stack = { wrappers: [], marks: Mark.none }

function keptUnits(after: readonly Unit[], before: readonly Unit[]): Int32Array {
  const numbers = new Map<string, number>()
  const numbered = ({ key }: Unit) => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  const kept = commonSequence(after.map(numbered), before.map(numbered), () => {})
  return withoutChance(kept, after, before)
}

/** A letter of a new word that the old one had too, between others that it had not, is none that was kept. */
function withoutChance(kept: Int32Array, after: readonly Unit[], before: readonly Unit[]): Int32Array {
  const isBeside = (at: number, by: 1 | -1) => {
    const other = kept[at + by]
    return other === undefined || (other >= 0 && other === (kept[at] ?? 0) + by)
  }
  const chance = after.flatMap(({ key, source }, at) => {
    const isPlain = key.length <= 2 && !blanks.test(key) && before[kept[at] ?? -1]?.source === source
    return isPlain && !isBeside(at, -1) && !isBeside(at, 1) ? [at] : []
  })
  for (const at of chance) kept[at] = -1
  return kept
}

/**
 * The elements around a unit: its own, else those of where it stands, else of what it stands for, else new
 * ones.
 */
function stackOf(
  { marks }: NodeUnit,
  own: SourceUnit | undefined,
  open: Stack,
  near: () => readonly Stack[]
): Stack {
  const fits = (stack: Stack) => Mark.sameSet(stack.marks, marks)
  if (own && fits(own.stack)) return own.stack
  if (fits(open)) return open
  const found = near().find(fits)
  if (found) return found
  const kept = (own?.stack ?? open).wrappers.filter(({ mark }) => mark.isInSet(marks))
  const missing = marks.filter((mark) => !kept.some((wrapper) => wrapper.mark.eq(mark)))
  const wrappers: Wrapper[] = []
  for (const wrapper of open.wrappers) {
    if (!kept.includes(wrapper) && !wrapper.mark.isInSet(missing)) break
    wrappers.push(wrapper)
  }
  for (const wrapper of kept) if (!wrappers.includes(wrapper)) wrappers.push(wrapper)
  for (const mark of missing)
    if (!wrappers.some((wrapper) => wrapper.mark.eq(mark))) wrappers.push(wrapperOf(mark))
  const stack = { wrappers, marks: marksOf(wrappers) }
  return fits(stack) ? stack : { wrappers: wrappersOf(marks, open.wrappers), marks }
}

/** What the source has where a new unit stands now; nothing where it was put between others. */
function replacedAt(
  before: readonly SourceUnit[],
  kept: Int32Array,
  at: number,
  last: number
): SourceUnit | undefined {
  let next = at
  while (next < kept.length && (kept[next] ?? -1) < 0) next += 1
  return kept[next] === last + 1 ? undefined : before[last + 1]
}

/** How far what was replaced is looked through for an element that says the same. */
const NEAR = 64

/** The stacks of the source that follows, and of what was replaced here. */
function nearStacks(before: readonly SourceUnit[], kept: Int32Array, at: number, last: number): Stack[] {
  let next = at
  while (next < kept.length && next - at < NEAR && (kept[next] ?? -1) < 0) next += 1
  const follows = before[kept[next] ?? -1]
  const end = Math.min(kept[next] ?? before.length, last + 1 + NEAR)
  const replaced = before.slice(last + 1, Math.max(last + 1, end))
  return [...(follows ? [follows] : []), ...replaced].map(({ stack }) => stack)
}

function turn(from: readonly Wrapper[], to: readonly Wrapper[]): string {
  let common = 0
  while (common < from.length && common < to.length && from[common] === to[common]) common += 1
  let text = ''
  for (let at = from.length - 1; at >= common; at -= 1) text += from[at]?.close ?? ''
  for (let at = common; at < to.length; at += 1) text += to[at]?.open ?? ''
  return text
}

/** Elements for marks, with those that are open as far as they are the same. */
function wrappersOf(marks: readonly Mark[], open: readonly Wrapper[]): Wrapper[] {
  let isOpen = true
  return marks.map((mark, at) => {
    const there = open[at]
    isOpen &&= there?.mark.eq(mark) === true
    return isOpen && there ? there : wrapperOf(mark)
  })
}

function wrapperOf(mark: Mark): Wrapper {
  const open = openOf(mark)
  return { mark, open, close: closeOf(open) }
}

const marksOf = (wrappers: readonly Wrapper[]) =>
  wrappers.reduce<readonly Mark[]>((marks, { mark }) => mark.addToSet(marks), Mark.none)

function nodeUnits(content: Fragment): NodeUnit[] {
  const units: NodeUnit[] = []
  content.forEach((node: PageNode) => {
    const { marks } = node
    if (!node.isText) units.push({ key: sourceOf(node), source: sourceOf(node), marks })
    else for (const sign of node.text ?? '') units.push({ key: sign, source: escapeText(sign), marks })
  })
  return units
}

function edgeBlanks({ source, within }: OldLine, preserve: boolean): { lead: string; tail: string } {
  if (preserve) return { lead: '', tail: '' }
  const text = source.slice(within.from, within.to)
  return {
    lead: /^[ \t\n\f\r]*/.exec(text)?.[0] ?? '',
    tail: text.slice(text.trimEnd().length).replace(/[^ \t\n\f\r]/g, '')
  }
}

function sourceUnits({ source, nodes, within }: OldLine, preserve: boolean): SourceUnit[] | null {
  const units: SourceUnit[] = []
  const outer: Stack[] = []
  let stack = bare
  let isBlank = !preserve
  let isOdd = false
  const push = (key: string, from: number, to: number) =>
    units.push({ key, source: source.slice(from, to), from, to, stack })
  const sink: LineSink = {
    text(_, at) {
      const letters = lettersOf(source.slice(at.from, at.to))
      isOdd ||= letters === null
      let run = false
      for (const { text, from, to } of letters ?? []) {
        const blank = !preserve && blanks.test(text)
        if (blank && run) extend(units, at.from + to, source)
        else if (!blank || !isBlank) push(blank ? ' ' : text, at.from + from, at.from + to)
        run = blank && (run || !isBlank)
        isBlank = blank
      }
    },
    atom(node, { from, to }) {
      push(sourceOf(node), from, to)
      isBlank = node.type.name === 'hard_break'
    },
    enter(mark, open, close) {
      outer.push(stack)
      const wrappers = [...stack.wrappers, { mark, open, close }]
      stack = { wrappers, marks: mark.addToSet(stack.marks) }
    },
    leave() {
      stack = outer.pop() ?? bare
    }
  }
  if (!walkLine(source, nodes, within, sink) || isOdd) return null
  if (!preserve && units.at(-1)?.key === ' ') units.pop()
  return units
}

/** A run of blanks is one unit. */
function extend(units: SourceUnit[], to: number, source: string): void {
  const run = units.pop()
  if (run) units.push({ ...run, to, source: source.slice(run.from, to) })
}
