import { createStore, useSelected } from '../state/store'
import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'

/**
 * A state of a file that can be looked at or compared: what is there now, what is typed here, a version, what
 * is published …
 */
export type StateRef =
  | { readonly kind: 'current'; readonly path: ContentPath }
  | {
      readonly kind: 'version'
      readonly path: ContentPath
      /** As the version list gives it. */
      readonly url: string
      readonly timestamp: number
      readonly label?: string
    }
  | { readonly kind: 'draft'; readonly path: ContentPath }
  /** What was published, whatever became of the source since. */
  | { readonly kind: 'published'; readonly path: ContentPath; readonly environment: 'preview' | 'live' }
  /** What the server of the file's pair has now, or a version that it keeps. */
  | {
      readonly kind: 'remote'
      readonly path: ContentPath
      readonly pair: string
      /** What the server is called. */
      readonly server: string
      /** As its version list gives it; null for what it has now. */
      readonly url: string | null
      readonly timestamp?: number
      readonly label?: string
    }
  /** The config of exactly this path, as it is saved. */
  | { readonly kind: 'config'; readonly path: ContentPath }
  /** The config of exactly this path, as it is being changed. */
  | { readonly kind: 'config-draft'; readonly path: ContentPath }
  /** A file from this machine's disk, as it was when it was chosen. */
  | { readonly kind: 'disk'; readonly path: ContentPath; readonly id: string; readonly name: string }

export type Tab =
  | {
      readonly id: string
      /**
       * Stays when the file moves, so that what is shown, and the caret in it, stay too; without it, the id.
       */
      readonly view?: string
      readonly kind: 'document'
      readonly path: ContentPath
      /** It is there for now: the next document that is looked at takes its place. */
      readonly preview?: true
    }
  | {
      readonly id: string
      readonly view?: string
      readonly kind: 'compare'
      readonly path: ContentPath
      readonly before: StateRef
      readonly after: StateRef
    }
  | {
      readonly id: string
      readonly view?: string
      readonly kind: 'tool'
      /** As the feature that brings it names it. */
      readonly tool: string
      /** What it was opened for. */
      readonly path: ContentPath
    }

/** A tab that was closed, and how many tabs were before it. */
export interface ClosedTab {
  readonly tab: Tab
  readonly at: number
}

/** What the main window shows. Kept between starts (per workspace) by the shell. */
export interface WorkbenchState {
  readonly tabs: readonly Tab[]
  readonly activeTab: string | null
  /** What was closed lately, the last one at the end. */
  readonly closed: readonly ClosedTab[]
  /** The panel of the inspector that is shown. */
  readonly inspector: string
  readonly inspectorOpen: boolean
  readonly sidebarOpen: boolean
  /** The panel that lies over the editor of a window too narrow for both. Not kept between starts. */
  readonly drawer: 'sidebar' | 'inspector' | null
  /** Pixels. */
  readonly sidebarWidth: number
  readonly inspectorWidth: number
  /** The site whose content the sidebar shows. */
  readonly site: ContentPath | null
  /** What fills the middle: the open tabs, or the trash of the site. */
  readonly view: 'tabs' | 'trash'
}

export const initialWorkbench: WorkbenchState = {
  tabs: [],
  activeTab: null,
  closed: [],
  inspector: 'history',
  inspectorOpen: true,
  sidebarOpen: true,
  drawer: null,
  sidebarWidth: 256,
  inspectorWidth: 312,
  site: null,
  view: 'tabs'
}

/** So many closed tabs can be opened again. */
const MOST_CLOSED = 20

const store = createStore(initialWorkbench)

export const workbench = store.now

export function updateWorkbench(change: (state: WorkbenchState) => WorkbenchState): void {
  store.set(change(store.now()))
}

export const subscribeWorkbench = store.subscribe

export function useWorkbench<T>(select: (state: WorkbenchState) => T): T {
  return useSelected(store, select)
}

/** Opens the document to stay, or shows its tab when it is open already. */
export function openDocument(path: ContentPath): void {
  openTab({ id: `document:${path}`, kind: 'document', path })
  keepTab(`document:${path}`)
}

/**
 * Shows the document for now: in the place of the one that was looked at before.
 * @param isInUse whether a tab that is there for now holds something that must not go with it: then it is
 * kept
 */
export function lookAtDocument(path: ContentPath, isInUse: (tab: Tab) => boolean = () => false): void {
  const id = `document:${path}`
  if (store.now().tabs.some((open) => open.id === id)) return showTab(id)
  for (const tab of store.now().tabs) if (isForNow(tab) && isInUse(tab)) keepTab(tab.id)
  updateWorkbench((current) => {
    const tab = ownView({ id, kind: 'document', path, preview: true }, current.tabs)
    const at = current.tabs.findIndex(isForNow)
    const tabs =
      at < 0 ? [...current.tabs, tab] : current.tabs.map((open, index) => (index === at ? tab : open))
    return { ...current, tabs, activeTab: id, view: 'tabs' }
  })
}

/** A tab that was there for now stays. */
export function keepTab(id: string): void {
  updateWorkbench((current) => {
    if (!current.tabs.some((tab) => tab.id === id && isForNow(tab))) return current
    return { ...current, tabs: current.tabs.map((tab) => (tab.id === id ? kept(tab) : tab)) }
  })
}

/** True for a tab whose place the next document that is looked at takes. */
export const isForNow = (tab: Tab): boolean => tab.kind === 'document' && tab.preview === true

export function openCompare(path: ContentPath, before: StateRef, after: StateRef): void {
  openTab({
    id: `compare:${path}:${refKey(before, path)}:${refKey(after, path)}`,
    kind: 'compare',
    path,
    before,
    after
  })
}

/** Opens a tool for an organization, site, folder or file, or shows its tab. */
export function openTool(tool: string, path: ContentPath): void {
  openTab({ id: `${tool}:${path}`, kind: 'tool', tool, path })
}

export function closeTab(id: string): void {
  closeTabs((tab) => tab.id === id)
}

/** Closes every tab but this one; all of them without one. */
export function closeOtherTabs(id: string | null): void {
  closeTabs((tab) => tab.id !== id)
}

/** Closes the tabs on the right of this one. */
export function closeTabsAfter(id: string): void {
  const at = store.now().tabs.findIndex((tab) => tab.id === id)
  if (at >= 0) closeTabs((_tab, index) => index > at)
}

function closeTabs(isClosed: (tab: Tab, index: number) => boolean): void {
  updateWorkbench((current) => {
    const gone = current.tabs.flatMap((tab, at) => (isClosed(tab, at) ? [{ tab, at }] : []))
    if (gone.length === 0) return current
    const tabs = current.tabs.filter((tab) => !gone.some((closed) => closed.tab === tab))
    const place = current.tabs.findIndex((tab) => tab.id === current.activeTab)
    const isShown = tabs.some((tab) => tab.id === current.activeTab)
    const before = current.tabs.slice(0, place).filter((tab) => tabs.includes(tab)).length
    const next = tabs[Math.min(before, tabs.length - 1)]?.id ?? null
    const closed = [...current.closed, ...gone].slice(-MOST_CLOSED)
    return { ...current, tabs, closed, activeTab: isShown ? current.activeTab : next }
  })
}

/** Opens what was closed last, where it was; what is open again meanwhile is passed over. */
export function reopenTab(): void {
  const isOpen = ({ tab }: ClosedTab) => store.now().tabs.some((open) => open.id === tab.id)
  const left = store.now().closed.filter((closed) => !isOpen(closed))
  const last = left.pop()
  if (!last) return
  updateWorkbench((current) => {
    const tab = ownView(kept(last.tab), current.tabs)
    const tabs = [...current.tabs.slice(0, last.at), tab, ...current.tabs.slice(last.at)]
    return { ...current, tabs, closed: left, activeTab: tab.id, view: 'tabs' }
  })
}

/** Shows an open tab. */
export function showTab(id: string): void {
  updateWorkbench((current) =>
    current.tabs.some((tab) => tab.id === id) ? { ...current, activeTab: id, view: 'tabs' } : current
  )
}

/** The next (1) or previous (-1) tab, round the end. */
export function stepTab(by: 1 | -1): void {
  const { tabs, activeTab: active } = store.now()
  const index = tabs.findIndex((tab) => tab.id === active)
  const next = tabs[(index + by + tabs.length) % tabs.length]
  if (next) showTab(next.id)
}

/** Puts a tab before another one; at the end when `before` is null. */
export function reorderTab(id: string, before: string | null): void {
  updateWorkbench((current) => {
    const moved = current.tabs.find((tab) => tab.id === id)
    if (!moved || id === before) return current
    const rest = current.tabs.filter((tab) => tab.id !== id)
    const found = before === null ? -1 : rest.findIndex((tab) => tab.id === before)
    const at = found < 0 ? rest.length : found
    return { ...current, tabs: [...rest.slice(0, at), kept(moved), ...rest.slice(at)] }
  })
}

/** Tabs, and the shown site, follow a file or folder that moved, keeping their place. */
export function followMove(from: ContentPath, to: ContentPath): void {
  updateWorkbench((current) => {
    const site = current.site && movedPath(current.site, from, to)
    const known = [...current.tabs, ...current.closed.map(({ tab }) => tab)]
    if (site === current.site && !known.some((tab) => isWithin(tab.path, from))) return current
    let active = current.activeTab
    const seen = new Set<string>()
    const tabs: Tab[] = []
    for (const tab of current.tabs) {
      const next = isWithin(tab.path, from) ? movedTab(tab, from, to) : tab
      if (tab.id === current.activeTab) active = next.id
      if (seen.has(next.id)) continue
      seen.add(next.id)
      tabs.push(next)
    }
    const closed = current.closed.map(({ tab, at }) => ({
      tab: isWithin(tab.path, from) ? movedTab(tab, from, to) : tab,
      at
    }))
    return { ...current, tabs, closed, activeTab: active, site }
  })
}

/** Names what is shown of a tab, for as long as the tab is open. */
export const viewOf = (tab: Tab): string => tab.view ?? tab.id

/** Names the file beside a tab: its document and its comparisons share one inspector. */
export function inspectorOf(tab: Tab, tabs: readonly Tab[]): string {
  const document = tabs.find((open) => open.kind === 'document' && open.path === tab.path)
  return document ? viewOf(document) : `document:${tab.path}`
}

export function activeTab(current: WorkbenchState): Tab | null {
  return current.tabs.find((tab) => tab.id === current.activeTab) ?? null
}

function movedTab(tab: Tab, from: ContentPath, to: ContentPath): Tab {
  const path = movedPath(tab.path, from, to)
  const view = viewOf(tab)
  if (tab.kind === 'document') return { ...tab, id: `document:${path}`, view, path }
  // a config is of an address, not of what lies there (C1)
  if (tab.kind === 'tool' && tab.tool === 'config') return tab
  if (tab.kind === 'tool') return { ...tab, id: `${tab.tool}:${path}`, view, path }
  const before = { ...tab.before, path: movedPath(tab.before.path, from, to) }
  const after = { ...tab.after, path: movedPath(tab.after.path, from, to) }
  const id = `compare:${path}:${refKey(before, path)}:${refKey(after, path)}`
  return { ...tab, id, view, path, before, after }
}

function movedPath(path: ContentPath, from: ContentPath, to: ContentPath): ContentPath {
  return isWithin(path, from) ? contentPath(to + path.slice(from.length)) : path
}

function openTab(tab: Tab): void {
  updateWorkbench((current) => ({
    ...current,
    tabs: current.tabs.some((open) => open.id === tab.id)
      ? current.tabs
      : [...current.tabs, ownView(tab, current.tabs)],
    activeTab: tab.id,
    // from the tree one looks at one document after the other; else what was opened is what is wanted now
    drawer: tab.kind === 'document' && current.drawer === 'sidebar' ? current.drawer : null,
    view: 'tabs'
  }))
}

/** The same tab, there to stay. */
function kept(tab: Tab): Tab {
  if (tab.kind !== 'document') return tab
  const { preview: _forNow, ...stays } = tab
  return stays
}

/** A tab that moved away may still have the view that goes with this id. */
function ownView(tab: Tab, tabs: readonly Tab[]): Tab {
  const taken = tabs.some((open) => viewOf(open) === tab.id)
  return taken ? { ...tab, view: `${tab.id}#${crypto.randomUUID()}` } : tab
}

function refKey(ref: StateRef, tab: ContentPath): string {
  const of = ref.path === tab ? '' : `:${ref.path}`
  if (ref.kind === 'version') return ref.url
  if (ref.kind === 'published') return `${ref.environment}${of}`
  if (ref.kind === 'remote') return `remote:${ref.pair}:${ref.url ?? 'now'}${of}`
  return ref.kind === 'disk' ? `disk:${ref.id}` : ref.kind + of
}

export const sameState = (a: StateRef, b: StateRef): boolean => stateKey(a) === stateKey(b)

/** Different for every two states. */
export function stateKey(ref: StateRef): string {
  if (ref.kind === 'version') return ref.url
  if (ref.kind === 'disk') return `disk:${ref.id}`
  if (ref.kind === 'remote') return `remote:${ref.pair}:${ref.url ?? `now:${ref.path}`}`
  return ref.kind === 'published' ? `${ref.environment}:${ref.path}` : `${ref.kind}:${ref.path}`
}
