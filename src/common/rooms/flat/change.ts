import type { Node as PageNode } from 'prosemirror-model'
import { settingsOf, type Change, type Edit, type Setting } from './delta'
import { idOf, membersChange, membersOf, nowOf, type Embed, type Settings } from './embeds'
import { formatChange, formatsOf, wellFormed } from './formats'
import { depthIn } from './place'
import { aligned, lineTokens, type Token } from './tokens'

/** Where a token stands in the text. */
export interface Spot {
  readonly at: number
  /** How much of the text it takes. */
  readonly size: number
  /** Its marker, or what stands in the line; null for letters, and for ghosts. */
  readonly embed: Embed | null
  readonly depth: number
}

/** What lies around what is compared. */
interface Around {
  /** Where something stands in the text that is put in front of all else. */
  readonly start: number
  readonly depth: number
  readonly id: string | null
  readonly settings: Settings
  readonly newId: () => string
}

/** What becomes of the text, and the markers of the blocks that stand there then. */
interface Made extends Change {
  /** For each block of the new state its marker; null for a ghost. */
  readonly markers: readonly (Embed | null)[]
}

/**
 * What has to be done to a text in which `old` stands at `spots` so that it says `now`. What is the same stays
 * where it is: a turned paragraph is a setting, what is wrapped is set deeper, and letters are taken away only
 * where they are gone.
 * @param spots null for what is in the text no more
 */
export function changeOf(
  old: readonly Token[],
  spots: readonly (Spot | null)[],
  now: readonly Token[],
  around: Around
): Made {
  const partners = aligned(old, now)
  const making = new Making(old, spots, now, around, partners)
  return making.made()
}

class Making {
  private readonly edits: Edit[] = []
  private readonly settings: Setting[] = []
  private readonly markers: (Embed | null)[] = []
  /** For each new token its old one, -1 without. */
  private readonly was: Int32Array
  private readonly depths = new Map<number, number>()
  private readonly ids = new Map<number, string | null>()
  /** Blocks that lie deeper, or less deep, than before. */
  private readonly shifted = new Set<number>()
  /** Blocks that are taken away, by what they are: one that is put in elsewhere was moved. */
  private readonly gone = new Map<string, string>()
  private cursor: number

  constructor(
    private readonly old: readonly Token[],
    private readonly spots: readonly (Spot | null)[],
    private readonly now: readonly Token[],
    private readonly around: Around,
    private readonly partners: Int32Array
  ) {
    this.cursor = around.start
    this.was = new Int32Array(now.length).fill(-1)
    partners.forEach((there, at) => {
      if (there >= 0) this.was[there] = at
    })
  }

  made(): Made {
    this.old.forEach((token, at) => this.removed(token, at))
    this.now.forEach((token, at) => {
      const before = this.was[at] ?? -1
      const old = this.old[before]
      if (old) this.kept(old, before, token, at)
      else this.added(token, at)
    })
    return { edits: this.edits, settings: this.settings, markers: this.markers }
  }

  private removed(token: Token, at: number): void {
    const spot = this.spots[at]
    if ((this.partners[at] ?? -1) >= 0 || !spot) return
    if (spot.size > 0) this.edits.push({ at: spot.at, remove: spot.size })
    const origin = spot.embed?.['o'] ?? idOf(spot.embed)
    if (token.key.startsWith('=') && typeof origin === 'string') this.gone.set(token.key, origin)
  }

  private kept(old: Token, before: number, token: Token, at: number): void {
    const spot = this.spots[before] ?? null
    const isInLine = token.kind === 'letter' || token.kind === 'atom'
    if (spot) {
      this.cursor = spot.at + spot.size
      if (isInLine) this.formatted(old, spot, token)
      if (token.kind === 'atom') this.set(old, token, spot, {})
    }
    if (!isInLine) this.keptBlock(old, token, at, spot)
  }

  private formatted(old: Token, { at, size }: Spot, { marks }: Token): void {
    const formats = formatChange(old.marks, marks)
    if (formats) this.edits.push({ at, format: size, formats })
  }

  private keptBlock(old: Token, token: Token, at: number, spot: Spot | null): void {
    const isWhereItWas =
      old.around < 0 ? token.around < 0 : token.around >= 0 && this.partners[old.around] === token.around
    const stays = isWhereItWas && !this.shifted.has(token.around)
    const depth = spot && stays ? spot.depth : depthIn(this.depthAround(token))
    const isReal = spot !== null && spot.embed !== null
    this.depths.set(at, isReal || stays ? depth : depth - 0.5)
    if (!stays) this.shifted.add(at)
    this.ids.set(at, idOf(spot?.embed ?? null))
    this.markers.push(spot?.embed ?? null)
    if (!spot) return
    if (spot.embed === null) this.written(old, token, spot, depth)
    else {
      const row = this.idAround(token)
      const hasRow = 'r' in nowOf(spot.embed, this.around.settings) && row !== null && !isWhereItWas
      const isDeeper = depth !== spot.depth
      this.set(old, token, spot, { ...(isDeeper && { d: depth }), ...(hasRow && { r: row }) })
    }
  }

  /** A ghost of which somebody changes more than what it holds gets a marker. */
  private written(old: Token, token: Token, spot: Spot, depth: number): void {
    if (old.node.type === token.node.type && old.node.hasMarkup(token.node.type, token.node.attrs)) return
    const embed = { ...membersOf(token.node), d: Math.ceil(depth), i: this.around.newId() }
    this.markers[this.markers.length - 1] = embed
    this.edits.push({ at: spot.at, insert: embed })
  }

  /** Sets what a block, or what stands in a line, says now. */
  private set(old: Token, token: Token, spot: Spot, more: Readonly<Record<string, unknown>>): void {
    const { embed } = spot
    if (!embed) return
    const has = nowOf(embed, this.around.settings)
    const members = { ...membersChange(old.node, token.node, has), ...more }
    if (Object.keys(members).length === 0) return
    const settings = settingsOf(embed, members)
    if (settings.length > 0) this.settings.push(...settings)
    else this.replaced(token, spot, { ...has, ...members })
  }

  /** What has no id cannot be set: another one is put in its place. */
  private replaced(token: Token, { at }: Spot, members: Embed): void {
    const embed = { ...members, i: this.around.newId() }
    if (token.kind !== 'atom') this.markers[this.markers.length - 1] = embed
    this.edits.push({ at, insert: embed, formats: formatsOf(token.marks) }, { at, remove: 1 })
  }

  private added(token: Token, at: number): void {
    if (token.kind === 'letter') this.insert(token)
    else if (token.kind === 'atom') this.insert(token)
    else {
      const depth = depthIn(this.depthAround(token))
      const id = this.around.newId()
      const row = isCell(token.node) ? this.idAround(token) : null
      const origin = this.gone.get(token.key)
      const marker = {
        ...membersOf(token.node),
        d: depth,
        i: id,
        ...(row !== null && { r: row }),
        ...(origin !== undefined && { o: origin })
      }
      this.depths.set(at, depth)
      this.ids.set(at, id)
      this.shifted.add(at)
      this.markers.push(marker)
      this.edits.push({ at: this.cursor, insert: marker })
      if (token.kind === 'whole') for (const one of lineTokens(token.node)) this.insert(one)
    }
  }

  private insert({ kind, node, text, marks }: Token): void {
    const formats = formatsOf(marks)
    const insert = kind === 'letter' ? wellFormed(text) : atomOf(node, this.around.newId)
    this.edits.push({ at: this.cursor, insert, formats })
  }

  private depthAround({ around }: Token): number {
    return around < 0 ? this.around.depth : (this.depths.get(around) ?? this.around.depth)
  }

  private idAround({ around }: Token): string | null {
    return around < 0 ? this.around.id : (this.ids.get(around) ?? null)
  }
}

export const isCell = ({ type }: PageNode): boolean => type.name === 'cell' || type.name === 'table_cell'

/** What stands in a line, as an embed; a break has nothing to be set. */
export function atomOf(node: PageNode, newId: () => string): Embed {
  const members = membersOf(node)
  return node.type.name === 'hard_break' ? members : { ...members, i: newId() }
}
