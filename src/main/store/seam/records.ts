/** A small JSON record of a workspace, shared by everyone who opens it. */
export interface StoreDocument<T> {
  /** As it is now, whoever changed it last. */
  read(): Promise<T>
  /** @param change gets the value as it is then. Resolves, when it is durable, to the new one. */
  update(change: (value: T) => T): Promise<T>
}

/** Nothing of it is kept in memory: what another process puts is seen with the next call. */
export interface KeyedRecords<T> {
  /** Null when there is none, or none that can be understood; `list` tells the two apart. */
  get(key: string): Promise<T | null>
  /** Sorted by key; `damaged` names the keys whose record cannot be understood. */
  list(): Promise<{ readonly records: KeyedRecord<T>[]; readonly damaged: string[] }>
  /** Adds or replaces; resolves when it is durable (W2). */
  put(key: string, value: T): Promise<void>
  /**
   * Puts what comes of the record as it is now; asked again when another one was put meanwhile. Resolves,
   * when it is durable, to what is there.
   * @param change gets null where there is none that can be understood; null: nothing is put
   */
  change(key: string, change: (value: T | null) => T | null): Promise<T | null>
  /** Resolves, durably, to false when there was none. */
  remove(key: string): Promise<boolean>
  /** Another one after a record was put or removed, by whoever; cheap enough to be asked again and again. */
  stamp(): Promise<number>
}

export interface KeyedRecord<T> {
  readonly key: string
  readonly value: T
}

/** How a record is read: throws for what is no such record, or another's than its key says. */
export type ParseRecord<T> = (value: unknown, key: string) => T

/** How the records of one kind are opened: through the store, or beside one that another process has open. */
export type OpenRecords = <T>(kind: string, parse: ParseRecord<T>) => KeyedRecords<T>
