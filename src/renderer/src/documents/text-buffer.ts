import type { WordsKept } from './draft-keeper'
import type { HeldWords } from './status'

/** Where the text lives: a plain string until an editor takes over. Line ends are `\n`. */
export interface TextBuffer {
  read(): string
  /** Replaces the text as one step that the person can undo. */
  write(text: string): void
  /** Both people's changes in one text, where the text alone cannot tell them apart; null when they meet. */
  merge?(base: string, mine: string, theirs: string): string | null
  /** As `merge`, asked before the texts are merged line by line: for what counts its own lines. */
  mergeFirst?(base: string, mine: string, theirs: string): string | null
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
