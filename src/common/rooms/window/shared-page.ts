import type { Node as PageNode } from 'prosemirror-model'
import type * as Y from 'yjs'
import { readPage } from '../../formats/page/read'
import { writePage } from '../../formats/page/write'
import { FlatPage } from '../flat/flat-page'
import { FlatUndo } from '../flat/undo'
import { bytesOf, endsIn } from './places'
import type { SharedEnd } from './shared-end'

/** An editor that shows a page. */
interface PageViewer {
  /** Positions that are to be held: those of the selection. */
  held(): readonly number[]
  /** Others, or an undo, have made it another page. `held`: where what was held stands now. */
  changed(page: PageNode, held: readonly number[]): void
}

/** Milliseconds in which edits of a source are one step. */
const ONE_STEP = 1000

/** A page that is written in together, as the editors of one window see it. */
export class SharedPage implements SharedEnd {
  readonly kind = 'page'
  viewer: PageViewer | null = null
  changed: (() => void) | null = null
  typed: SharedEnd['typed'] = null
  private readonly flat: FlatPage
  private readonly undoing: FlatUndo
  private written: { readonly page: PageNode; readonly source: string } | null = null
  private lastCarry = 0
  private isAlone = false

  constructor(doc: Y.Doc) {
    this.flat = new FlatPage(doc, {
      held: () => this.viewer?.held() ?? [],
      changed: (page, held) => {
        this.viewer?.changed(page, held)
        this.changed?.()
      }
    })
    this.undoing = new FlatUndo(doc, this.flat)
  }

  get page(): PageNode {
    return this.flat.page
  }

  get canUndo(): boolean {
    return this.undoing.canUndo || this.typed?.isBehind === true
  }

  get canRedo(): boolean {
    return this.undoing.canRedo
  }

  source(): string {
    const { page } = this
    if (this.written?.page !== page) this.written = { page, source: writePage(page) }
    return this.written.source
  }

  /**
   * Takes what the person has made of the page. Afterwards `page` says the same, or the nearest that can be
   * shared.
   * @param before where the ends of the selection were, and `after` where they are
   * @param isStep what can be taken back by itself begins with it
   */
  edit(page: PageNode, before: readonly number[], after: readonly number[], isStep: boolean): void {
    if (isStep) this.undoing.separate()
    this.undoing.edit(before, after, () => this.flat.edit(page))
  }

  /** The editor shows the page in these objects; false where they are another page. */
  shows(page: PageNode): boolean {
    return this.flat.shows(page)
  }

  /** As `carry`, of a page in the objects that an editor has. */
  carryPage(base: PageNode, mine: PageNode): void {
    this.flat.carry(base, mine)
  }

  separate(): void {
    this.isAlone = true
  }

  placeOf(anchor: number, head: number): Uint8Array {
    return bytesOf({ anchor: this.flat.anchorAt(anchor), head: this.flat.anchorAt(head) })
  }

  rangeOf(place: Uint8Array): readonly [anchor: number, head: number] | null {
    const ends = endsIn(place)
    const [anchor, head] = ends ? [ends.anchor, ends.head].map((end) => this.flat.positionOf(end)) : []
    return typeof anchor === 'number' && typeof head === 'number' ? [anchor, head] : null
  }

  carry(base: string, mine: string): boolean {
    const before = base === this.source() ? { page: this.page } : readPage(base)
    const after = readPage(mine)
    if (!('page' in before && 'page' in after)) return false
    const now = Date.now()
    if (this.isAlone || now - this.lastCarry > ONE_STEP) this.undoing.separate()
    this.lastCarry = this.isAlone ? 0 : now
    this.isAlone = false
    this.flat.carry(before.page, after.page)
    return true
  }

  undo(): readonly number[] | null {
    if (this.typed?.pass() !== false) return this.taken(() => this.undoing.undo())
    this.typed.giveBack()
    return []
  }

  redo(): readonly number[] | null {
    return this.typed?.pass() === false ? null : this.taken(() => this.undoing.redo())
  }

  close(): void {
    this.viewer = null
    this.changed = null
    this.typed = null
    this.undoing.close()
    this.flat.close()
  }

  private taken(take: () => readonly number[] | null): readonly number[] | null {
    const positions = take()
    this.undoing.separate()
    this.lastCarry = 0
    return positions
  }
}
