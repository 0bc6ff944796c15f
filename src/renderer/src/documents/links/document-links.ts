import { useEffect } from 'react'
import {
  isHidden,
  isWithin,
  orgOf,
  segmentsOf,
  contentPath,
  type ContentPath
} from '../../../../common/content/paths'
import type { DocumentLinks } from '../../../../common/links/answers'
import type { ServiceEvent } from '../../../../common/api/events'
import { api, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { atRest } from '../../components/behind'
import { createEntries, useSelected } from '../../state/store'

/** What links to a file, and what it links to, as it is stored. */
export type LinksRead =
  | { readonly status: 'loading' }
  /** It is not stored (yet), or lies in no site: nobody can link to it. */
  | { readonly status: 'none' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'ready'; readonly links: DocumentLinks }

/** Events come in crowds. Milliseconds. */
const SETTLE = 600
const PAGE = 1000
/** Further ones are counted as left out. */
const MOST_PAGES = 20

const loading: LinksRead = { status: 'loading' }
const none: LinksRead = { status: 'none' }
const known = createEntries<ContentPath, LinksRead>()
const watched = new Map<
  ContentPath,
  { count: number; readonly stop: () => void; readonly again: () => void }
>()

/** Told whenever what is known of some document has changed. */
export const subscribeLinks = known.subscribe

/** What is known of it now, while somebody watches it. */
export const linksNow = (path: ContentPath): LinksRead => known.now().get(path) ?? loading

/** What is known of it, read once where nobody watches it. */
export async function linksOnce(path: ContentPath): Promise<LinksRead> {
  const now = known.now().get(path)
  return now && now.status !== 'loading' ? now : linksOf(path, new AbortController().signal)
}

/** What is taken out of all that is known while it is watched. */
export const useKnownLinks = <T>(select: (all: ReadonlyMap<ContentPath, LinksRead>) => T): T =>
  useSelected(known, select)

/** The links of a file, kept true by events while they are shown. */
export function useLinks(path: ContentPath | null): LinksRead {
  useEffect(() => (path === null ? undefined : watchLinks(path)), [path])
  return useSelected(known, (all) => (path === null ? none : (all.get(path) ?? loading)))
}

/** Reads them again, as when that failed. */
export const readLinksAgain = (path: ContentPath): void => watched.get(path)?.again()

/** Keeps what is known of a file true. @returns a function that ends it */
export function watchLinks(path: ContentPath): () => void {
  const now = watched.get(path)
  const one = now ?? { count: 0, ...follow(path) }
  one.count += 1
  watched.set(path, one)
  return () => {
    one.count -= 1
    if (one.count > 0 || watched.get(path) !== one) return
    watched.delete(path)
    one.stop()
    known.put(path, null)
  }
}

function follow(path: ContentPath) {
  let stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    stopping.abort()
    const { signal } = (stopping = new AbortController())
    void linksOf(path, signal).then((found) => signal.aborted || known.put(path, found))
  }
  const stop = onServiceEvent((event) => {
    if (event.type !== 'hello' && !mayConcern(event, path)) return
    clearTimeout(timer)
    if (isGone(event, path)) {
      stopping.abort()
      known.put(path, none)
    } else timer = setTimeout(read, SETTLE)
  })
  // the document is shown first
  const endWait = atRest(read)
  return {
    stop: () => {
      endWait()
      stop()
      clearTimeout(timer)
      stopping.abort()
    },
    again: () => {
      known.put(path, loading)
      read()
    }
  }
}

const isGone = (event: ServiceEvent, path: ContentPath): boolean =>
  event.type === 'file' && event.change === 'deleted' && event.path === path

/** What lies in no site, or in a dot folder, links to nothing and is linked to by nobody. */
const isLinked = (path: ContentPath): boolean => {
  const below = segmentsOf(path).slice(2)
  return below.length > 0 && !below.some(isHidden)
}

async function linksOf(path: ContentPath, signal: AbortSignal): Promise<LinksRead> {
  if (!isLinked(path)) return none
  try {
    return { status: 'ready', links: await allLinks(path, signal) }
  } catch (error) {
    return reasonOf(error) === 'not-found' ? none : { status: 'failed', message: sentenceOf(error) }
  }
}

/** Links go from everywhere in an organization to everywhere in it. */
function mayConcern(event: ServiceEvent, path: ContentPath): boolean {
  if (event.type !== 'file' && event.type !== 'folder' && event.type !== 'config') return false
  const org = contentPath(`/${orgOf(path)}`)
  return (
    isWithin(contentPath(event.path), org) ||
    ('from' in event && event.from !== undefined && isWithin(contentPath(event.from), org))
  )
}

async function allLinks(path: ContentPath, signal: AbortSignal): Promise<DocumentLinks> {
  const first = await api.links(path, { signal, limit: PAGE })
  let all = first
  for (let pages = 1; all.next !== undefined && pages < MOST_PAGES; pages += 1) {
    const { in: into, out, next } = await api.links(path, { signal, limit: PAGE, after: all.next })
    const { next: _, ...rest } = all
    all = {
      ...rest,
      in: [...all.in, ...into],
      out: [...all.out, ...out],
      ...(next !== undefined && { next })
    }
  }
  return all.next === undefined ? all : { ...all, complete: false }
}
