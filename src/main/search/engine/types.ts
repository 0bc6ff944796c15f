export type { Candidate, Details } from '../../store/types'

/** Of what is there no more: a state that another one took the place of, or something in the trash. */
export type Was = 'went' | 'trash'

/** A file as the store knows it, without its content. */
export interface FileMark {
  /** Its id, which it keeps when it moves. */
  readonly file: string
  /** Canonical; that of a config is a name below what it is of, which no content has. */
  readonly path: string
  readonly isConfig: boolean
  /** sha256 of its content, lower-case hex. */
  readonly hash: string
  /** Bytes. */
  readonly size: number
  /** Unix milliseconds. */
  readonly changedAt: number
  /** E-mail, and behind a line end the name. */
  readonly changedBy: string
  /** What went from a file, or what is in the trash (FI7); absent for what is there. Its path is `pastPath`. */
  readonly was?: Was
  /** What the version is called that a state is of; in small letters. */
  readonly label?: string | undefined
  /** Hashes of what is published of it; null where nothing is. */
  readonly preview: string | null
  readonly live: string | null
}

/** With its content; null: it is found by its name alone. */
export interface FileToRead extends FileMark {
  readonly bytes: Uint8Array | null
  /** Of a state that went: the one that came after it; null where none did. */
  readonly next?: Uint8Array | null
}

/** What the versions of a file that is there are called, in small letters. */
export interface Labelled {
  readonly file: string
  /** As the index of what is there has it; null: it is not there. */
  readonly path: string | null
  readonly labels: readonly string[]
}

/** How much of the workspace is read. */
export interface ReadState {
  readonly read: number
  readonly of: number
}
