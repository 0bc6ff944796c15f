import type { ServiceEvent } from '../../../../common/api/events'
import { contentPath, parentOf, type ContentPath } from '../../../../common/content/paths'
import type { PublishedItem } from '../../../../common/publishing/listing'
import { inTurns } from '../../../../common/steps'
import { api, reasonOf, sentenceOf } from '../../api'
import { createStore, useSelected } from '../../state/store'
import { useRead } from '../../state/signal'
import { afterEvents } from './after-events'
import { entriesOf } from './entries'
import { goneAt, withPublished } from './gone'
import { keepFolders, keptFolders } from './kept-folders'
import { publishedFolders, type PublishedFolders } from './published-folders'
import { rowsOf, type Row } from './rows'
import { emptyTree, entriesIn, entryOf, withExpanded, withFolder, type TreeState } from './tree-state'

const store = createStore(emptyTree)
let drawn: { of: TreeState; rows: readonly Row[] } = { of: emptyTree, rows: [] }
let waiting: ServiceEvent[] = []
let waitingPublished: PublishedFolders | null = null
let isDue = false
const loads = new Map<ContentPath, Promise<void>>()

/** What happened in the folders that are being read. */
const missed = new Map<ContentPath, ServiceEvent[]>()

export const tree = store.now

export function updateTree(change: (state: TreeState) => TreeState): void {
  const { root, expanded } = tree()
  const next = change(tree())
  if (next.root && next.root === root && next.expanded !== expanded) keepFolders(next.root, next.expanded)
  store.set(next)
}

export const subscribeTree = store.subscribe

export function useTree<T>(select: (state: TreeState) => T): T {
  return useSelected(store, select)
}

/** The lines of the tree as it is now; made anew only when they can differ, not when the focus moves. */
export function treeRows(): readonly Row[] {
  const state = tree()
  if (!sameLines(drawn.of, state)) drawn = { of: state, rows: rowsOf(state) }
  return drawn.rows
}

function sameLines(a: TreeState, b: TreeState): boolean {
  return (
    a.root === b.root &&
    a.folders === b.folders &&
    a.published === b.published &&
    a.expanded === b.expanded &&
    a.filter === b.filter &&
    a.naming === b.naming
  )
}

export function useTreeRows(): readonly Row[] {
  return useRead(store, treeRows)
}

/** Shows another site, with the folders open that were open in it the last time. */
export function showSite(root: ContentPath | null): void {
  if (tree().root === root) return
  loads.clear()
  missed.clear()
  waitingPublished = null
  const expanded = root ? keptFolders(root) : emptyTree.expanded
  updateTree(() => ({ ...emptyTree, root, expanded }))
  if (!root) return
  void loadFolder(root)
  for (const folder of expanded) void loadFolder(folder)
}

/** Reads a folder's list unless it is known or under way, or the folder is gone. */
export function loadFolder(folder: ContentPath): Promise<void> {
  const known = tree().folders.get(folder)
  if (known?.status === 'ready' || goneAt(tree(), folder)) return Promise.resolve()
  return loads.get(folder) ?? readFolder(folder)
}

/** Reads everything that is shown anew: events may have been missed. */
function reloadTree(): void {
  const open = [...tree().folders.keys()]
  updateTree((current) => {
    const shown = (folder: ContentPath) => folder === current.root || current.expanded.has(folder)
    return { ...current, folders: new Map([...current.folders].filter(([folder]) => shown(folder))) }
  })
  for (const folder of open) if (tree().folders.has(folder)) void readFolder(folder)
}

export function setExpanded(folder: ContentPath, open: boolean): void {
  updateTree((current) => withExpanded(current, folder, open))
  if (open) void loadFolder(folder)
}

/** Opens the folders on the way and chooses the entry, unless another one was chosen while they were read. */
export async function reveal(path: ContentPath): Promise<void> {
  const { root, anchor } = tree()
  if (!root || !path.startsWith(`${root}/`)) return
  const way: ContentPath[] = []
  for (let folder = parentOf(path); folder !== root; folder = parentOf(folder)) way.unshift(folder)
  await loadFolder(root)
  for (const folder of way) {
    updateTree((current) => withExpanded(current, folder, true))
    await loadFolder(folder)
  }
  const { root: shown, anchor: chosen } = tree()
  if (shown !== root || (chosen !== anchor && chosen !== null && chosen !== path)) return
  updateTree((current) => ({ ...current, focused: path, anchor: path, selected: new Set([path]) }))
}

/** Changes made anywhere, gathered and drawn once a frame: a thousand new files are one step. */
export function takeEvent(event: ServiceEvent): void {
  if (event.type === 'hello') {
    if (tree().root) reloadTree()
    return
  }
  waiting.push(event)
  drawSoon()
}

/**
 * What is published of the shown site now; drawn together with the changes of its content, so that nothing
 * flickers.
 */
export function takePublished(site: ContentPath, items: ReadonlyMap<ContentPath, PublishedItem>): void {
  if (tree().root !== site) return
  waitingPublished = publishedFolders(site, items)
  drawSoon()
}

function drawSoon(): void {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => {
    isDue = false
    const events = waiting
    const published = waitingPublished
    waiting = []
    waitingPublished = null
    keepForLoading(events)
    updateTree((current) => {
      const next = afterEvents(current, events)
      return published ? withPublished(next, published) : next
    })
    readWhatIsOpen()
  })
}

/** A folder that was gone, and is open, may be here again: nobody has read it yet. */
function readWhatIsOpen(): void {
  const state = tree()
  for (const folder of state.expanded)
    if (!state.folders.has(folder) && entryOf(state, folder)) void loadFolder(folder)
}

/**
 * Reads the whole site, four folders at a time, so that every name is known. Resolves when done or the site
 * changed.
 */
export async function walkSite(): Promise<void> {
  const { root, walking } = tree()
  if (!root) return
  if (!walking) walked = walk(root)
  await walked
}

/** What is being read, or was read last. */
let walked: Promise<void> = Promise.resolve()

async function walk(root: ContentPath): Promise<void> {
  updateTree((current) => ({ ...current, walking: true }))
  const level: ContentPath[] = [root]
  while (level.length > 0 && tree().root === root) {
    const batch = level.splice(0, 4)
    await Promise.all(batch.map(loadFolder))
    for (const folder of batch) {
      for (const entry of entriesIn(tree(), folder)) if (entry.kind === 'folder') level.push(entry.path)
    }
  }
  updateTree((current) => (current.root === root ? { ...current, walking: false } : current))
}

/** A list that is under way may be from before these changes: they are made again on what it brings. */
function keepForLoading(events: readonly ServiceEvent[]): void {
  if (missed.size === 0) return
  for (const event of events) {
    if (event.type !== 'file' && event.type !== 'folder') continue
    const folders = new Set([parentOf(contentPath(event.path))])
    if (event.change === 'moved' && event.from !== undefined) folders.add(parentOf(contentPath(event.from)))
    for (const folder of folders) missed.get(folder)?.push(event)
  }
}

function readFolder(folder: ContentPath): Promise<void> {
  const { root, folders } = tree()
  if (!folders.has(folder) || folders.get(folder)?.status === 'failed') {
    updateTree((current) => withFolder(current, folder, { status: 'loading' }))
  }
  const since: ServiceEvent[] = []
  missed.set(folder, since)
  const reading = api
    .list(folder)
    .then(
      async (items) => {
        if (tree().root !== root) return
        const entries = await inTurns(entriesOf(items), windowTurns())
        if (tree().root !== root) return
        updateTree((current) => afterEvents(withFolder(current, folder, { status: 'ready', entries }), since))
      },
      (error: unknown) => {
        if (tree().root !== root) return
        const gone = reasonOf(error) === 'not-found' && folder !== root
        updateTree((current) =>
          gone
            ? afterEvents(current, [deletion(folder)])
            : withFolder(current, folder, {
                status: 'failed',
                message: sentenceOf(error),
                reason: reasonOf(error)
              })
        )
      }
    )
    .finally(() => {
      if (loads.get(folder) === reading) loads.delete(folder)
      if (missed.get(folder) === since) missed.delete(folder)
    })
  loads.set(folder, reading)
  return reading
}

function deletion(path: ContentPath): ServiceEvent {
  return { seq: 0, type: 'folder', change: 'deleted', path, by: { email: '' } }
}

/** So long the window may stand still at once. Milliseconds. */
const SLICE_MS = 30

/**
 * To be asked again and again in long work: waits, when it is time, until the window has drawn and answered
 * what came meanwhile.
 */
function windowTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}
