import { Fragment, type Attrs, type Node as PageNode, type NodeType } from 'prosemirror-model'
import { isIslandSource } from '../../formats/page/island'
import { pageSchema } from '../../formats/page/schema'
import { depthOf, idOf, isBlock, nowOf, saidBy, same, type Embed, type Settings } from './embeds'
import { marksOf, wellFormed, type Formats } from './formats'
import type { Place, Projection } from './place'

/** A run of the text: letters, or one embed. */
export interface Run {
  readonly insert: string | Embed
  readonly attributes?: Formats
}

/** All that a page is made of. */
export interface FlatContent {
  readonly runs: readonly Run[]
  readonly settings: Settings
  readonly head: string
  readonly tail: string
}

const { nodes } = pageSchema

/** A block that is being put together. */
interface Growing {
  readonly type: NodeType
  readonly attrs: Attrs
  readonly embed: Embed | null
  readonly depth: number
  readonly start: number
  readonly children: Growing[]
  readonly line: PageNode[]
  readonly atoms: Embed[]
}

/**
 * The page that a text is. Any text is one: nothing of it is left out and nothing fails. What cannot stand
 * where it stands gets around it what it lacks, as ghosts. The same text is the same page everywhere.
 * @param before of another state of the text: blocks that are the same in it are the same objects
 */
export function pageOf(content: FlatContent, before?: Projection): Projection {
  const root: Growing = {
    type: nodes.doc,
    attrs: { head: content.head, tail: content.tail },
    embed: null,
    depth: -1,
    start: 0,
    children: [],
    line: [],
    atoms: []
  }
  const text = new Reading(root)
  for (const { insert, attributes } of content.runs) {
    if (typeof insert === 'string') text.letters(insert, attributes)
    else {
      const embed = typeof insert === 'object' && insert !== null ? insert : {}
      const now = nowOf(embed, content.settings)
      if (isBlock(now)) text.block(embed, now)
      else text.atom(embed, now, attributes)
    }
  }
  const known = new Map<Embed, Place>()
  for (const place of before?.places ?? []) if (place.embed) known.set(place.embed, place)
  const finished = new Finishing(known, text.displaced)
  return finished.projection(root)
}

/** Goes through a text with the blocks that are open. */
class Reading {
  /** Cells that are shown before where they stand. */
  readonly displaced = new Set<Growing>()
  private readonly open: Growing[]
  private at = 0
  private depth = 0
  /** Rows by their id, with what they are in. */
  private readonly rows = new Map<string, { row: Growing; parent: Growing }>()

  constructor(private readonly root: Growing) {
    this.open = [root]
  }

  letters(text: string, formats: Formats | undefined): void {
    const line = this.line()
    const marks = line.type === nodes.code_block ? [] : marksOf(formats)
    line.line.push(pageSchema.text(wellFormed(text), marks))
    this.at += text.length
  }

  atom(embed: Embed, now: Embed, formats: Formats | undefined): void {
    const { type, attrs } = saidBy(now)
    const { line, atoms } = this.line()
    line.push(type.create(attrs, null, marksOf(formats)))
    atoms.push(embed)
    this.at += 1
  }

  block(embed: Embed, now: Embed): void {
    this.depth = depthOf(now, this.depth)
    const { type, attrs } = saidBy(now)
    while (this.top().depth >= this.depth) this.open.pop()
    const own = this.rowOf(now['r'], type)
    const parent = own ?? this.opened(type, this.depth - 0.5)
    const block = this.add(parent, type, attrs, embed, this.depth)
    if (own) this.displaced.add(block)
    const id = idOf(embed)
    if (id !== null && (type === nodes.row || type === nodes.table_row) && !this.rows.has(id))
      this.rows.set(id, { row: block, parent })
    this.at += 1
  }

  /** The row that a cell was made in, where another one was put between them since. */
  private rowOf(id: unknown, type: NodeType): Growing | null {
    if (typeof id !== 'string' || (type !== nodes.cell && type !== nodes.table_cell)) return null
    const found = this.rows.get(id)
    const [around, row] = this.open.slice(-2)
    if (!found || !row || row === found.row || row.type !== found.row.type || around !== found.parent)
      return null
    return found.row.type.contentMatch.matchType(type) ? found.row : null
  }

  private top(): Growing {
    return this.open.at(-1) ?? this.root
  }

  /** The block of letters that is open, or one that nobody has written. */
  private line(): Growing {
    const top = this.top()
    if (top.type.isTextblock) return top
    const depth = Math.floor(top.depth) + 0.5
    if (top.type.isLeaf) this.open.pop()
    const parent = this.opened(nodes.paragraph, depth)
    return this.add(parent, nodes.paragraph, {}, null, depth)
  }

  /** What is open and can hold such a block, with ghosts in it where it needs some. */
  private opened(type: NodeType, depth: number): Growing {
    for (let top = this.top(); this.open.length > 1; this.open.pop(), top = this.top()) {
      if (top.type.contentMatch.matchType(type)) return top
      const mayGrow = top.embed !== null || top.type === nodes.section
      const around = mayGrow && !top.type.isTextblock ? top.type.contentMatch.findWrapping(type) : null
      if (around) return this.around(top, around, depth)
    }
    return this.around(this.root, nodes.doc.contentMatch.findWrapping(type) ?? [], depth)
  }

  private around(parent: Growing, types: readonly NodeType[], depth: number): Growing {
    return types.reduce(
      (holder, type) =>
        this.add(holder, type, type === nodes.block ? { classes: 'columns' } : {}, null, depth),
      parent
    )
  }

  private add(parent: Growing, type: NodeType, attrs: Attrs, embed: Embed | null, depth: number): Growing {
    const block = { type, attrs, embed, depth, start: this.at, children: [], line: [], atoms: [] }
    parent.children.push(block)
    this.open.push(block)
    return block
  }
}

/** Nothing, shared by all that have nothing. */
const none: never[] = []
/** Until a block is made. */
const unmade = nodes.doc.create()

/** Makes nodes and places of what was put together. */
class Finishing {
  private readonly places: Place[] = []
  private readonly displaced: Place[] = []
  /** Blocks by their kind and attributes. */
  private readonly samples = new Map<string, PageNode>()

  constructor(
    private readonly known: ReadonlyMap<Embed, Place>,
    private readonly moved: ReadonlySet<Growing>
  ) {}

  projection(growing: Growing): Projection {
    const root = this.place(growing, null, '')
    const inOrder = this.moved.size === 0
    const places = inOrder ? this.places : [...this.places].sort((one, other) => one.start - other.start)
    return { root, places, displaced: this.displaced }
  }

  private place(growing: Growing, parent: Place | null, around: string): Place {
    const { embed, depth, start } = growing
    // lists of their own length: those that have grown have room for more, in each of thousands of blocks
    const children = growing.children.length > 0 ? Array<Place>(growing.children.length) : none
    const atoms = growing.atoms.length > 0 ? growing.atoms.slice() : none
    const place: Place = { node: unmade, parent, children, embed, atoms, depth, start }
    if (parent) this.places.push(place)
    if (this.moved.has(growing)) this.displaced.push(place)
    for (const [at, child] of growing.children.entries())
      children[at] = this.place(child, place, growing.type.name)
    place.node = this.node(growing, children, around)
    return place
  }

  private node(growing: Growing, children: readonly Place[], parent: string): PageNode {
    const { type, line, embed } = growing
    const attrs = type === nodes.island ? standing(growing, parent) : growing.attrs
    const known = embed ? this.known.get(embed)?.node : undefined
    // code holds nothing but letters: with a picture in it, it is shown as a line
    const isCode = type !== nodes.code_block || line.every((one) => one.isText)
    const content = type.isTextblock
      ? Fragment.fromArray(line.slice())
      : Fragment.fromArray(children.map(({ node }) => node))
    const node = isCode
      ? this.made(type, attrs, content)
      : nodes.paragraph.create({ src: attrs['src'] ?? null }, content)
    return known && isAsKnown(known, node) ? known : node
  }

  /**
   * A block of a page that is read for the first time has its attributes from the first one with the same: they
   * are the half of what a block takes, and most are spelled alike.
   */
  private made(type: NodeType, attrs: Attrs, content: Fragment): PageNode {
    // an empty one would be the very same block, which an alignment must tell apart
    if (this.known.size > 0 || content.size === 0) return type.create(attrs, content)
    const key = `${type.name} ${JSON.stringify(attrs)}`
    const alike = this.samples.get(key)
    if (alike) return alike.copy(content)
    const node = type.create(attrs, content)
    this.samples.set(key, node)
    return node
  }
}

/** Islands that are known to be ones where they stand. */
const standingIn = new WeakMap<Embed, string>()

/**
 * What an island is where it stands. One whose source would be read as something else there is shown as a
 * comment that says it: it is whole again where it stands as it should.
 */
function standing({ attrs, embed }: Growing, parent: string): Attrs {
  const raw = String(attrs['raw'] ?? '')
  if (/^<!--(?!>|->)[^-<>]*-->$/.test(raw) || (embed && standingIn.get(embed) === raw + parent)) return attrs
  // letters are an island only between sections
  const stands = (parent === 'doc' || raw.startsWith('<')) && isIslandSource(raw, parent)
  if (!stands) return { ...attrs, raw: `<!-- ${raw.replace(/[-<>\0\r]/g, ' ').trim() || 'unknown'} -->` }
  if (embed) standingIn.set(embed, raw + parent)
  return attrs
}

/** Whether a block is the same as before, without a look into blocks in it that are the same objects. */
function isAsKnown(known: PageNode, node: PageNode): boolean {
  if (known.type !== node.type || known.childCount !== node.childCount) return false
  const isSame = node.isTextblock
    ? known.content.eq(node.content)
    : known.children.every((child, at) => child === node.child(at))
  return isSame && same(known.attrs, node.attrs)
}
