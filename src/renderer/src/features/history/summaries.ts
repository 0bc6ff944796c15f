import { formatOfPath } from '../../../../common/formats/files'
import { useEffect, useState } from 'react'
import { GalleyError } from '../../../../common/errors'
import { type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf } from '../../api'
import { decodeText } from '../../documents'
import { schemaTextFor } from '../../documents/schemas/library'

/** A content of the file: a version by its address, or what is there now by its ETag. */
type SummaryState =
  { readonly kind: 'version'; readonly url: string } | { readonly kind: 'now'; readonly etag: string }

interface Content {
  readonly etag: string
  readonly text: string
}

/** Contents that are too large to be told of in passing, characters. */
const MOST = 3_000_000
const KEPT_CONTENTS = 24
const KEPT_LINES = 5_000
/**
 * Milliseconds until a row asks: one that is scrolled past asks for nothing, and neither does the content of
 * now while somebody writes on, which saves it every two seconds.
 */
const DELAY = { version: 120, now: 2_000 }

const contents = new Map<string, Promise<Content>>()
const lines = new Map<string, string>()
/** Files whose contents are read no more to be told of. */
const large = new Set<ContentPath>()

/**
 * One line about what changed from one content of a file to the next (D8, D14): found when it is looked at,
 * in a worker when it is large, and kept by the hashes of both contents. Empty when nothing changed; null
 * while it is not known.
 * @param isStill nothing is read before it says so
 */
export function useSummary(
  path: ContentPath,
  before: SummaryState | null,
  after: SummaryState,
  isStill: () => boolean = always
): string | null {
  const [from, to] = [before && keyOf(path, before), keyOf(path, after)]
  const known = from === null ? null : (lines.get(`${from} ${to}`) ?? null)
  const [told, setTold] = useState<{ readonly key: string; readonly line: string } | null>(null)
  const key = `${from} ${to}`
  useEffect(() => {
    if (!before || known !== null || large.has(path)) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      if (!isStill()) return wait()
      summarise(path, before, after, stop.signal).then(
        (line) => {
          if (line === null) return
          keep(key, line)
          if (!stop.signal.aborted) setTold({ key, line })
        },
        (problem: unknown) => {
          // what is too much work, or gone, is not told of; the row says that it was saved
          if (reasonOf(problem) === 'cancelled' && !stop.signal.aborted) keep(key, '')
        }
      )
    }
    const wait = () => {
      timer = setTimeout(begin, DELAY[after.kind])
    }
    wait()
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says everything about the two states
  }, [path, key, known])
  return known ?? (told?.key === key ? told.line : null)
}

const always = () => true

function keyOf(path: ContentPath, state: SummaryState): string {
  return state.kind === 'version' ? state.url : `${path}@${state.etag}`
}

async function summarise(
  path: ContentPath,
  before: SummaryState,
  after: SummaryState,
  signal: AbortSignal
): Promise<string | null> {
  const [older, newer] = await Promise.all([contentOf(path, before), contentOf(path, after)])
  if (older.text.length + newer.text.length > MOST) {
    large.add(path)
    return ''
  }
  const byHash = `${older.etag} ${newer.etag}`
  const known = lines.get(byHash)
  if (known !== undefined) return known
  if (signal.aborted) return null
  const { runDiff } = await import('../../engines/diff-views/work/run-diff')
  const format = formatOfPath(path)
  const schema = format === 'page' ? await schemaTextFor(path, newer.text) : null
  const job = { kind: 'summary', before: older.text, after: newer.text, format, schema } as const
  const line = await runDiff(job, { signal, urgent: false })
  keep(byHash, line)
  return line
}

function contentOf(path: ContentPath, state: SummaryState): Promise<Content> {
  const key = keyOf(path, state)
  const known = contents.get(key)
  if (known) return known
  const reading = read(path, state)
  contents.set(key, reading)
  reading.then(
    ({ text }) => text.length > MOST / 2 && contents.delete(key),
    () => contents.delete(key)
  )
  const [oldest] = contents.keys()
  if (contents.size > KEPT_CONTENTS && oldest !== undefined) contents.delete(oldest)
  return reading
}

async function read(path: ContentPath, state: SummaryState): Promise<Content> {
  const { etag, bytes } = await (state.kind === 'version' ? api.readVersion(state.url) : api.read(path))
  if (state.kind === 'now' && plain(etag) !== plain(state.etag))
    throw new GalleyError('precondition-failed', 'There is another content by now.')
  const decoded = decodeText(bytes)
  return { etag: plain(etag), text: decoded.kind === 'text' ? decoded.text : decoded.shown }
}

const plain = (etag: string) => etag.replace(/^W\//, '').replaceAll('"', '')

function keep(key: string, line: string): void {
  lines.set(key, line)
  const [oldest] = lines.keys()
  if (lines.size > KEPT_LINES && oldest !== undefined) lines.delete(oldest)
}
