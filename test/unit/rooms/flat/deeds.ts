import type { Node as PageNode } from 'prosemirror-model'
import { Selection, type EditorState } from 'prosemirror-state'
import { pageSchema } from '../../../../src/common/formats/page/schema'
import { copied } from '../../../../src/renderer/src/engines/page/commands/carried'
import { addTableColumn } from '../../../../src/renderer/src/engines/page/tables/table-commands'
import { edited, type Edit } from '../../page/edits'

const { nodes } = pageSchema

/** Numbers between 0 and 1 that are the same for the same seed. */
export function random(seed: number): () => number {
  let now = (seed * 2654435761) >>> 0
  return () => {
    now = (now + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(now ^ (now >>> 15), now | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Letters of which each is given once: of one sign, of two, and some with an accent that is a letter of its own. */
export class Letters {
  private given = 0

  next(): string {
    const nth = this.given++
    return String.fromCodePoint(nth % 5 === 4 ? 0x20000 + nth : 0x4e00 + nth)
  }

  word(length: number, accent: boolean): string {
    return Array.from({ length }, () => this.next() + (accent ? '\u0301' : '')).join('')
  }
}

/** What letters a page has that were given, and how often. */
export function lettersIn(page: PageNode): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  page.descendants((node) => {
    for (const letter of node.text ?? '') if (isGiven(letter)) found.set(letter, (found.get(letter) ?? 0) + 1)
  })
  return found
}

const isGiven = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x4e00 && code < 0xa000) || code >= 0x20000
}

type Own = 'paste' | 'row' | 'cell' | 'column'
type Deed = Exclude<Edit['kind'], 'paste' | 'copy' | 'alt'> | Own

const writing: readonly Deed[] = ['type', 'type', 'type', 'type', 'type', 'type', 'replace']
const shaping: readonly Deed[] = [
  ...([
    'split',
    'split',
    'joinBack',
    'joinNext',
    'backspace',
    'delete',
    'bold',
    'italic',
    'link',
    'clear'
  ] as const),
  ...([
    'heading',
    'heading',
    'paragraph',
    'code',
    'bullets',
    'numbers',
    'quote',
    'nest',
    'unnest',
    'lift'
  ] as const),
  ...(['break', 'rule', 'part', 'variant', 'cut', 'remove', 'paste', 'row', 'cell', 'column'] as const)
]

/** One thing that somebody does; what it may be, and where, is chance. */
export function done(
  state: EditorState,
  letters: Letters,
  chance: () => number,
  mayMove: boolean
): EditorState {
  const from = chance() < 0.5 ? writing : shaping
  const kind = mayMove && chance() < 0.06 ? 'move' : (from[Math.floor(chance() * from.length)] ?? 'type')
  const text = letters.word(1 + Math.floor(chance() * 3), chance() < 0.1)
  const [at, length] = [chance(), Math.floor(chance() * 12)]
  if (kind === 'paste') return pasted(state, at, text)
  if (kind === 'column') return widened(state, at)
  if (kind === 'row' || kind === 'cell') return grown(state, at, kind === 'row')
  return edited(state, [{ kind, at, length, text }])
}

function pasted(state: EditorState, share: number, text: string): EditorState {
  const at = state.doc.resolve(Math.floor(share * state.doc.content.size))
  const line = nodes.paragraph.create(null, pageSchema.text(text, [pageSchema.marks.strong.create()]))
  const slice = nodes.section.create(null, [line, nodes.heading.create({ level: 2 })]).slice(1)
  return at.parent.inlineContent ? state.apply(state.tr.replace(at.pos, at.pos, slice)) : state
}

/** A new column in the table there. */
function widened(state: EditorState, share: number): EditorState {
  const at = state.doc.resolve(Math.floor(share * state.doc.content.size))
  let now = state.apply(state.tr.setSelection(Selection.near(at)))
  addTableColumn('after')(now, (tr) => (now = now.apply(tr)))
  return now
}

/** A new row, or a new cell, behind the one that lies there. */
function grown(state: EditorState, share: number, isRow: boolean): EditorState {
  const $at = state.doc.resolve(Math.floor(share * state.doc.content.size))
  const kinds = isRow ? [nodes.row, nodes.table_row] : [nodes.cell, nodes.table_cell]
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const node = $at.node(depth)
    if (!kinds.some((kind) => kind === node.type)) continue
    const children = node.children.map((child) =>
      child.type.create(child.attrs, isRow ? nodes.paragraph.create() : null)
    )
    const made = node.type.create({ ...node.attrs, src: null }, isRow ? children : nodes.paragraph.create())
    return state.apply(state.tr.insert($at.after(depth), copied(made)))
  }
  return state
}
