import type { ContentPath } from '../../../common/content/paths'
import { isTextOf, type TextParts } from '../../../common/text-parts'
import { decodeText, encodeText, plainShape, type TextShape } from '../../../common/formats/text/encoding'
import type { StoredFile } from './service'
import type { DocumentSnapshot } from './snapshot'
import { stringBuffer, type HeldBack, type TextBuffer } from './text-buffer'
import { createSignal } from '../state/signal'

/** The stored content that the text in the editor is based upon. */
interface Base {
  /** Null: there is no file (it was deleted). */
  readonly etag: string | null
  readonly text: string
  readonly shape: TextShape
}

/** What is stored, read as text. */
export interface StoredText {
  readonly file: StoredFile
  readonly text: string
  readonly shape: TextShape
}

/** The text of an open document, what it is based upon, and what views see of the two. */
export class OpenText {
  base: Base = { etag: null, text: '', shape: plainShape }
  buffer: TextBuffer = stringBuffer('')
  /** Whether something is typed that is in no file, where that is known otherwise than by the text; else null. */
  isUnsaved: () => boolean | null = () => null
  private readonly changed = createSignal<void>()
  private current: DocumentSnapshot
  /** What views see: the same, and what is held back. */
  private shown: DocumentSnapshot
  private held: HeldBack | null = null
  private edits = 0
  private isClosed = false

  constructor(path: ContentPath) {
    this.current = {
      path,
      phase: { kind: 'loading' },
      status: null,
      notice: null,
      question: null,
      kept: null,
      etag: null,
      modifiedBy: null,
      modifiedAt: null
    }
    this.shown = this.current
  }

  /** What is true now, apart from what is held back. */
  get now(): DocumentSnapshot {
    return this.current
  }

  get path(): ContentPath {
    return this.current.path
  }

  get heldBack(): HeldBack | null {
    return this.held
  }

  snapshot = (): DocumentSnapshot => this.shown

  /** Counts up whenever the text changes, by typing or otherwise. */
  revision = (): number => this.edits

  readonly subscribe = this.changed.subscribe

  /** As it is in the editor. */
  read(): string {
    return this.buffer.read()
  }

  /** The same in parts. */
  parts(): TextParts {
    return this.buffer.parts?.() ?? [this.read()]
  }

  /** The bytes that a save would store now. */
  bytes(): Uint8Array<ArrayBuffer> {
    return encodeText(this.read(), this.base.shape)
  }

  /** True while what is in the editor is not durable. */
  dirty(): boolean {
    if (this.current.phase.kind !== 'text') return false
    const isUnsaved = this.base.etag === null ? null : this.isUnsaved()
    if (isUnsaved !== null) return isUnsaved
    return this.base.etag === null || !isTextOf(this.parts(), this.base.text)
  }

  /** Changes the text without its being typed. */
  put(text: string): void {
    if (this.read() === text) return
    this.buffer.write(text)
    this.edited()
  }

  /** From now on the text is based upon this stored content. */
  adopt({ file, text, shape }: StoredText): void {
    this.base = { etag: file.etag, text, shape }
    this.change({
      etag: file.etag,
      question: null,
      modifiedBy: file.by ?? null,
      modifiedAt: file.at ?? null
    })
  }

  /** The text is another one now. */
  edited(): void {
    this.edits += 1
    this.notify()
  }

  holdBack(held: HeldBack | null): void {
    if (held === this.held) return
    this.held = held
    this.change({})
  }

  change(part: Partial<DocumentSnapshot>): void {
    this.current = { ...this.current, ...part }
    const { held } = this
    const waits = held !== null && this.current.status?.kind === 'saved'
    const words = held?.words ? { words: held.words } : {}
    this.shown = waits
      ? { ...this.current, status: { kind: 'held', save: held.save, ...words } }
      : this.current
    this.notify()
  }

  /** Nobody is told from now on. */
  close(): void {
    this.isClosed = true
  }

  private notify(): void {
    if (!this.isClosed) this.changed.notify()
  }
}

/** What is stored, as the text that is shown of it; `isText` false: it is no UTF-8, and never saved. */
export function storedText(file: StoredFile): StoredText & { readonly isText: boolean } {
  const decoded = decodeText(file.bytes)
  return decoded.kind === 'text'
    ? { file, text: decoded.text, shape: decoded.shape, isText: true }
    : { file, text: decoded.shown, shape: plainShape, isText: false }
}
