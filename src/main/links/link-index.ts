import type { Move } from '../../common/links/moved'
import { hasVersions } from '../../common/formats/files'
import {
  isHidden,
  isWithinAny,
  nameOf,
  parentOf,
  ROOT,
  siteOf,
  segmentsOf,
  splitName,
  topmost,
  type ContentPath
} from '../../common/content/paths'
import { contentPath } from '../../common/content/paths'
import type { LinkFacts } from '../../common/links/facts'
import type { EventHub } from '../events/event-hub'
import { openTraces } from './traces'
import type { KeptLinks, LinkRows, Store } from '../store/types'
import type { Workers } from '../workers'
import { openBatches } from './batches'

/** What is known of a file. */
export interface KnownFile {
  readonly path: ContentPath
  readonly hash: string
  /** Null for what has no links: media and all else. */
  readonly facts: LinkFacts | null
}

/** All files of the workspace with their links. A cache: it can be made anew at any time. */
interface LinkIndex {
  /**
   * Everything as it is now, after what this service has heard of is read.
   * @throws GalleyError cancelled, closed
   */
  now(signal?: AbortSignal): Promise<ReadonlyMap<ContentPath, KnownFile>>
  /** What was seen moving. */
  traces(): readonly Move[]
  /** Another one after each change of it. */
  stamp(): number
  close(): void
}

/** Links that the store keeps for all processes that serve the workspace. */
export interface LinksKept {
  links(paths: readonly ContentPath[], signal?: AbortSignal): Promise<readonly KeptLinks[]>
  /** As rows; null where some could not be read. */
  linkRows(signal?: AbortSignal): Promise<LinkRows | null>
}

interface LinkIndexParts {
  readonly store: Store
  /** Null where nobody keeps them: contents are read. */
  readonly kept: LinksKept | null
  readonly workers: Workers
  readonly events: EventHub
}

/**
 * Has the links of all documents when they are first asked for, and again those of what changes: what this service
 * hears of counts with the next question.
 */
export function openLinkIndex({ store, kept, workers, events }: LinkIndexParts): LinkIndex {
  const files = new Map<ContentPath, KnownFile>()
  const read = openBatches(store, workers)
  const traces = openTraces()
  let dirty = new Set<ContentPath>([ROOT])
  let stamp = 0
  let reading: Promise<void> = Promise.resolve()

  const stop = events.subscribe((event) => {
    if (event.type === 'workspace') dirty.add(ROOT)
    if (event.type !== 'file' && event.type !== 'folder') return
    dirty.add(contentPath(event.path))
    if (!('from' in event) || event.from === undefined) return
    const [from, to] = [contentPath(event.from), contentPath(event.path)]
    dirty.add(from)
    traces.note({ from, to })
  })

  /** What lies at or below a path is compared with what is known. */
  async function refresh(signal: AbortSignal | undefined): Promise<void> {
    const paths = [...dirty]
    dirty = new Set()
    if (paths.length === 0) return
    try {
      const asked = new Set(paths)
      const there = new Map<ContentPath, string>()
      for (const path of topmost(paths)) await collect(store, path, there)
      for (const known of files.keys())
        if (!there.has(known) && isWithinAny(known, asked)) files.delete(known)
      const wanted = [...there].filter(([path, hash]) => files.get(path)?.hash !== hash)
      for (const [path, hash] of wanted) if (!isRead(path)) files.set(path, { path, hash, facts: null })
      const unread = await notKept(new Map(wanted.filter(([path]) => isRead(path))), signal)
      for await (const known of read(unread, signal))
        if ('gone' in known) files.delete(known.gone)
        else files.set(known.path, known)
      stamp += 1
    } catch (error) {
      // what was not read is read with the next question
      for (const path of paths) dirty.add(path)
      throw error
    }
  }

  /** Takes what is kept of these documents. @returns those of which nothing is, as they are now */
  async function notKept(
    wanted: Map<ContentPath, string>,
    signal: AbortSignal | undefined
  ): Promise<ContentPath[]> {
    if (kept && wanted.size > 0)
      for (const { path, hash, facts } of await kept.links([...wanted.keys()], signal)) {
        if (facts === null || wanted.get(path) !== hash) continue
        files.set(path, { path, hash, facts })
        wanted.delete(path)
      }
    return [...wanted.keys()]
  }

  return {
    async now(signal) {
      // what another process did before counts
      await store.heard()
      const mine = reading.then(() => refresh(signal))
      reading = mine.catch(() => undefined)
      await mine
      return files
    },
    traces: traces.now,
    stamp: () => stamp,
    close: stop
  }
}

export const isRead = (path: ContentPath) => hasVersions(splitName(nameOf(path)).ext)

async function collect(store: Store, path: ContentPath, found: Map<ContentPath, string>): Promise<void> {
  const entry = path === ROOT ? { kind: 'folder' as const } : await store.stat(path)
  if (entry?.kind === 'file') {
    found.set(path, entry.hash)
    return
  }
  const waiting: ContentPath[] = entry ? [path] : []
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const one of (await store.list(folder)) ?? [])
      if (one.kind === 'file') found.set(one.path, one.hash)
      else if (isCounted(one.path)) waiting.push(one.path)
}

/** What clients deleted, and the organizations that are Galley's own, link to nothing. */
export const isCounted = (folder: ContentPath): boolean =>
  nameOf(folder) !== '.trash' && !(segmentsOf(folder).length === 1 && isHidden(nameOf(folder)))

/** Whether a file is one of those that link and are linked to. */
export function isCountedFile(path: ContentPath): boolean {
  for (let folder = parentOf(path); folder !== ROOT; folder = parentOf(folder))
    if (!isCounted(folder)) return false
  return true
}

/** Whether it lies in a dot folder of its site: it is told in no list (N4, F8). */
export const isOwnThing = (path: ContentPath): boolean =>
  path
    .slice(siteOf(path).length)
    .split('/')
    .some((name) => isHidden(name))
