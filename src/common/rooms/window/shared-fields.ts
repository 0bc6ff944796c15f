import type { StructuredDocument } from '../../formats/structured'
import type { Pointer } from '../../json/pointer'
import type { JsonValue } from '../../json/value'
import type { Schema } from '../../schema'
import type { TextParts } from '../../text-parts'
import type { LetterPlace } from '../overlay/letters'
import { seedIn } from '../overlay/seed'
import { formOf, SharedForm, type ReplacedField } from '../overlay/shared-form'
import { SharedOverSeed } from './shared-over-seed'

/** A form that is written in together, as the editors of one window see it. */
export class SharedFields extends SharedOverSeed<SharedForm, ReplacedField> {
  readonly kind = 'form'

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

  protected begin(): SharedForm {
    return this.opened(formOf(seedIn(this.doc)))
  }

  private opened(document: StructuredDocument): SharedForm {
    return new SharedForm(this.doc, document, (replaced) => this.tell(replaced))
  }
}
