import type { ContentPath } from '../../../common/content/paths'
import { useRead } from '../state/signal'
import { createStore, useStore } from '../state/store'
import { editorsOf } from './contributions'
import {
  activeTab,
  initialWorkbench,
  updateWorkbench,
  useWorkbench,
  workbench,
  type WorkbenchState
} from './workbench'

export type Panel = 'sidebar' | 'inspector'
/** Beside the editor; over it, as a drawer, where the window has no room for both; or not shown. */
export type Place = 'beside' | 'over' | 'hidden'
type Places = Readonly<Record<Panel, Place>>

/** The narrowest editor that a panel may stand beside. Pixels. */
const EDITOR_MIN = 388

/**
 * Where the panels stand in a window of this width. What was made wider than usual gives room before it goes
 * over the editor.
 */
export function arrange(width: number, state: WorkbenchState): Places {
  const usual = (panel: 'sidebarWidth' | 'inspectorWidth') => Math.min(state[panel], initialWorkbench[panel])
  const roomForSidebar = width - usual('sidebarWidth') >= EDITOR_MIN
  const sidebar = placeOf(state, 'sidebar', roomForSidebar)
  const taken = sidebar === 'beside' ? usual('sidebarWidth') : 0
  const roomForInspector = width - taken - usual('inspectorWidth') >= EDITOR_MIN
  const inspector = isInspected(state) ? placeOf(state, 'inspector', roomForInspector) : 'hidden'
  return { sidebar, inspector }
}

function placeOf(state: WorkbenchState, panel: Panel, hasRoom: boolean): Place {
  if (!hasRoom) return state.drawer === panel ? 'over' : 'hidden'
  return state[`${panel}Open`] ? 'beside' : 'hidden'
}

/** A tool, the trash and some editors have no history of their own. */
export function isInspected(state: WorkbenchState): boolean {
  const tab = activeTab(state)
  return state.view === 'tabs' && (!tab || (tab.kind !== 'tool' && !isWithoutHistory(tab.path)))
}

const isWithoutHistory = (path: ContentPath) => editorsOf(path)[0]?.isWithoutHistory === true

/** Where the panels stand now. */
export const places = (): Places => arrange(window.innerWidth, workbench())

/** @returns a function that ends it */
export function subscribeWidth(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

const widthNow = () => window.innerWidth

export function usePlaces(): Places {
  const width = useRead({ subscribe: subscribeWidth }, widthNow)
  const sidebar = useWorkbench((state) => arrange(width, state).sidebar)
  const inspector = useWorkbench((state) => arrange(width, state).inspector)
  return { sidebar, inspector }
}

/** What the sidebar shows: the content of the site, or what was searched. */
type Side = 'content' | 'search'
const side = createStore<Side>('content')

export const useSide = (): Side => useStore(side)
export const sideNow = (): Side => side.now()
export const turnSide = (to: Side): void => side.set(to)

/** Shows what was searched in the place of the content, beside the editor or over it. */
export function showSearchSide(): void {
  side.set('search')
  show('sidebar')
}

/** Shows a panel, beside the editor or over it. It is there too when the window gets wider. */
export function showPanelOf(panel: Panel, inspector?: string): void {
  if (panel === 'sidebar') side.set('content')
  show(panel, inspector)
}

function show(panel: Panel, inspector?: string): void {
  updateWorkbench((state) => {
    const open = { ...state, [`${panel}Open`]: true, ...(inspector && { inspector }) }
    return arrange(window.innerWidth, open)[panel] === 'hidden' ? { ...open, drawer: panel } : open
  })
}

export function togglePanel(panel: Panel): void {
  const place = places()[panel]
  if (place === 'over') closeDrawer()
  else if (place === 'hidden') show(panel)
  else updateWorkbench((state) => ({ ...state, [`${panel}Open`]: false }))
}

/** What lies over the editor goes; what stands beside it stays. */
export function closeDrawer(): void {
  updateWorkbench((state) => (state.drawer === null ? state : { ...state, drawer: null }))
}
