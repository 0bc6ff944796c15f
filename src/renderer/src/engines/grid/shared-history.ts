import type { Book, Step } from '../../../../common/formats/sheet'

/** Sheets that others write in too. */
export interface SharedSheets {
  readonly book: Book
  /** How many steps of one's own can be taken back. */
  readonly depth: number
  edit(book: Book, isStep: boolean): void
  /** Takes one step back. @returns false where that changes nothing any more */
  takeBack(): boolean
  doAgain(): boolean
}

interface Done {
  readonly step: Step
  /** Else it is only how a sheet is looked at. */
  readonly isShared: boolean
}

/** As `BookHistory`, of what several people write in: one's own steps, and nothing of others (RT5). */
export class SharedHistory {
  private done: Done[] = []
  private undone: Done[] = []

  constructor(readonly shared: SharedSheets) {}

  /** What was done, or taken back, while another view had it. */
  catchUp(): void {
    const { depth } = this.shared
    const known = () => this.done.filter(({ isShared }) => isShared).length
    while (known() > depth) this.done.pop()
    while (known() < depth) this.done.push({ step: { title: 'Change', place: null }, isShared: true })
  }

  push(before: Book, after: Book, step: Step): void {
    if (before === after) this.done.push({ step, isShared: false })
    else this.edit(after, step, true)
    this.undone = []
  }

  /** What is typed on belongs to the step before. */
  edit(book: Book, step: Step, isStep: boolean): void {
    const { depth } = this.shared
    this.shared.edit(book, isStep)
    for (let more = this.shared.depth - depth; more > 0; more -= 1) {
      this.done.push({ step, isShared: true })
      this.undone = []
    }
  }

  /** How many steps there are; `forget` takes back those that came after so many, for good. */
  get length(): number {
    return this.done.length
  }

  forget(length: number): void {
    for (const { isShared } of this.done.splice(length)) if (isShared) this.shared.takeBack()
  }

  undo(): { readonly book: Book; readonly step: Step } | null {
    return this.moved(this.done, this.undone, () => this.shared.takeBack())
  }

  redo(): { readonly book: Book; readonly step: Step } | null {
    return this.moved(this.undone, this.done, () => this.shared.doAgain())
  }

  get undoTitle(): string | null {
    return this.done.at(-1)?.step.title ?? null
  }

  get redoTitle(): string | null {
    return this.undone.at(-1)?.step.title ?? null
  }

  /** What has no effect any more, since somebody wrote over it, is passed over. */
  private moved(
    from: Done[],
    to: Done[],
    take: () => boolean
  ): { readonly book: Book; readonly step: Step } | null {
    for (let one = from.pop(); one; one = from.pop()) {
      to.push(one)
      const isSeen = one.isShared ? take() : true
      if (isSeen || one.step.view) return { book: this.shared.book, step: one.step }
    }
    return null
  }
}
