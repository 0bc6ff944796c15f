import { useEffect, useLayoutEffect } from 'react'
import { contentPath } from '../../../common/content/paths'
import { panels, toolNamed } from '../workbench/contributions'
import {
  initialWorkbench,
  subscribeWorkbench,
  updateWorkbench,
  workbench,
  type ClosedTab,
  type Tab,
  type WorkbenchState
} from '../workbench/workbench'
import { keep, keptText } from '../state/keep'

/** Brings back tabs and panels of this workspace, and keeps them as they change. */
export function useKeptWorkbench(workspaceId: string): void {
  useLayoutEffect(() => {
    const kept = keptText(keyOf(workspaceId))
    if (kept !== null) updateWorkbench(() => restoreWorkbench(kept))
  }, [workspaceId])
  useEffect(() => {
    const save = () => keep(keyOf(workspaceId), JSON.stringify(workbench()))
    save()
    return subscribeWorkbench(save)
  }, [workspaceId])
}

/** What was kept; whatever of it is not understood is left out. */
export function restoreWorkbench(text: string | null): WorkbenchState {
  const kept = parse(text)
  const tabs = Array.isArray(kept['tabs']) ? kept['tabs'].flatMap(tabFrom) : []
  const active = tabs.find((tab) => tab.id === kept['activeTab'])?.id ?? tabs.at(0)?.id ?? null
  const inspector = panels().find(({ id }) => id === kept['inspector'])?.id
  return {
    tabs,
    activeTab: active,
    closed: Array.isArray(kept['closed']) ? kept['closed'].flatMap(closedFrom) : [],
    inspector: inspector ?? initialWorkbench.inspector,
    inspectorOpen: flag(kept['inspectorOpen'], initialWorkbench.inspectorOpen),
    sidebarOpen: flag(kept['sidebarOpen'], initialWorkbench.sidebarOpen),
    drawer: null,
    sidebarWidth: pixels(kept['sidebarWidth'], 180, 520, initialWorkbench.sidebarWidth),
    inspectorWidth: pixels(kept['inspectorWidth'], 240, 720, initialWorkbench.inspectorWidth),
    site: pathFrom(kept['site']),
    view: 'tabs'
  }
}

const keyOf = (workspaceId: string) => `galley.workbench.${workspaceId}`

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Comparisons are not brought back: their versions may be gone, and they are two clicks away. */
function tabFrom(value: unknown): Tab[] {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return []
  const path = 'path' in value ? pathFrom(value.path) : null
  if (!path) return []
  if (value.kind === 'document') {
    const forNow = 'preview' in value && value.preview === true ? ({ preview: true } as const) : {}
    return [{ id: `document:${path}`, kind: 'document', path, ...forNow }]
  }
  const tool = value.kind === 'tool' && 'tool' in value ? value.tool : null
  if (typeof tool !== 'string' || !toolNamed(tool)) return []
  return [{ id: `${tool}:${path}`, kind: 'tool', tool, path }]
}

function closedFrom(value: unknown): ClosedTab[] {
  if (typeof value !== 'object' || value === null || !('tab' in value) || !('at' in value)) return []
  const at = typeof value.at === 'number' && Number.isInteger(value.at) && value.at >= 0 ? value.at : 0
  return tabFrom(value.tab).map((tab) => ({ tab, at }))
}

function pathFrom(value: unknown) {
  if (typeof value !== 'string') return null
  try {
    return contentPath(value)
  } catch {
    return null
  }
}

const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)

function pixels(value: unknown, min: number, max: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : otherwise
}
