import { Fragment, Mark, type Node as PageNode } from 'prosemirror-model'
import { pageSchema } from '../schema'
import type { Look } from './styles'

const { marks, nodes } = pageSchema

/**
 * A line that is put together: blanks as browsers show them, and formatting that does not cover blanks at its
 * ends.
 */
export class PastedLine {
  private readonly parts: PageNode[] = []
  private isBlank = true

  /** @param keepsLineEnds whether a line end in the text is one that is shown */
  text(value: string, look: Look, keepsLineEnds: boolean): void {
    const lines = keepsLineEnds ? value.split(/\r\n?|\n/) : [value]
    lines.forEach((line, at) => {
      if (at > 0) this.lineBreak()
      const text = withoutBlanks(line.replace(mixedBlanks, ' '), this.isBlank)
      if (text === '') return
      this.isBlank = text.endsWith(' ')
      this.parts.push(pageSchema.text(text, marksOf(look)))
    })
  }

  lineBreak(): void {
    this.isBlank = true
    this.parts.push(nodes.hard_break.create())
  }

  /** A picture, or whatever else stands in a line as one. */
  atom(node: PageNode, look: Look): void {
    this.isBlank = false
    this.parts.push(node.mark(marksOf(look)))
  }

  /** Whether it ends in a line break: another one ends the paragraph where nothing else does. */
  endsInBreak(): boolean {
    return this.parts.at(-1)?.type === nodes.hard_break
  }

  /** What stands in it, without blanks and line breaks at its ends. */
  content(): Fragment {
    return Fragment.fromArray(withPlainBlanks(withoutEnds(joined(this.parts))))
  }
}

/** A run of blanks with an ordinary one in it: the others only hold a place for it. */
const mixedBlanks = /[\u00a0 \t\n\f\r]*[ \t\n\f\r][\u00a0 \t\n\f\r]*/g
const withoutBlanks = (text: string, isBehindBlank: boolean) =>
  isBehindBlank ? text.replace(/^[\u00a0 ]+/, '') : text

function marksOf(look: Look): readonly Mark[] {
  const set: Mark[] = []
  if (look.href !== null) set.push(marks.link.create({ href: look.href }))
  if (look.strong) set.push(marks.strong.create())
  if (look.em) set.push(marks.em.create())
  // the underline of a link is how browsers draw it
  if (look.u && look.href === null) set.push(marks.u.create())
  if (look.s) set.push(marks.s.create())
  if (look.script) set.push(marks[look.script].create())
  if (look.code) set.push(marks.code.create())
  return Mark.setFrom(set)
}

/** Texts with the same marks as one. */
function joined(parts: readonly PageNode[]): PageNode[] {
  const made: PageNode[] = []
  for (const part of parts) {
    const last = made.at(-1)
    if (last?.isText && part.isText && last.sameMarkup(part))
      made[made.length - 1] = pageSchema.text(`${last.text ?? ''}${part.text ?? ''}`, last.marks)
    else made.push(part)
  }
  return made
}

function withoutEnds(parts: readonly PageNode[]): PageNode[] {
  const kept = [...parts]
  const trim = (at: 'first' | 'last', blanks: RegExp) => {
    for (;;) {
      const node = at === 'first' ? kept[0] : kept.at(-1)
      if (!node) return
      if (node.type !== nodes.hard_break && !node.isText) return
      const text = node.isText ? (node.text ?? '').replace(blanks, '') : ''
      if (text === node.text) return
      const rest = text === '' ? [] : [pageSchema.text(text, node.marks)]
      kept.splice(at === 'first' ? 0 : kept.length - 1, 1, ...rest)
    }
  }
  trim('first', /^[\u00a0 ]+/)
  trim('last', /[\u00a0 ]+$/)
  // before a line break no blank is shown
  return kept.flatMap((node, at) => {
    if (!node.isText || kept[at + 1]?.type !== nodes.hard_break) return [node]
    const text = (node.text ?? '').replace(/[\u00a0 ]+$/, '')
    return text === '' ? [] : [pageSchema.text(text, node.marks)]
  })
}

/** Blanks at the ends of formatted words belong to what is around them, as a person would write it. */
function withPlainBlanks(parts: readonly PageNode[]): PageNode[] {
  return parts.flatMap((node, at) => {
    const [before, words, after] = /^( *)(.*?)( *)$/su.exec(node.text ?? '')?.slice(1) ?? []
    if (!node.isText || node.marks.length === 0 || words === '' || (before === '' && after === ''))
      return [node]
    const shared = (other: PageNode | undefined) =>
      node.marks.filter((mark) => mark.isInSet(other?.marks ?? []))
    return [
      ...(before ? [pageSchema.text(before, shared(parts[at - 1]))] : []),
      pageSchema.text(words ?? '', node.marks),
      ...(after ? [pageSchema.text(after, shared(parts[at + 1]))] : [])
    ]
  })
}
