import { useCallback, useSyncExternalStore } from 'react'
import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { siteFolder } from '../../../../common/publishing/addresses'
import type { PublishedItem } from '../../../../common/publishing/listing'
import { onServiceEvent } from '../../api'
import { publishing } from './client'

/** What the tree tells of a file: live as it is, live and changed since, in preview only. Null: nothing is published. */
export type Mark = 'live' | 'live-changed' | 'preview' | 'preview-changed'

/** What is published of one site, kept true by the event stream. */
export interface SiteMarks {
  /** Null while it is not known. */
  readonly items: ReadonlyMap<ContentPath, PublishedItem> | null
  readonly problem: boolean
}

const unknown: SiteMarks = { items: null, problem: false }
const sites = new Map<ContentPath, SiteMarks>()
const listeners = new Set<() => void>()
const waiting = new Map<ContentPath, ReturnType<typeof setTimeout>>()
let stopHearing: (() => void) | null = null

/** Several publications in a row are looked at once. */
const SETTLE = 400

export function useSiteMarks(site: ContentPath): SiteMarks {
  const subscribe = useCallback((changed: () => void) => listen(site, changed), [site])
  return useSyncExternalStore(subscribe, () => sites.get(site) ?? unknown)
}

/** @param path null for what is no file */
export function useMark(path: ContentPath | null): Mark | null {
  const [, , first] = path === null ? [] : segmentsOf(path)
  const site = path !== null && first !== undefined && !first.startsWith('.') ? siteFolder(path) : null
  const subscribe = useCallback(
    (changed: () => void) => (site === null ? () => undefined : listen(site, changed)),
    [site]
  )
  return useSyncExternalStore(subscribe, () =>
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

function listen(site: ContentPath, changed: () => void): () => void {
  listeners.add(changed)
  stopHearing ??= onServiceEvent(hear)
  if (!sites.has(site)) {
    sites.set(site, unknown)
    void load(site)
  }
  return () => {
    listeners.delete(changed)
    // a row that is drawn anew listens again at once
    if (listeners.size === 0) setTimeout(forget, SETTLE)
  }
}

function forget(): void {
  if (listeners.size > 0) return
  stopHearing?.()
  stopHearing = null
  for (const timer of waiting.values()) clearTimeout(timer)
  waiting.clear()
  sites.clear()
}

function hear(event: ServiceEvent): void {
  if (event.type === 'hello') for (const site of sites.keys()) later(site)
  if (event.type !== 'published' && event.type !== 'file' && event.type !== 'folder') return
  const path = contentPath(event.path)
  if (segmentsOf(path).length < 2) return
  const site = siteFolder(path)
  if (event.type === 'published' || event.type === 'folder') return later(site)
  const item = sites.get(site)?.items?.get(path)
  if (event.change === 'moved' || event.change === 'deleted' || event.etag === undefined)
    return item ? later(site) : undefined
  // while somebody types, only what is told of this one file changes
  if (item)
    change(site, path, { ...item, edit: { etag: event.etag, lastModified: new Date().toUTCString() } })
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
    if (sites.has(site)) set(site, { items, problem: false })
  } catch {
    if (sites.has(site)) set(site, { items: sites.get(site)?.items ?? null, problem: true })
  }
}

function change(site: ContentPath, path: ContentPath, item: PublishedItem): void {
  const items = new Map(sites.get(site)?.items)
  items.set(path, item)
  set(site, { items, problem: false })
}

/** Reads it again; for a button. */
export const lookAgain = (site: ContentPath): void => void load(site)

function set(site: ContentPath, marks: SiteMarks): void {
  sites.set(site, marks)
  listeners.forEach((tell) => tell())
}
