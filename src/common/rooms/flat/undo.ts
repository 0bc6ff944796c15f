import * as Y from 'yjs'
import { partsOf } from './fill'
import type { FlatPage } from './flat-page'
import { copiesOf, entriesFrom, entriesOf, Lineage, stretchesOf, type Entries, type Entry } from './lineage'

/** Takes back what one person did, and nothing of what others did. To be closed. */
export class FlatUndo {
  private readonly undoing: Y.UndoManager
  private readonly known: Y.Map<unknown>
  /** Whether others have taken something back. */
  private isNews = false

  constructor(
    private readonly doc: Y.Doc,
    private readonly page: FlatPage
  ) {
    const { text, set, head } = partsOf(doc)
    this.known = doc.getMap('undone')
    this.undoing = new Y.UndoManager([text, set, head], {
      // what is one step is for whoever edits to say
      captureTimeout: Infinity,
      trackedOrigins: new Set([page])
    })
    this.known.observe(this.onKnown)
    doc.on('afterAllTransactions', this.onQuiet)
  }

  /**
   * What two people have brought back at once goes but once. All who see both take the same one away, so it
   * does not matter who does.
   */
  private readonly onKnown = (_: unknown, { local }: Y.Transaction): void => {
    this.isNews ||= !local
  }

  /** Once all have been told of what came: who writes meanwhile is told of too much. */
  private readonly onQuiet = (): void => {
    if (!this.isNews) return
    this.isNews = false
    const doubles = new Lineage(this.doc, this.known).doubles()
    if (doubles.length === 0) return
    this.doc.transact((transaction) => {
      for (const { client, clock, len } of stretchesOf(doubles))
        for (let at = clock; at < clock + len;) {
          const item = Y.getItemCleanStart(transaction, Y.createID(client, at))
          if (item.length > clock + len - at)
            Y.getItemCleanStart(transaction, Y.createID(client, clock + len))
          item.delete(transaction)
          at += item.length
        }
    }, this.known)
  }

  get canUndo(): boolean {
    return this.undoing.undoStack.length > 0
  }

  get canRedo(): boolean {
    return this.undoing.redoStack.length > 0
  }

  /** What follows is a step of its own. */
  separate(): void {
    this.undoing.stopCapturing()
  }

  /**
   * Does an edit of which the selection is remembered.
   * @param before where the ends of the selection are, in the page as it is
   * @param after where they are when it is done
   */
  edit(before: readonly number[], after: readonly number[], edit: () => void): void {
    const anchors = before.map((position) => this.page.anchorAt(position))
    const last = this.undoing.undoStack.at(-1)
    edit()
    const step = this.undoing.undoStack.at(-1)
    if (!step) return
    if (step !== last) step.meta.set('before', anchors)
    step.meta.set(
      'after',
      after.map((position) => this.page.anchorAt(position))
    )
  }

  /** @returns where the selection was before, as far as that is remembered; null where nothing is taken back */
  undo(): readonly number[] | null {
    return this.taken('before', () => this.undoing.undo())
  }

  /** @returns where the selection was after it; null where nothing is done again */
  redo(): readonly number[] | null {
    return this.taken('after', () => this.undoing.redo())
  }

  close(): void {
    this.known.unobserve(this.onKnown)
    this.doc.off('afterAllTransactions', this.onQuiet)
    this.undoing.destroy()
  }

  private taken(end: 'before' | 'after', take: () => Step | null): readonly number[] | null {
    const [stack, other] =
      end === 'before' ? (['undoStack', 'redoStack'] as const) : (['redoStack', 'undoStack'] as const)
    const lineage = new Lineage(this.doc, this.known)
    const made = this.adapted(this.undoing[stack], lineage)
    const before = [...this.undoing[stack]]
    const step = take()
    const popped = before.slice(this.undoing[stack].length)
    // what had no effect is taken back as well: nobody brings it back
    const own = popped.flatMap((one) => [...entriesOf(made.get(one) ?? one.insertions)])
    const origins = own.filter((entry) => lineage.origin(entry) === entry)
    const returned = step ? copiesOf(this.doc, step.deletions) : []
    if (popped.length > 0) this.doc.transact(() => lineage.note(stretchesOf(origins), returned), this.known)
    if (!step) return null
    const back = this.undoing[other].at(-1)
    for (const [key, anchors] of step.meta) back?.meta.set(key, anchors)
    return this.positionsOf(step.meta.get(end))
  }

  private positionsOf(anchors: unknown): readonly number[] {
    if (!Array.isArray(anchors)) return []
    return anchors.flatMap((anchor) =>
      anchor instanceof Y.RelativePosition ? (this.page.positionOf(anchor) ?? []) : []
    )
  }

  /**
   * Has the steps that come next know what became of their entries at others, down to the first that has an
   * effect for sure.
   * @returns what each of them has made
   */
  private adapted(stack: readonly Step[], lineage: Lineage): Map<Step, Entries> {
    const made = new Map<Step, Entries>()
    for (let at = stack.length - 1; at >= 0; at -= 1) {
      const step = stack[at]
      if (!step) continue
      made.set(step, step.insertions)
      adapt(step, lineage)
      const isThere = [...entriesOf(step.insertions)].some((entry) => lineage.isThere(entry))
      if (isThere || [...entriesOf(step.deletions)].some((entry) => isInText(this.doc, entry))) break
    }
    return made
  }
}

type Step = Y.UndoManager['undoStack'][number]

/** Whether an entry is of a text: settings come back only where nobody has set them since. */
function isInText(doc: Y.Doc, { client, clock }: Entry): boolean {
  const item = Y.getItem(doc.store, Y.createID(client, clock))
  return item instanceof Y.Item && item.parentSub === null
}

/**
 * Has a step know what became of its entries at others: what is back is not brought back, and copies of what
 * goes go as well.
 */
function adapt(step: Step, lineage: Lineage): void {
  const gone = [...entriesOf(step.deletions)].filter((entry) => {
    const origin = lineage.origin(entry)
    return !lineage.isGoneByOther(origin) && lineage.alive(origin).length === 0
  })
  const made = [...entriesOf(step.insertions)].flatMap((entry) => [
    entry,
    ...lineage.alive(lineage.origin(entry))
  ])
  step.deletions = entriesFrom(stretchesOf(gone))
  step.insertions = entriesFrom(stretchesOf(made))
}
