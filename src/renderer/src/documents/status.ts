/** What is said of changes that are held back, where they are not simply to be saved. */
export interface HeldWords {
  readonly state: string
  readonly action: string
}

/** What is true about the words in an open document. The status bar and the tabs show it. */
export type SaveStatus =
  /** Everything typed is durable. `at`: when the last save was acknowledged, if there was one. */
  | { readonly kind: 'saved'; readonly at?: number }
  /** Typed, not sent yet; the draft holds it. */
  | { readonly kind: 'typing' }
  /** Changed, and saved only when the person says so, as schemas are; kept on this machine. */
  | { readonly kind: 'held'; readonly save: () => void; readonly words?: HeldWords }
  | { readonly kind: 'saving' }
  /** The service refused or did not answer; the draft holds it. */
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string; readonly retry: () => void }
  /** Somebody else changed the file since; nothing is overwritten until the person decides. */
  | { readonly kind: 'conflict'; readonly by: string }
  /**
   * The file is gone, with all that is in the editor: nothing is unsaved, and nothing more is saved by
   * itself.
   */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'read-only'; readonly message: string }

const settled: ReadonlySet<SaveStatus['kind']> = new Set(['saved', 'read-only', 'deleted'])

/** True while there are words that only this window, or a draft, has. */
export const isUnsaved = (status: SaveStatus | null): boolean => status !== null && !settled.has(status.kind)
