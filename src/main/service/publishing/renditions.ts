/** A published content in one of the forms in which it is delivered. */
export interface Rendition {
  readonly body: Uint8Array<ArrayBuffer>
  /** With its quotes. */
  readonly etag: string
  readonly type: string
}

/**
 * The forms that were lately made, by the ETag of what they were made of: nothing in here can be stale. The oldest go when there are
 * too many bytes.
 */
export interface Renditions {
  get(key: string): Rendition | undefined
  put(key: string, rendition: Rendition): Rendition
  clear(): void
}

export function createRenditions(mostBytes = 32 * 1024 * 1024): Renditions {
  const made = new Map<string, Rendition>()
  let bytes = 0
  return {
    get: (key) => made.get(key),
    clear() {
      made.clear()
      bytes = 0
    },
    put(key, rendition) {
      const size = rendition.body.length
      if (size > mostBytes / 8 || made.has(key)) return rendition
      made.set(key, rendition)
      bytes += size + OVERHEAD
      for (const [oldest, { body }] of made) {
        if (bytes <= mostBytes) break
        made.delete(oldest)
        bytes -= body.length + OVERHEAD
      }
      return rendition
    }
  }
}

/** What an entry costs beside its bytes. */
const OVERHEAD = 512
