import type * as Y from 'yjs'
import type { StructuredDocument } from '../../formats/structured'
import type { Pointer } from '../../json/pointer'
import type { JsonValue } from '../../json/value'
import type { Schema } from '../../schema'
import type { TextParts } from '../../text-parts'
import type { LetterPlace } from '../overlay/letters'
import { seedIn } from '../overlay/seed'
import { formOf, SharedForm, type ReplacedField } from '../overlay/shared-form'
import type { SharedEnd } from './shared-end'

/** A form that is written in together, as the editors of one window see it. */
export class SharedFields implements SharedEnd {
  readonly kind = 'form'
  changed: (() => void) | null = null
  typed: SharedEnd['typed'] = null
  /** Told of what was written here within ten seconds, and somebody else wrote over. */
  replaced: ((fields: readonly ReplacedField[]) => void) | null = null
  /** Read when it is first asked for: an editor may have read the same text already. */
  private read: SharedForm | null = null

  constructor(private readonly doc: Y.Doc) {}

  private get shared(): SharedForm {
    return (this.read ??= this.opened(formOf(seedIn(this.doc))))
  }

  /** An editor has read this document: of the very text that this one was filled from, it is not read again. */
  shownAs(document: StructuredDocument): void {
    if (!this.read && document.source.html === seedIn(this.doc)) this.read = this.opened(document)
  }

  /** What it was filled from. */
  get document(): StructuredDocument {
    return this.shared.document
  }

  get data(): JsonValue {
    return this.shared.data
  }

  /** How many steps can be taken back, one by one. */
  get depth(): number {
    return this.shared.overlay.depth
  }

  get canUndo(): boolean {
    return this.depth > 0
  }

  get canRedo(): boolean {
    return this.shared.overlay.left > 0
  }

  source(): string {
    return this.shared.source()
  }

  /** The same in parts: what did not change is the very same part. */
  parts(): TextParts {
    return this.shared.parts()
  }

  /** From now on its data is what this schema says, and is written so. @returns false where it is too large */
  useSchema(text: string, schema: Schema): boolean {
    return this.shared.useSchema(text, schema)
  }

  /** Takes what the person has made of `data`. @param isStep it can be taken back by itself */
  edit(data: JsonValue, isStep: boolean): void {
    if (isStep) this.separate()
    this.shared.edit(data)
  }

  itemsAt(pointer: Pointer): readonly { readonly id: string }[] | null {
    return this.shared.itemsAt(pointer)
  }

  pathOf(pointer: Pointer): string | null {
    return this.shared.pathOf(pointer)
  }

  pointerOf(path: string): Pointer | null {
    return this.shared.pointerOf(path)
  }

  letterAt(pointer: Pointer, index: number): LetterPlace | null {
    return this.shared.letterAt(pointer, index)
  }

  indexOfLetter(pointer: Pointer, place: LetterPlace): number | null {
    return this.shared.indexOfLetter(pointer, place)
  }

  carry(base: string, mine: string): boolean {
    return this.shared.holds(mine) && this.shared.carry(base, mine)
  }

  /** As `carry`, of the data alone: how `mine` is written does not count. */
  carryData(base: string, mine: string): boolean {
    return this.shared.carry(base, mine)
  }

  separate(): void {
    this.shared.overlay.separate()
  }

  /** Where somebody is among fields is said by their names, not by places in a text. */
  placeOf(): Uint8Array {
    return new Uint8Array()
  }

  rangeOf(): null {
    return null
  }

  /** Takes the last step back. @returns false where that changes nothing any more */
  takeBack(): boolean {
    return this.shared.undo()
  }

  doAgain(): boolean {
    return this.shared.redo()
  }

  undo(): readonly number[] | null {
    return this.taken(
      () => this.canUndo,
      () => this.takeBack()
    )
  }

  redo(): readonly number[] | null {
    return this.taken(
      () => this.canRedo,
      () => this.doAgain()
    )
  }

  close(): void {
    this.changed = null
    this.typed = null
    this.replaced = null
    this.read?.close()
  }

  private opened(document: StructuredDocument): SharedForm {
    return new SharedForm(this.doc, document, (replaced) => {
      this.changed?.()
      if (replaced.length > 0) this.replaced?.(replaced)
    })
  }

  /** What has no effect any more is passed over. */
  private taken(isMore: () => boolean, take: () => boolean): readonly number[] | null {
    if (this.typed?.pass() === false) {
      this.typed.giveBack()
      return []
    }
    while (isMore()) {
      if (!take()) continue
      this.changed?.()
      return []
    }
    return null
  }
}
