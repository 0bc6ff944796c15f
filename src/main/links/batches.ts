import { isBeyondBounds } from '../../common/bounds'
import { siteOf, type ContentPath } from '../../common/content/paths'
import type { Store } from '../store/types'
import type { Workers } from '../workers'
import type { KnownFile } from './link-index'

const MOST_FILES = 64
const MOST_BYTES = 512 * 1024

/** A document that is not there any more when its turn comes. */
interface Gone {
  readonly gone: ContentPath
}

/** Reads the links of documents, many at a time in a worker: none of them is held longer than that. */
export const openBatches = (store: Store, workers: Workers) =>
  async function* read(
    paths: readonly ContentPath[],
    signal: AbortSignal | undefined
  ): AsyncGenerator<KnownFile | Gone> {
    let batch: { path: ContentPath; hash: string; bytes: Uint8Array }[] = []
    let size = 0
    const flush = async () => {
      const [documents, bytes] = [batch, size]
      ;[batch, size] = [[], 0]
      const [first] = documents
      if (!first) return []
      const how = { tenant: siteOf(first.path), bytes, ...(signal && { signal }) }
      try {
        const facts = await workers.run('links', how, () => ({ documents }))
        return documents.map(({ path, hash }, at) => ({ path, hash, facts: facts[at] ?? null }))
      } catch (error) {
        if (!isBeyondBounds(error)) throw error
        return oneByOne(documents, how)
      }
    }
    /** One that ends a worker is known by its name alone; the others of its batch are read. */
    const oneByOne = async (documents: typeof batch, how: { tenant: string; signal?: AbortSignal }) => {
      const found: KnownFile[] = []
      for (const document of documents) {
        const { path, hash } = document
        const alone = { ...how, bytes: document.bytes.length }
        const facts = await workers
          .run('links', alone, () => ({ documents: [document] }))
          .catch((error: unknown) => {
            if (isBeyondBounds(error)) return []
            throw error
          })
        found.push({ path, hash, facts: facts[0] ?? null })
      }
      return found
    }
    for (const path of paths) {
      signal?.throwIfAborted()
      const found = await store.read(path)
      if (!found) {
        yield { gone: path }
        continue
      }
      batch.push({ path, hash: found.entry.hash, bytes: found.bytes })
      size += found.bytes.length
      if (batch.length >= MOST_FILES || size >= MOST_BYTES) yield* await flush()
    }
    yield* await flush()
  }
