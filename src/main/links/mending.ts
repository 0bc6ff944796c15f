import { contentPath, isWithin, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import type { Changed } from '../../common/links/answers'
import { withValues } from '../../common/links/edit'
import { placesIn } from '../../common/links/places'
import type { Person } from '../../common/person'
import type { Content } from '../permissions/content'
import type { Edit } from '../store/types'
import type { Changes } from './changes'

interface Mend {
  readonly path: string
  readonly n: number
  readonly before: string
  readonly after: string
}

/**
 * Gives addresses another value, all of them as one change. An address that says something else by now is left,
 * and told.
 * @throws bad-path for a document outside of the site · forbidden
 */
export async function mendLinks(
  { content, changes, by }: { content: Content; changes: Changes; by: Person },
  site: ContentPath,
  mends: readonly Mend[]
): Promise<Changed> {
  const byPath = grouped(mends)
  const edits: Edit[] = []
  const left: string[] = []
  let links = 0
  for (const [text, list] of byPath) {
    const path = contentPath(text)
    if (!isWithin(path, site))
      throw new GalleyError('bad-path', 'The document lies in another site.', { where: path })
    const found = await content.read(path)
    const done = found && mended(path, found.bytes, list)
    if (!done) left.push(path)
    else {
      edits.push({ path, from: found.entry.hash, to: done.bytes })
      links += done.links
      if (done.links < list.length) left.push(path)
    }
  }
  const change = edits.length === 0 ? null : await changes.make(content, { what: 'mend', edits, links, by })
  return { change, files: edits.length, links, left }
}

function mended(path: ContentPath, bytes: Uint8Array, list: readonly Mend[]) {
  const text = decoded(bytes)
  if (text === null) return null
  const places = placesIn(path, text)
  const values = list.flatMap(({ n, before, after }) => {
    const place = places[n]
    return place && place.at !== null && place.value === before ? [{ place, value: after, n }] : []
  })
  if (values.length === 0) return null
  const written = withValues(text, values)
  const wanted = new Map(values.map(({ n, value }) => [n, value]))
  const now = placesIn(path, written)
  const isRight =
    now.length === places.length && places.every(({ value }, n) => now[n]?.value === (wanted.get(n) ?? value))
  return isRight ? { bytes: new TextEncoder().encode(written), links: values.length } : null
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function grouped(mends: readonly Mend[]): Map<string, Mend[]> {
  const found = new Map<string, Mend[]>()
  for (const mend of mends) found.set(mend.path, [...(found.get(mend.path) ?? []), mend])
  return found
}
