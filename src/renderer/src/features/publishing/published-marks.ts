import { useMemo } from 'react'
import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, isWithin, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { resourcePathOf, siteFolder, webPathOf } from '../../../../common/publishing/addresses'
import type { PublishedItem } from '../../../../common/publishing/listing'
import { onServiceEvent } from '../../api'
import { publishing } from '../../api/publishing'
import { createSignal, useRead } from '../../state/signal'

/**
 * What the tree tells of a file: live as it is, live and changed since, in preview only. Null: nothing is
 * published.
 */
export type Mark = 'live' | 'live-changed' | 'preview' | 'preview-changed'

/** What is published of one site, kept true by the event stream. */
interface SiteMarks {
  /** Null while it is not known. */
  readonly items: ReadonlyMap<ContentPath, PublishedItem> | null
  /** The same as it was last listed or moved: while somebody types it stays as it is. */
  readonly listed: ReadonlyMap<ContentPath, PublishedItem> | null
  readonly problem: boolean
}

const unknown: SiteMarks = { items: null, listed: null, problem: false }
const sites = new Map<ContentPath, SiteMarks>()
const waiting = new Map<ContentPath, ReturnType<typeof setTimeout>>()

/** Several publications in a row are looked at once. */
const SETTLE = 400

const changed = createSignal<void>(() => {
  const stop = onServiceEvent(hear)
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
    sites.clear()
  }
}, SETTLE)

export function useSiteMarks(site: ContentPath): SiteMarks {
  const source = useMemo(() => marksOf(site), [site])
  return useRead(source, () => sites.get(site) ?? unknown)
}

/**
 * Tells what is published of a site, now and whenever something is published, taken out or moved.
 * @returns a function that stops it
 */
export function followPublished(
  site: ContentPath,
  notify: (items: ReadonlyMap<ContentPath, PublishedItem>) => void
): () => void {
  let told: SiteMarks['listed'] = null
  const look = () => {
    const listed = sites.get(site)?.listed ?? null
    if (listed === told || listed === null) return
    told = listed
    notify(listed)
  }
  const stop = marksOf(site).subscribe(look)
  look()
  return stop
}

/** @param path null for what is no file */
export function useMark(path: ContentPath | null): Mark | null {
  const [, , first] = path === null ? [] : segmentsOf(path)
  const site = path !== null && first !== undefined && !first.startsWith('.') ? siteFolder(path) : null
  const source = useMemo(() => marksOf(site), [site])
  return useRead(source, () =>
    site === null || path === null ? null : markOf(sites.get(site)?.items?.get(path))
  )
}

export function markOf(item: PublishedItem | undefined): Mark | null {
  if (!item) return null
  const shown = item.live ?? item.preview
  if (!shown) return null
  const changed = item.edit !== null && item.edit.etag !== shown.sourceEtag
  if (item.live) return changed ? 'live-changed' : 'live'
  return changed ? 'preview-changed' : 'preview'
}

export const markWords: Readonly<Record<Mark, string>> = {
  live: 'Live',
  'live-changed': 'Live, changed since',
  preview: 'In preview only',
  'preview-changed': 'In preview only, changed since'
}

/** Of what is published and not here any more. @param folder it holds some of that */
export const goneWords = (live: boolean, folder = false): string =>
  folder
    ? `Not here any more; something in it is still ${live ? 'live' : 'in preview'}`
    : `${live ? 'Live' : 'In preview only'}, not here any more`

const marksOf = (site: ContentPath | null) => ({
  subscribe: (listener: () => void) => {
    if (site === null) return () => undefined
    const stop = changed.subscribe(listener)
    if (!sites.has(site)) {
      sites.set(site, unknown)
      void load(site)
    }
    return stop
  }
})

function hear(event: ServiceEvent): void {
  if (event.type === 'hello') for (const site of sites.keys()) later(site)
  if (event.type !== 'published' && event.type !== 'file' && event.type !== 'folder') return
  const path = contentPath(event.path)
  if (event.type !== 'published' && event.change === 'moved' && event.from !== undefined)
    return moved(contentPath(event.from), path)
  const site = siteAt(path)
  if (site === null) return
  if (event.type === 'published' || event.type === 'folder') return later(site)
  const item = sites.get(site)?.items?.get(path)
  if (event.change === 'deleted' || event.etag === undefined) return item ? later(site) : undefined
  // while somebody types, only what is told of this one file changes
  if (item)
    change(site, path, { ...item, edit: { etag: event.etag, lastModified: new Date().toUTCString() } })
}

const siteAt = (path: ContentPath): ContentPath | null =>
  segmentsOf(path).length < 2 ? null : siteFolder(path)

/**
 * What is published goes with what is moved, at once: else it would show at its old place until the site is
 * read again.
 */
function moved(from: ContentPath, to: ContentPath): void {
  const [before, after] = [siteAt(from), siteAt(to)]
  const known = before === null ? undefined : sites.get(before)
  const going = [...(known?.items ?? [])].filter(([path]) => isWithin(path, from))
  if (before !== null && known?.items && going.length > 0) {
    const items = new Map(known.items)
    for (const [path] of going) items.delete(path)
    if (after === before)
      for (const [path, item] of going) {
        const there = contentPath(to + path.slice(from.length))
        items.set(there, { ...item, webPath: webPathOf(there), resourcePath: resourcePathOf(there) })
      }
    set(before, { items, listed: items, problem: known.problem })
  }
  for (const site of new Set([before, after])) if (site !== null) later(site)
}

function later(site: ContentPath): void {
  if (!sites.has(site)) return
  clearTimeout(waiting.get(site))
  waiting.set(
    site,
    setTimeout(() => {
      waiting.delete(site)
      void load(site)
    }, SETTLE)
  )
}

async function load(site: ContentPath): Promise<void> {
  try {
    const { resources } = await publishing.list(site)
    const items = new Map(resources.map((item) => [contentPath(site + item.resourcePath), item]))
    const known = sites.get(site)
    // what is read again soon anyway may be from before the last change
    if (!known || (known.items && waiting.has(site))) return
    set(site, { items, listed: items, problem: false })
  } catch {
    const known = sites.get(site)
    if (known) set(site, { ...known, problem: true })
  }
}

function change(site: ContentPath, path: ContentPath, item: PublishedItem): void {
  const { items: known, listed = null } = sites.get(site) ?? unknown
  const items = new Map(known)
  items.set(path, item)
  set(site, { items, listed, problem: false })
}

/** Reads it again; for a button. */
export const lookAgain = (site: ContentPath): void => void load(site)

function set(site: ContentPath, marks: SiteMarks): void {
  sites.set(site, marks)
  changed.notify()
}
