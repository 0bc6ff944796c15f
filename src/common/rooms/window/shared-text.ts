import * as Y from 'yjs'
import { wellFormed } from '../flat/formats'
import { deltaOf } from '../source/carried'
import { fineEdits } from '../source/fine-edits'
import { SourceText } from '../source/source-text'
import { bytesOf, endsIn } from './places'
import type { SharedEnd } from './shared-end'

/** What has become of a text: letters that stay, go and come, from its beginning on. */
export type TextChange = readonly {
  readonly insert?: string
  readonly retain?: number
  readonly delete?: number
}[]

/** Milliseconds in which what is typed is one step. */
const ONE_STEP = 1000

/** A text that is written in together, as the editors of one window see it. */
export class SharedText implements SharedEnd {
  readonly kind = 'text'
  changed: (() => void) | null = null
  typed: SharedEnd['typed'] = null
  /** Told before `changed`, with what happened. */
  followed: ((change: TextChange) => void) | null = null
  private readonly text: Y.Text
  private readonly shared: SourceText
  private readonly undoing: Y.UndoManager
  private isAlone = false
  /** What the document held when it was another one. */
  private earlier: string | null = null

  constructor(private readonly doc: Y.Doc) {
    this.shared = new SourceText(doc)
    this.text = this.shared.text
    this.undoing = new Y.UndoManager(this.text, {
      captureTimeout: ONE_STEP,
      trackedOrigins: new Set([this, this.shared])
    })
    this.text.observe(this.onText)
  }

  get canUndo(): boolean {
    return this.undoing.undoStack.length > 0 || this.earlier !== null
  }

  get canRedo(): boolean {
    return this.undoing.redoStack.length > 0
  }

  source(): string {
    return this.shared.source
  }

  /** What has made it another document can be taken back: this is what it held before. */
  wasBefore(source: string): void {
    this.earlier = source
  }

  separate(): void {
    this.isAlone = true
  }

  /** Letters go and others come, each by places in the text as it is before all of them. */
  replace(changes: readonly { readonly at: number; readonly length: number; readonly text: string }[]): void {
    const { isAlone } = this
    this.isAlone = false
    if (isAlone) this.undoing.stopCapturing()
    this.doc.transact(() => {
      for (const { at, length, text } of [...changes].sort((a, b) => b.at - a.at)) {
        if (length > 0) this.text.delete(at, length)
        if (text !== '') this.text.insert(at, wellFormed(text))
      }
    }, this)
    if (isAlone) this.undoing.stopCapturing()
  }

  placeOf(anchor: number, head: number): Uint8Array {
    const at = (index: number) => Y.createRelativePositionFromTypeIndex(this.text, index, -1)
    return bytesOf({ anchor: at(anchor), head: at(head) })
  }

  rangeOf(place: Uint8Array): readonly [anchor: number, head: number] | null {
    const ends = endsIn(place)
    if (!ends) return null
    const indexOf = (end: Y.RelativePosition) => {
      const found = Y.createAbsolutePositionFromRelativePosition(end, this.doc)
      return found?.type === this.text ? found.index : null
    }
    const [anchor, head] = [indexOf(ends.anchor), indexOf(ends.head)]
    return anchor === null || head === null ? null : [anchor, head]
  }

  carry(base: string, mine: string): boolean {
    this.shared.carry(base, mine)
    return true
  }

  undo(): readonly number[] | null {
    this.typed?.pass()
    const { earlier } = this
    if (this.undoing.undo()) return []
    if (earlier === null) return null
    this.earlier = null
    const edits = deltaOf(this.text.length, fineEdits(this.source(), earlier), [])
    this.doc.transact(() => this.text.applyDelta(edits), 'earlier')
    return []
  }

  redo(): readonly number[] | null {
    this.typed?.pass()
    return this.undoing.redo() ? [] : null
  }

  close(): void {
    this.changed = null
    this.typed = null
    this.followed = null
    this.text.unobserve(this.onText)
    this.undoing.destroy()
  }

  private readonly onText = (event: Y.YTextEvent, { origin }: Y.Transaction): void => {
    if (origin === this) return
    this.followed?.(
      event.delta.map(({ insert, retain, delete: gone }) => ({
        ...(typeof insert === 'string' && { insert }),
        ...(retain !== undefined && { retain }),
        ...(gone !== undefined && { delete: gone })
      }))
    )
    if (origin !== this.shared) this.changed?.()
  }
}
