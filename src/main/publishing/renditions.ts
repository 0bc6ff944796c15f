import { LRUCache } from 'lru-cache'

/** A published content in one of the forms in which it is delivered. */
export interface Rendition {
  readonly body: Uint8Array<ArrayBuffer>
  /** With its quotes. */
  readonly etag: string
  readonly type: string
}

/**
 * The forms that were lately made, by the ETag of what they were made of: nothing in here can be stale. Those
 * that were not asked for longest go when there are too many bytes.
 */
export interface Renditions {
  get(key: string): Rendition | undefined
  /** The rendition of this key; readers who ask for it at the same time wait for the same one. */
  make(key: string, make: () => Promise<Rendition>): Promise<Rendition>
  clear(): void
}

export function createRenditions(mostBytes = 32 * 1024 * 1024): Renditions {
  const made = new LRUCache<string, Rendition>({
    maxSize: mostBytes,
    maxEntrySize: mostBytes / 8,
    sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD
  })
  const making = new Map<string, Promise<Rendition>>()
  return {
    get: (key) => made.get(key),
    make(key, make) {
      const known = making.get(key)
      if (known) return known
      const one = make()
        .then((rendition) => {
          made.set(key, rendition)
          return rendition
        })
        .finally(() => making.delete(key))
      making.set(key, one)
      return one
    },
    clear: () => made.clear()
  }
}

/** What an entry costs beside its bytes. */
const OVERHEAD = 512
