import type { ContentPath } from '../../../common/content/paths'
import type { Person } from '../../../common/person'

/** A file that somebody keeps for themselves for a while (RT15). Times are of the store's clock, Unix milliseconds. */
export interface Hold {
  readonly fileId: string
  /** Where the file is now. */
  readonly path: ContentPath
  readonly by: Person
  readonly since: number
  readonly until: number
  /** Milliseconds until then. */
  readonly left: number
  /** Who writes in it all the same. */
  readonly besides: readonly Person[]
}

/** At most one of a file. People are told apart by their e-mails. All of it is durable when it resolves (W2). */
export interface Holds {
  /** Those that last, of files that are there. */
  list(): Promise<readonly Hold[]>
  /**
   * Begins a hold, or lets one's own last from now on. Resolves to the one that is there then, which may be
   * somebody else's; null where there is no such file.
   * @param lasts milliseconds
   */
  take(fileId: string, by: Person, lasts: number): Promise<Hold | null>
  /** Notes that somebody writes in it all the same. Resolves to the hold; null where there is none. */
  pass(fileId: string, by: Person): Promise<Hold | null>
  /**
   * Ends a hold. Resolves to false where there was none of theirs.
   * @param by whose; null: whoever's
   */
  end(fileId: string, by: Person | null): Promise<boolean>
}
