/** Where large contents lie, each as an object of its own, by a name that is given once and never again. */
export interface ObjectStorage {
  /** Durable when it resolves. @throws busy */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Begins an object that comes in parts; it is there when it was finished, and not before. @throws busy */
  begin(name: string): Promise<PartedUpload>
  /** Its bytes from one position to another, both included; null when there is none. @throws busy, also from the pieces */
  read(name: string, start: number, end: number): Promise<AsyncIterable<Uint8Array> | null>
  /** Bytes; null when there is none. @throws busy */
  size(name: string): Promise<number | null>
  /** @param upload what came of it in parts and was not finished. @throws busy */
  remove(name: string, upload?: string): Promise<void>
  /** Resolves when something can be written there. @throws busy */
  reach(name: string): Promise<void>
  close(): void
}

/** An object that comes in parts, one after the other. */
interface PartedUpload {
  readonly id: string
  /** All but the last are of one size, `PART_BYTES`. @throws busy */
  put(part: Uint8Array): Promise<void>
  /** @throws busy */
  finish(): Promise<void>
}

/** Storages take 10,000 parts of one object, and none below 5 MB but the last. */
export const PART_BYTES = 8 * 1024 * 1024
export const MOST_PARTS = 10_000

/** Where an object storage is, and who asks. */
export interface ObjectAddress {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  /** The bucket stands in the path, and not in the name of the host. */
  readonly isPathStyle: boolean
  readonly accessKey: string
  readonly secretKey: string
  /** Contents of more bytes lie there; those of up to so many in the database. */
  readonly inlineBytes: number
}
