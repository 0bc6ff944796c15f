import type { Node as PageNode } from 'prosemirror-model'
import * as Y from 'yjs'
import { Alike, madeOf } from './alike'
import { changeOf } from './change'
import { deltaOf, type Change, type DeltaRun } from './delta'
import { idOf, type Settings } from './embeds'
import { partsOf, type Parts } from './fill'
import { followed, type TextDelta } from './following'
import { putInPlace } from './in-place'
import { pageOf, type FlatContent, type Run } from './page-of'
import { shiftBehind, type Place, type Projection } from './place'
import { carriedAlong, indexAt, positionAt } from './positions'
import { keptIn, markersOf, regionOf, spotsOf, startOf } from './region'
import { straightened } from './straighten'
import { aligned, tokensOf } from './tokens'
import { lineChange, typedLine } from './typing'

/** How an edit went into the text, and how much of the page was looked at for it. */
interface Edited {
  readonly way: 'nothing' | 'line' | 'part'
  /** Blocks and letters. */
  readonly looked: number
}

/** What an editor wants to know, and to keep. */
interface Watching {
  /** Positions of the page that are to be held: those of the selection. */
  readonly held?: () => readonly number[]
  /** Told when others, or an undo, have made the page another one, with where what was held stands now. */
  readonly changed?: (page: PageNode, held: readonly number[]) => void
}

/**
 * A page of one document, as one person sees it: what the person makes of it goes into the text, and what
 * others write comes out of it. Nothing is written but for what the person does. To be closed.
 */
export class FlatPage {
  private readonly parts: Parts
  private shown: Projection
  /** What has happened to the text in the transaction that is running. */
  private deltas: TextDelta[] = []
  private isMore = false

  constructor(
    private readonly doc: Y.Doc,
    private readonly watching: Watching = {}
  ) {
    this.parts = partsOf(doc)
    this.shown = pageOf(this.content())
    this.parts.text.observe(this.onText)
    this.parts.set.observe(this.onOther)
    this.parts.head.observe(this.onOther)
    doc.on('afterTransaction', this.onTransaction)
  }

  /** The page as it is now. */
  get page(): PageNode {
    return this.shown.root.node
  }

  /**
   * Writes into the text what somebody has made of `page`. Afterwards `page` is that, but where no text can say
   * it: then it is the nearest that one can.
   */
  edit(now: PageNode): Edited {
    if (now === this.page) return { way: 'nothing', looked: 0 }
    return this.typed(now) ?? this.changedPart(now)
  }

  /** An editor shows the page in these objects: the next edit is held against them. False for another page. */
  shows(page: PageNode): boolean {
    if (!this.page.eq(page)) return false
    adopt(this.shown.root, page)
    return true
  }

  /**
   * Takes in what somebody has made of a page that this one came from, or that came from this one: a write from
   * outside, a draft, another epoch. What they put in, took away and set is done here, where it is still there;
   * what others have written since stays. No conflict is possible.
   * @param base the page that both have known last
   */
  carry(base: PageNode, mine: PageNode): void {
    if (this.page.eq(base)) {
      this.edit(madeOf(mine, this.page))
      return
    }
    if (this.shown.displaced.length > 0) this.putInPlace()
    const { root } = this.shown
    const identity = new Alike().inAll([base, mine, root.node])
    const [old, next] = [tokensOf(base.children, identity), tokensOf(mine.children, identity)]
    const here = tokensOf(root.node.children, identity)
    const spots = spotsOf(root.children, here)
    const now = Array.from(aligned(old, here), (at) => spots[at] ?? null)
    const around = { start: 0, depth: -1, id: null, settings: this.settings(), newId: this.newIds() }
    this.doc.transact(() => {
      this.writeHead(mine, base)
      this.write(changeOf(old, now, next, around))
      this.project()
    }, this)
  }

  /** A position of the page as a place in the text, which goes along with the letter before it. */
  anchorAt(position: number): Y.RelativePosition {
    return Y.createRelativePositionFromTypeIndex(this.parts.text, indexAt(this.shown, position), -1)
  }

  /** Where in the page a place in the text is now; null where the text is another one. */
  positionOf(anchor: Y.RelativePosition): number | null {
    const found = Y.createAbsolutePositionFromRelativePosition(anchor, this.doc)
    return found?.type === this.parts.text ? positionAt(this.shown, found.index) : null
  }

  close(): void {
    this.parts.text.unobserve(this.onText)
    this.parts.set.unobserve(this.onOther)
    this.parts.head.unobserve(this.onOther)
    this.doc.off('afterTransaction', this.onTransaction)
  }

  /** The short way: one line has changed, and nothing but letters in it. */
  private typed(now: PageNode): Edited | null {
    const line = typedLine(this.shown.root, now)
    const [place, node] = line?.path.at(-1) ?? []
    const change = place && node ? lineChange(place, node) : null
    if (!line || !place || !node || !change) return null
    this.write(change)
    shiftBehind(this.shown, place, node.content.size - place.node.content.size)
    for (const [one, other] of line.path) one.node = other
    return { way: 'line', looked: line.looked + change.edits.length }
  }

  private changedPart(now: PageNode): Edited {
    if (this.shown.displaced.length > 0) this.putInPlace()
    const { root } = this.shown
    const region = regionOf(root, now)
    const kept = keptIn(region)
    const identity = (node: PageNode) => kept.get(node)
    const old = tokensOf(
      region.old.map(({ node }) => node),
      identity
    )
    const next = tokensOf(region.now, identity)
    const settings = this.settings()
    const around = {
      start: startOf(region),
      depth: region.parent.depth,
      id: idOf(region.parent.embed),
      settings,
      newId: this.newIds()
    }
    const change = changeOf(old, spotsOf(region.old, old), next, around)
    this.doc.transact(() => {
      this.writeHead(now, this.page)
      this.write(change)
      this.project()
      if (this.page.eq(now)) return
      const markers = markersOf(root, region, change.markers)
      this.write(straightened(now, markers, this.settings(), this.newIds()))
      this.project()
    }, this)
    if (this.page.eq(now)) adopt(this.shown.root, now)
    return { way: 'part', looked: old.length + next.length }
  }

  /** Cells that are shown before where they stand are put there, before anything else is done. */
  private putInPlace(): void {
    this.doc.transact(() => {
      // one of which the place cannot be written stays where it stands, and is shown where it is
      for (let left = this.shown.displaced.length; left > 0; left -= 1) {
        const [place] = this.shown.displaced
        if (!place) return
        this.write(putInPlace(place, this.content().runs))
        this.project()
      }
    }, this)
  }

  private write({ edits, settings }: Pick<Change, 'edits' | 'settings'>): void {
    this.doc.transact(() => {
      for (const { id, member, value } of settings) this.parts.set.set(`${id} ${member}`, value)
      const delta = deltaOf(edits)
      if (delta.length > 0) this.parts.text.applyDelta(delta)
    }, this)
  }

  private writeHead(now: PageNode, before: PageNode): void {
    for (const name of ['head', 'tail'])
      if (now.attrs[name] !== before.attrs[name]) this.parts.head.set(name, now.attrs[name])
  }

  private project(): void {
    this.shown = pageOf(this.content(), this.shown)
  }

  private content(): FlatContent {
    const { text, head } = this.parts
    const said = (name: string) => {
      const value = head.get(name)
      return typeof value === 'string' ? value : ''
    }
    const runs: readonly Run[] = text.toDelta()
    return { runs, settings: this.settings(), head: said('head'), tail: said('tail') }
  }

  private settings(): Settings {
    const found = new Map<string, Record<string, unknown>>()
    for (const [key, value] of this.parts.set.entries()) {
      const end = key.lastIndexOf(' ')
      const members = found.get(key.slice(0, end)) ?? {}
      members[key.slice(end + 1)] = value ?? undefined
      found.set(key.slice(0, end), members)
    }
    return found
  }

  /** Ids that nobody else gives: each stands for at least one entry of the document that is about to be made. */
  private newIds(): () => string {
    const client = this.doc.clientID
    let clock = Y.getState(this.doc.store, client)
    return () => `${client.toString(36)}-${(clock++).toString(36)}`
  }

  private readonly onText = (event: Y.YTextEvent, { origin }: Y.Transaction): void => {
    if (origin !== this) this.deltas.push(event.delta.map(runOf))
  }

  private readonly onOther = (_: unknown, { origin }: Y.Transaction): void => {
    if (origin !== this) this.isMore = true
  }

  private readonly onTransaction = (): void => {
    const { deltas, isMore } = this
    if (deltas.length === 0 && !isMore) return
    this.deltas = []
    this.isMore = false
    const held = this.watching.held?.().map((position) => indexAt(this.shown, position)) ?? []
    if (isMore || !deltas.every((delta) => followed(this.shown, delta))) this.project()
    const now = held.map((index) => positionAt(this.shown, deltas.reduce(carriedAlong, index)))
    this.watching.changed?.(this.page, now)
  }
}

function runOf({ insert, retain, delete: remove, attributes }: Y.YTextEvent['delta'][number]): DeltaRun {
  return {
    ...(insert !== undefined && { insert: typeof insert === 'string' ? insert : {} }),
    ...(retain !== undefined && { retain }),
    ...(remove !== undefined && { delete: remove }),
    ...(attributes && { attributes })
  }
}

/** Has a page be made of the objects that an editor has, where they say the same. */
function adopt(place: Place, node: PageNode): void {
  if (place.node === node) return
  place.node = node
  place.children.forEach((child, at) => adopt(child, node.child(at)))
}
