import { useEffect, useMemo, useState } from 'react'
import pLimit from 'p-limit'
import { contentPath, isWithin, parentOf, type ContentPath } from '../../../../common/content/paths'
import { cellText, type Book } from '../../../../common/formats/sheet'
import { api, onServiceEvent } from '../../api'
import type { SheetStore } from '../../engines/grid'
import { useRead } from '../../state/signal'
import { pathMeant } from '../library'

const none: ReadonlySet<ContentPath> = new Set()
/** Events come in crowds, and so do key strokes. Milliseconds. */
const SETTLE = 400
const MOST = 500

/** What the library of a site names in its config, and is not there; kept true by events. */
export function useMissing(site: ContentPath | null, store: SheetStore | null): ReadonlySet<ContentPath> {
  const named = useRead(store?.changed ?? null, () =>
    site === null || store === null ? '' : namedIn(store.book, site).join('\n')
  )
  return useMissingOf(site, named)
}

/** Of files, one a line, those that are not there; kept true by events. */
export function useMissingOf(site: ContentPath | null, named: string): ReadonlySet<ContentPath> {
  const places = useMemo(() => (named === '' ? [] : named.split('\n').map(contentPath)), [named])
  const [missing, setMissing] = useState(none)
  useEffect(() => {
    if (site === null || places.length === 0) return
    const stopping = new AbortController()
    const { signal } = stopping
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      void missingOf(places, signal).then((found) => signal.aborted || setMissing(new Set(found)))
    const stop = onServiceEvent((event) => {
      if (event.type !== 'file' && event.type !== 'folder') return
      if (
        ![event.path, ('from' in event && event.from) || event.path].some((one) =>
          isWithin(contentPath(one), site)
        )
      )
        return
      clearTimeout(timer)
      timer = setTimeout(look, SETTLE)
    })
    look()
    return () => {
      stop()
      clearTimeout(timer)
      stopping.abort()
    }
  }, [site, places])
  return missing
}

/** Whether a column of the library says where something is. */
export const isPlace = (column: string): boolean => column === 'path' || column === 'value'

/** The files that the library of a config names. */
export function namedIn(book: Book, site: ContentPath): ContentPath[] {
  const library = book.sheets.find(({ name }) => name === 'library')
  if (!library) return []
  const columns = library.columns.filter(({ name }) => isPlace(name))
  const said = library.rows.flatMap(({ cells }) => columns.map(({ slot }) => cellText(cells[slot]).trim()))
  const meant = said.flatMap((text) => (text === '' ? [] : (pathMeant(text, site) ?? [])))
  return [...new Set(meant)].slice(0, MOST)
}

/**
 * Which of these are not there. A folder that this person may not read tells nothing: what would be in it counts as
 * there.
 */
export async function missingOf(
  places: readonly ContentPath[],
  signal?: AbortSignal
): Promise<ContentPath[]> {
  const limit = pLimit(4)
  const folders = [...new Set(places.map(parentOf))]
  const known = new Map(
    await Promise.all(
      folders.map((folder) =>
        limit(async () => {
          try {
            const entries = await api.list(folder, { missing: 'empty', ...(signal && { signal }) })
            return [folder, new Set(entries.map(({ path }) => path))] as const
          } catch {
            return [folder, null] as const
          }
        })
      )
    )
  )
  return places.filter((place) => known.get(parentOf(place))?.has(place) === false)
}
