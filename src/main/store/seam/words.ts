import type { ContentPath } from '../../../common/content/paths'
import type { LinkFacts } from '../../../common/links/facts'
import type { Question } from '../../../common/search/question'
import type { FileTexts } from '../../../common/search/texts'
import type { LinkRows } from './link-rows'

/** What is looked for among the words of all files that are there. */
export interface WordsAsked {
  readonly question: Question
  /** Everything at and below it. */
  readonly scope: string
  readonly sort: 'best' | 'changed' | 'path'
  /**
   * Whether the weight of a word may count: it tells of documents that somebody may not read (FI4). Without
   * it the newest come first.
   */
  readonly weighs: boolean
  /** So many are enough. */
  readonly most: number
  /** Also where a word only holds what is asked for. */
  readonly within: boolean
}

/** One that may be a hit: whoever asks judges it by its path. */
export type Candidate = readonly [id: number, path: string]

/** What a hit is, beside its places. */
export interface Details {
  readonly id: number
  readonly file: string
  readonly path: string
  readonly kind: string
  readonly title: string
  readonly hash: string
  readonly changedAt: number
  /** E-mail, and behind a line end the name. */
  readonly changedBy: string
}

/** A file of which the words are to be kept. */
export interface UnreadFile {
  readonly file: string
  /** Another one after each change of the file. */
  readonly change: number
  /** Where it is searched: that of a config is a name below what it is of. */
  readonly path: ContentPath
  readonly isConfig: boolean
  readonly hash: string
  /** Bytes. */
  readonly size: number
}

/**
 * The words of all files, and their links, kept by the store itself for all processes that serve the workspace. They can be made anew from the
 * contents at any time: whoever meets a file that is not read reads it.
 */
export interface KeptWords extends LinkRows {
  /** Has changes of files noted from now on for this form of the words; at first all files are. */
  begin(): Promise<void>
  /**
   * How many files are not read yet.
   * @param until of those that changed up to then; default: of all
   */
  unread(until?: number): Promise<number>
  /** The last change of those that are not read yet; 0 when all are. */
  lastUnread(): Promise<number>
  /** How many there are. */
  files(): Promise<number>
  /** Those of the next files that are not even known by their names; `[]` when all are. */
  unnamed(most: number): Promise<UnreadFile[]>
  /** Keeps the words of their names, also of a new one, until they are read. */
  keepNames(files: readonly ReadFile[]): Promise<void>
  /**
   * The files that changed last, and are not read yet.
   * @param shared leaves out what another process took to read less than half a minute ago; else one that is just keeping some is waited for
   */
  take(most: number, shared: boolean): Promise<UnreadFile[]>
  /** Null where it is not there any more, or damaged. */
  content(file: UnreadFile): Promise<Uint8Array | null>
  /**
   * Keeps their words and links, unless they changed meanwhile.
   * @param waits for another process that is just keeping or changing them; else these are left to it
   */
  keep(files: readonly ReadFile[], waits: boolean): Promise<void>
  /** The best first. */
  find(asked: WordsAsked): Promise<Candidate[]>
  /** In the order of the ids, without those that are gone. */
  details(ids: readonly number[]): Promise<Details[]>
  /** Words that may be meant: one or two slips away, the nearest first. */
  near(asked: { readonly word: string; readonly most: number }): Promise<readonly string[]>
}

export interface ReadFile {
  readonly of: UnreadFile
  readonly texts: FileTexts
  readonly links: LinkFacts | null
}

/** @param form another one whenever words are made otherwise: each Galley asks those of its own */
export type OpenWords = (form: number) => KeptWords
