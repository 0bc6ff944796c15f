import type { Stop } from '../../core/stop'
import { withinBounds } from '../../../bounds'
import {
  createDecisions,
  type Choice,
  type Choices,
  type Conflict,
  type Decisions
} from '../../core/conflict'
import { mergeKeyed } from '../../core/keyed'
import { keyPieces } from './pair'
import { buildOf, innerOf, readPieces, sourceOf, type Piece } from './piece'
import { mergeWords } from './words'

interface HtmlMerge {
  readonly text: string
  readonly conflicts: readonly Conflict[]
}

/** Three states of a page, taken apart by `piecesOf`. */
interface ThreePages {
  readonly base: Piece
  readonly local: Piece
  readonly remote: Piece
}

/**
 * Merges three states of a page (MG5): element by element, down to table cells and paragraphs, and in these
 * by words that both left apart. Only what changed is written again. Null for a merge that would not read
 * back as it was put together: that is none.
 */
export function mergeHtml(three: ThreePages, choices: Choices, stop: Stop): HtmlMerge | null {
  const decisions = createDecisions(choices)
  const merged = mergePiece(three, { id: '', names: [] }, decisions, stop)
  if (!merged) return null
  const text = merged.lead + sourceOf(merged)
  const read = withinBounds(() => readPieces(text, stop))
  const isWhole = read !== null && buildOf(read) === buildOf(merged)
  return isWhole ? { text, conflicts: decisions.conflicts } : null
}

interface Three {
  readonly base: Piece | undefined
  readonly local: Piece | undefined
  readonly remote: Piece | undefined
}

interface At {
  readonly id: string
  readonly names: readonly string[]
}

function mergePiece(
  { base, local, remote }: Three,
  at: At,
  decisions: Decisions,
  stop: Stop
): Piece | undefined {
  const [b, l, r] = [base, local, remote].map((piece) => piece && sourceOf(piece))
  const lead = leadOf({ base, local, remote }, at, decisions)
  const led = (piece: Piece | undefined) => piece && { ...piece, lead }
  if (l === r) return led(local)
  if (b === l) return led(remote)
  if (b === r) return led(local)
  if (base && local && remote) {
    const inside = mergeInside(base, local, remote, at, decisions, stop)
    if (inside) return led(inside)
  }
  return led(taken({ base, local, remote }, at, decisions))
}

/** Null when the tags differ on both sides, or the words do. */
function mergeInside(
  base: Piece,
  local: Piece,
  remote: Piece,
  at: At,
  decisions: Decisions,
  stop: Stop
): Piece | null {
  const open = oneSided(base.open, local.open, remote.open)
  const close = oneSided(base.close, local.close, remote.close)
  if (open === null || close === null || local.tag !== remote.tag || base.tag !== local.tag) return null
  const like = open === local.open ? local : remote
  const whole = { ...like, open, close }
  if (base.children && local.children && remote.children) {
    const tail = oneSided(base.tail, local.tail, remote.tail) ?? blankOf(local.tail, remote.tail)
    if (tail === null) return null
    const keyed = keyPieces(base.children, local.children, remote.children, stop)
    const children = mergeKeyed<Piece>({
      ...keyed,
      item: (key, b, l, r) =>
        mergePiece({ base: b, local: l, remote: r }, childAt(at, key, l ?? r ?? b), decisions, stop),
      rank: sourceOf,
      clash: () => orderClash(base, local, remote, at, decisions)
    })
    return { ...whole, children: [...children.values()].flatMap(divided), tail }
  }
  const inner =
    oneSided(innerOf(base), innerOf(local), innerOf(remote)) ??
    (base.children || local.children || remote.children
      ? null
      : mergeWords(base.inner, local.inner, remote.inner, stop))
  return inner === null ? null : { ...whole, children: null, inner, tail: '' }
}

/** What only one of the two has changed; null when both have. */
function oneSided(base: string, local: string, remote: string): string | null {
  if (local === remote || base === remote) return local
  return base === local ? remote : null
}

const isBlank = (text: string) => text.trim() === ''

/** Of two different blanks always the same one; null when one of them says something. */
function blankOf(local: string, remote: string): string | null {
  if (!isBlank(local) || !isBlank(remote)) return null
  return local.length > remote.length || (local.length === remote.length && local > remote) ? local : remote
}

function leadOf({ base, local, remote }: Three, at: At, decisions: Decisions): string {
  if (!local || !remote) return (local ?? remote ?? base)?.lead ?? ''
  const lead = oneSided(base?.lead ?? '', local.lead, remote.lead) ?? blankOf(local.lead, remote.lead)
  if (lead !== null) return lead
  const choice = decisions.decide({
    id: `${at.id}/lead`,
    kind: 'block',
    place: { at: at.id, names: at.names },
    base: base?.lead,
    local: local.lead,
    remote: remote.lead,
    choices: ['local', 'remote']
  })
  return choice === 'remote' ? remote.lead : local.lead
}

const both = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tr hr picture figure'.split(' '))

/** Asks. With `both`, the remote one stands behind the local one. */
function taken({ base, local, remote }: Three, at: At, decisions: Decisions): Piece | undefined {
  const mayBoth = local && remote && both.has(local.tag) && both.has(remote.tag)
  const choices: Choice[] = [
    'local',
    'remote',
    ...(base ? (['base'] as const) : []),
    ...(mayBoth ? (['both'] as const) : [])
  ]
  const choice = decisions.decide({
    id: at.id,
    kind: 'block',
    place: { at: at.id, names: at.names },
    base: base && sourceOf(base),
    local: local && sourceOf(local),
    remote: remote && sourceOf(remote),
    choices
  })
  if (choice === 'both' && local && remote) return pairOf(local, remote)
  return choice === 'remote' ? remote : choice === 'base' ? base : local
}

const PAIR = '#pair'

/** Two elements in the place of one, until they are put into the list. */
function pairOf(local: Piece, remote: Piece): Piece {
  return {
    tag: PAIR,
    name: '',
    lead: local.lead,
    open: '',
    children: [{ ...local, lead: '' }, remote],
    inner: '',
    tail: '',
    close: ''
  }
}

function divided(piece: Piece): readonly Piece[] {
  if (piece.tag !== PAIR || !piece.children) return [piece]
  const [first, ...others] = piece.children
  return first ? [{ ...first, lead: piece.lead }, ...others] : []
}

function childAt(at: At, key: string, piece: Piece | undefined): At {
  const id = at.id === '' ? key : `${at.id}.${key}`
  const isPlain = !piece || ['html', 'body', 'main'].includes(piece.tag)
  return { id, names: isPlain ? at.names : [...at.names, nameOf(piece)] }
}

/** `hero` for a block, `p` for a paragraph: the interface puts it into words. */
const nameOf = ({ tag, name }: Piece): string => (tag === 'div' && name !== '' ? name : tag)

function orderClash(
  base: Piece,
  local: Piece,
  remote: Piece,
  at: At,
  decisions: Decisions
): 'local' | 'remote' {
  const choice = decisions.decide({
    id: `${at.id}#order`,
    kind: 'order',
    place: { at: at.id, names: at.names },
    base: innerOf(base),
    local: innerOf(local),
    remote: innerOf(remote),
    choices: ['local', 'remote']
  })
  return choice === 'remote' ? 'remote' : 'local'
}
