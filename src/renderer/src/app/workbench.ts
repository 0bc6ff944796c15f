import { useSyncExternalStore } from 'react'
import { contentPath, isWithin, type ContentPath } from '../../../common/content/paths'
import type { ToolName } from './tool-names'

/** A state of a file that can be looked at or compared: what is there now, what is typed here, a version, what is published … */
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
      /** Stays when the file moves, so that what is shown, and the caret in it, stay too; without it, the id. */
      readonly view?: string
      readonly kind: 'document'
      readonly path: ContentPath
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
      readonly tool: ToolName
      /** What it was opened for. */
      readonly path: ContentPath
    }

export type InspectorPanel = 'history' | 'preview' | 'problems'

/** What the main window shows. Kept between starts (per workspace) by the shell. */
export interface WorkbenchState {
  readonly tabs: readonly Tab[]
  readonly activeTab: string | null
  readonly inspector: InspectorPanel
  readonly inspectorOpen: boolean
  readonly sidebarOpen: boolean
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
  inspector: 'history',
  inspectorOpen: true,
  sidebarOpen: true,
  sidebarWidth: 256,
  inspectorWidth: 312,
  site: null,
  view: 'tabs'
}

let state = initialWorkbench
const listeners = new Set<() => void>()

export function workbench(): WorkbenchState {
  return state
}

export function updateWorkbench(change: (state: WorkbenchState) => WorkbenchState): void {
  const next = change(state)
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export function subscribeWorkbench(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useWorkbench<T>(select: (state: WorkbenchState) => T): T {
  return useSyncExternalStore(subscribeWorkbench, () => select(state))
}

/** Opens the document, or shows its tab when it is open already. */
export function openDocument(path: ContentPath): void {
  openTab({ id: `document:${path}`, kind: 'document', path })
}

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
export function openTool(tool: ToolName, path: ContentPath): void {
  openTab({ id: `${tool}:${path}`, kind: 'tool', tool, path })
}

export function closeTab(id: string): void {
  updateWorkbench((current) => {
    const index = current.tabs.findIndex((tab) => tab.id === id)
    if (index < 0) return current
    const tabs = current.tabs.filter((tab) => tab.id !== id)
    const activeTab =
      current.activeTab === id ? (tabs[Math.min(index, tabs.length - 1)]?.id ?? null) : current.activeTab
    return { ...current, tabs, activeTab }
  })
}

/** Closes every tab but this one; all of them without one. */
export function closeOtherTabs(id: string | null): void {
  updateWorkbench((current) => ({
    ...current,
    tabs: current.tabs.filter((tab) => tab.id === id),
    activeTab: current.tabs.some((tab) => tab.id === id) ? id : null
  }))
}

/** Shows an open tab. */
export function showTab(id: string): void {
  updateWorkbench((current) =>
    current.tabs.some((tab) => tab.id === id) ? { ...current, activeTab: id, view: 'tabs' } : current
  )
}

/** The next (1) or previous (-1) tab, round the end. */
export function stepTab(by: 1 | -1): void {
  const { tabs, activeTab: active } = state
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
    return { ...current, tabs: [...rest.slice(0, at), moved, ...rest.slice(at)] }
  })
}

/** Tabs, and the shown site, follow a file or folder that moved, keeping their place. */
export function followMove(from: ContentPath, to: ContentPath): void {
  updateWorkbench((current) => {
    const site = current.site && movedPath(current.site, from, to)
    if (site === current.site && !current.tabs.some((tab) => isWithin(tab.path, from))) return current
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
    return { ...current, tabs, activeTab: active, site }
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
    view: 'tabs'
  }))
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
