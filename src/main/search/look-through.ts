import { formatOfPath } from '../../common/formats/files'
import type { Pattern } from '../../common/search/pattern'
import type { Wanted } from '../../common/search/places'
import { configFile } from '../configs/config-file'
import type { Known } from '../http/asked'
import { configsFor } from '../permissions/configs'
import type { Store } from '../store/types'
import type { Outputs, Workers } from '../workers'
import { inBounds, MOST_SLOW } from './bounded'
import type { Candidate } from './engine/types'
import { configAt } from './marks'
import { shownPath } from './readable'

interface Looking {
  readonly patterns: readonly (readonly Pattern[])[]
  /** How words must be, when the index cannot tell; null when it can. */
  readonly exact: Wanted | null
  /** So many hits are enough. */
  readonly limit: number
}

interface Looked {
  readonly found: readonly { readonly candidate: Candidate; readonly places: Outputs['places'] }[]
  /** So many of the candidates were looked at. */
  readonly looked: number
  /** Some took too long, and were left out. */
  readonly isSlow: boolean
  /** So many did that the rest is left out too. */
  readonly isGivenUp: boolean
}

/** For so long files are looked through for one answer. */
const ANSWER_MS = 1500
const BATCH = { files: 64, bytes: 512 * 1024 } as const
/** A file that takes longer is left out; so many of them, and all the rest is. */
const LIMITS = { batch: 1500, file: 500 } as const
/** What is larger is found by its name alone. */
const MOST_BYTES = 16 * 1024 * 1024

interface Source {
  readonly candidate: Candidate
  /** What says how it is read. */
  readonly path: ReturnType<typeof shownPath>
  readonly bytes: Uint8Array
}

/**
 * Looks through files for patterns (FI6), in workers that are ended when one takes too long: a pattern may take
 * longer than anybody lives. What every match holds is looked for first.
 * @param candidates what the caller may read
 */
export async function lookThrough(
  parts: { readonly store: Store; readonly workers: Workers; readonly asked: Known },
  candidates: readonly Candidate[],
  looking: Looking
): Promise<Looked> {
  const { signal } = parts.asked.request
  const until = performance.now() + ANSWER_MS
  const found: Looked['found'][number][] = []
  let looked = 0
  let slow = 0
  while (looked < candidates.length && found.length < looking.limit && slow < MOST_SLOW) {
    if (performance.now() > until || signal.aborted) break
    const batch = await nextBatch(parts, candidates, looked, looking.patterns)
    for (const one of await matchesIn(parts, batch.sources, looking)) {
      if (one.places === 'slow') slow += 1
      else if (one.places && found.length < looking.limit)
        found.push({ candidate: one.candidate, places: one.places })
      // the next page begins behind the last one that is told
      if (found.length === looking.limit) {
        batch.end = candidates.indexOf(one.candidate) + 1
        break
      }
    }
    looked = batch.end
  }
  return { found, looked, isSlow: slow > 0, isGivenUp: slow >= MOST_SLOW }
}

async function nextBatch(
  { store, asked }: Parameters<typeof lookThrough>[0],
  candidates: readonly Candidate[],
  from: number,
  patterns: Looking['patterns']
): Promise<{ sources: Source[]; end: number }> {
  const sources: Source[] = []
  let size = 0
  let end = from
  while (end < candidates.length && end - from < BATCH.files && size < BATCH.bytes) {
    const candidate = candidates[end]
    end += 1
    if (!candidate) break
    const config = configAt(candidate[1])
    const path = config === null ? shownPath(candidate[1]) : configFile(shownPath(candidate[1]))
    if (formatOfPath(path) === 'media') continue
    const content = await (
      config === null
        ? asked.content.read(path)
        : configsFor(store, asked.access).read(shownPath(candidate[1]))
    ).catch(() => null)
    if (!content || content.bytes.length > MOST_BYTES || !mayHold(content.bytes, patterns)) continue
    sources.push({ candidate, path, bytes: content.bytes })
    size += content.bytes.length
  }
  return { sources, end }
}

/** Whether each clause has a pattern whose literal is there, as far as that can be told. */
function mayHold(bytes: Uint8Array, patterns: Looking['patterns']): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return patterns.every((clause) =>
    clause.some(({ not, literal }) => not || literal === null || buffer.includes(literal))
  )
}

type Match = { readonly candidate: Candidate; readonly places: Outputs['places'] | null | 'slow' }

async function matchesIn(
  { workers, asked }: Parameters<typeof lookThrough>[0],
  sources: readonly Source[],
  { patterns, exact }: Looking
): Promise<Match[]> {
  const ask = (some: readonly Source[], limit: number) =>
    workers.run(
      'patterns',
      {
        tenant: 'patterns',
        bytes: some.reduce((sum, { bytes }) => sum + bytes.length, 0),
        signal: asked.request.signal,
        limit
      },
      // bytes are handed over, and may be wanted once more
      () => ({
        documents: some.map(({ path, bytes }) => ({ path, bytes: bytes.slice() })),
        patterns,
        exact
      })
    )
  const answers = await inBounds(sources, LIMITS, ask)
  return answers.flatMap((places, at) => {
    const source = sources[at]
    return source ? [{ candidate: source.candidate, places }] : []
  })
}
