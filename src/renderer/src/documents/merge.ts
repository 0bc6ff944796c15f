import type { ThreeTexts } from '../../../common/formats/core/validity'
import type { MergeAnswer, MergeAsk } from './merge-work'

/**
 * Together up to this many characters are merged at once: quicker than a worker is asked, and not felt while
 * typing.
 */
const SMALL = 100_000
/** Milliseconds that a merge may take; then people decide. */
const MOST = 10_000

/**
 * Both people's changes to the base in one text (MG8); the local side is the one that is typed here.
 * @param schema the JSON text of the schema that the document names
 * @returns null when only a person can decide, or when it takes too long
 */
export async function mergedText(
  ext: string,
  texts: ThreeTexts,
  schema: () => Promise<string | null> = () => Promise.resolve(null)
): Promise<string | null> {
  const { base, local, remote } = texts
  if (local === remote || remote === base) return local
  if (local === base) return remote
  const ask: MergeAsk = { ext, texts, schema: await schema() }
  if (base.length + local.length + remote.length > SMALL && typeof Worker !== 'undefined')
    return inWorker(ask)
  const { merged } = await import('./merge-work')
  return merged(ask)
}

/** In a thread of its own, which is ended when it takes too long: typing goes on meanwhile. */
async function inWorker(ask: MergeAsk): Promise<string | null> {
  const { default: MergeWorker } = await import('./merge.worker?worker')
  const worker = new MergeWorker()
  try {
    return await new Promise<MergeAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<MergeAnswer>) => resolve(data)
      worker.onerror = () => resolve(null)
      setTimeout(() => resolve(null), MOST)
      worker.postMessage(ask)
    })
  } finally {
    worker.terminate()
  }
}
