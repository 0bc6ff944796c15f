import { useSyncExternalStore } from 'react'
import type { ContentPath } from '../../../common/content/paths'

/** A state of a file that can be looked at or compared: what is there now, what is typed here, or a version. */
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

export type Tab =
  | { readonly id: string; readonly kind: 'document'; readonly path: ContentPath }
  | { readonly id: string; readonly kind: 'compare'; readonly path: ContentPath; readonly before: StateRef; readonly after: StateRef }

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
}

export const initialWorkbench: WorkbenchState = {
  tabs: [],
  activeTab: null,
  inspector: 'history',
  inspectorOpen: true,
  sidebarOpen: true,
  sidebarWidth: 256,
  inspectorWidth: 312
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
  openTab({ id: `compare:${path}:${refKey(before)}:${refKey(after)}`, kind: 'compare', path, before, after })
}

export function closeTab(id: string): void {
  updateWorkbench((current) => {
    const index = current.tabs.findIndex((tab) => tab.id === id)
    if (index < 0) return current
    const tabs = current.tabs.filter((tab) => tab.id !== id)
    const activeTab = current.activeTab === id ? (tabs[Math.min(index, tabs.length - 1)]?.id ?? null) : current.activeTab
    return { ...current, tabs, activeTab }
  })
}

export function activeTab(current: WorkbenchState): Tab | null {
  return current.tabs.find((tab) => tab.id === current.activeTab) ?? null
}

function openTab(tab: Tab): void {
  updateWorkbench((current) => ({
    ...current,
    tabs: current.tabs.some((open) => open.id === tab.id) ? current.tabs : [...current.tabs, tab],
    activeTab: tab.id
  }))
}

function refKey(ref: StateRef): string {
  return ref.kind === 'version' ? ref.url : ref.kind
}
