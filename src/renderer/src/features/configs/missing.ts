import { useEffect, useMemo, useState } from 'react'
import pLimit from 'p-limit'
import {
  contentPath,
  isWithin,
  parentOf,
  segmentsOf,
  siteOf,
  type ContentPath
} from '../../../../common/content/paths'
import { cellText, type Book } from '../../../../common/formats/sheet'
import { api, onServiceEvent } from '../../api'
import type { SheetStore } from '../../engines/grid'
import { useRead } from '../../state/signal'
import { pathMeant } from '../library'
import { namedByOrg } from './org-places'

const none: ReadonlySet<ContentPath> = new Set()
/** Events come in crowds, and so do key strokes. Milliseconds. */
const SETTLE = 400
const MOST = 500

/** What a config names, and is not there; kept true by events. */
export function useMissing(of: ContentPath, store: SheetStore | null): ReadonlySet<ContentPath> {
  const named = useRead(store?.changed ?? null, () =>
    store === null ? '' : namedIn(store.book, of).join('\n')
  )
  return useMissingOf(of, named)
}

/** Of files and folders, one a line, those that are not there; kept true by events. */
export function useMissingOf(of: ContentPath, named: string): ReadonlySet<ContentPath> {
  const places = useMemo(() => (named === '' ? [] : named.split('\n').map(contentPath)), [named])
  const [missing, setMissing] = useState(none)
  useEffect(() => {
    if (places.length === 0) return
    const stopping = new AbortController()
    const { signal } = stopping
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      void missingOf(places, signal).then((found) => signal.aborted || setMissing(new Set(found)))
    const stop = onServiceEvent((event) => {
      if (event.type !== 'file' && event.type !== 'folder') return
      if (
        ![event.path, ('from' in event && event.from) || event.path].some((one) =>
          isWithin(contentPath(one), of)
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
  }, [of, places])
  return missing
}

/** Whether a column of the library says where something is. */
export const isPlace = (column: string): boolean => column === 'path' || column === 'value'

/** What the library of a site, or the permissions and bindings of an organization, name. */
export function namedIn(book: Book, of: ContentPath): ContentPath[] {
  const [org = '', ...below] = segmentsOf(of)
  if (below.length === 0) return namedByOrg(book, org)
  const site = siteOf(of)
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
