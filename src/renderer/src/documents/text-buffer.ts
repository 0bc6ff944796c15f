import type { TextParts } from '../../../common/text-parts'
import type { Shared } from '../../../common/rooms/window/shared'
import type { WordsKept } from './draft-keeper'
import type { HeldWords } from './status'

/** Where the text lives: a plain string until an editor takes over. Line ends are `\n`. */
export interface TextBuffer {
  read(): string
  /** The same in parts, where that is cheaper: a draft of a large text is then what was typed. */
  parts?(): TextParts
  /** Replaces the text as one step that the person can undo. */
  write(text: string): void
  /**
   * Asked before each save: why the text must not be stored as it is read, in a sentence; null when it may.
   */
  whyHeld?(): string | null
  /** It is always saved as a whole: what it shows is no text that could be shared by letters. */
  readonly isWhole?: boolean
  /**
   * Others write in it too: what is typed here goes there, and what they write comes from there.
   * @param shared null: nobody any more
   * @param base what the text here came from, where words are typed in it that are not shared yet
   * @returns false where the buffer knows only whole texts: then whoever asks reads and writes them
   */
  share?(shared: Shared | null, base: string | null): boolean
  /** Whether something is typed that is not in the text, or not shared, yet. */
  isPending?(): boolean
  /** What is typed and was not shared yet is, now. */
  settle?(): void
  /** What others write must wait: an input method is at work. */
  isBusy?(): boolean
}

/** Changes that are no part of the text until the person saves them. */
export interface HeldBack {
  /** Leads the person to saving them. */
  readonly save: () => void
  /** Tries to keep them; resolves to where they are. */
  readonly keep: () => Promise<WordsKept>
  readonly words?: HeldWords
}

export function stringBuffer(initial: string): TextBuffer {
  let text = initial
  return { read: () => text, write: (next) => void (text = next) }
}
