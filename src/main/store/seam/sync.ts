/** What the sync keeps in a workspace, apart from the content. */
export interface SyncArea {
  /**
   * What is known of the files of one pair; made when something is put.
   * @param name lower-case letters, digits and dashes
   */
  log(name: string): Promise<SyncLog>
  /** Deletes a pair's log. */
  forget(name: string): Promise<void>
  /** Makes bytes durable; resolves to their sha256. */
  keep(bytes: Uint8Array): Promise<string>
  /** As `keep`, for what is too large for the memory. */
  keepStream(body: AsyncIterable<Uint8Array>): Promise<string>
  /** Puts aside what comes, on the disk, until it is dropped or the store is opened again. */
  spool(body: AsyncIterable<Uint8Array>): Promise<Spooled>
  /** Bytes that were kept, or that a version has; null when there are none, or damaged ones. */
  content(hash: string): Promise<Uint8Array | null>
  /**
   * The same in pieces, for what is too large for the memory. Who reads it whole holds it against its hash.
   */
  openContent(hash: string): Promise<KeptContent | null>
}

/** Kept on the disk. */
export interface KeptContent {
  /** Bytes. */
  readonly size: number
  /** @param range positions of the first and the last byte; default: all */
  stream(range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
}

/** Put aside on the disk. */
interface Spooled {
  readonly hash: string
  readonly size: number
  readonly bytes: null
  stream(): AsyncIterable<Uint8Array>
  drop(): Promise<void>
}

/** Values by key. */
export interface SyncLog {
  entries(): Promise<(readonly [key: string, value: unknown])[]>
  /**
   * Null forgets the key. Resolves when it is durable.
   * @param needs hashes of the contents that the value speaks of
   */
  put(key: string, value: unknown, needs?: readonly string[]): Promise<void>
}
