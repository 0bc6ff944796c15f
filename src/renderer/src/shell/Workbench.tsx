import { memo, type CSSProperties } from 'react'
import type { WorkspaceInfo } from '../../../common/api/types'
import type { Person } from '../../../common/person'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { Splitter } from '../components/Splitter'
import { useDraftRecovery } from '../documents'
import { useKeepWritten } from '../documents/for-now'
import { EditorMenu } from '../engines/monaco/EditorMenu'
import { KeptPanes } from './KeptPanes'
import { Placed } from './Placed'
import { StatusBar } from './status-bar/StatusBar'
import { useTabCommands } from './tabs/tab-commands'
import { tabElementId } from './tabs/TabItem'
import { TabStrip } from './tabs/TabStrip'
import { useWindowTitle } from './tabs/window-title'
import { SessionOver } from './SessionOver'
import { useAddress } from '../workbench/address'
import { Inspector } from './Inspector'
import { useLiveTabs } from '../workbench/live-tabs'
import { MainEmpty } from './MainEmpty'
import { useNativeMenu } from './native-menu'
import { closeDrawer, isInspected, usePlaces } from '../workbench/panels'
import { useKeptWorkbench } from './persist'
import { useDocumentPreload, useEditorPreload } from './preload'
import { useBehind } from './behind'
import { useSettled } from './settled'
import { useShellCommands } from './shell-commands'
import { useCommandShortcuts } from '../workbench/commands/shortcuts'
import { SidePanel } from './SidePanel'
import { TopBar } from './TopBar'
import {
  activeTab,
  inspectorOf,
  initialWorkbench,
  updateWorkbench,
  useWorkbench
} from '../workbench/workbench'
import classes from './Workbench.module.css'

interface WorkbenchProps {
  readonly workspace: WorkspaceInfo
  readonly owner: Person
}

/** Parts that look after themselves: another tab, or another width of a panel, makes none of them anew. */
const Top = memo(TopBar)
const Tabs = memo(TabStrip)
const Foot = memo(StatusBar)
const Inspected = memo(Inspector)

const nothing = {}

/** The window's frame: top bar, content tree, tabs and editor, inspector, status bar. */
export function Workbench({ workspace, owner }: WorkbenchProps) {
  useKeptWorkbench(workspace.id)
  useAddress()
  useEditorPreload()
  useDocumentPreload()
  useDraftRecovery()
  useShellCommands(workspace)
  useTabCommands()
  useKeepWritten()
  useWindowTitle(workspace)
  useCommandShortcuts()
  useNativeMenu()
  useSettled()
  useLiveTabs()
  const state = useWorkbench((current) => current)
  const tab = activeTab(state)
  const inspected = useBehind(tab)
  const place = usePlaces()
  const panelRole =
    tab && state.view === 'tabs' ? { role: 'tabpanel', 'aria-labelledby': tabElementId(tab) } : {}
  const widths = {
    '--sidebar': place.sidebar === 'beside' ? `${state.sidebarWidth}px` : '0px',
    '--inspector': place.inspector === 'beside' ? `${state.inspectorWidth}px` : '0px'
  } as CSSProperties

  return (
    <div className={classes.frame} style={widths}>
      <Top workspace={workspace} owner={owner} />
      <div className={classes.notices}>
        <SessionOver />
        <Placed at="notice" with={nothing} />
      </div>
      <Placed at="banner" with={nothing} />
      {/* What stands in the sidebar may bring commands: it is there without being shown. */}
      <SidePanel panel="sidebar" place={place.sidebar} label="Content" width={state.sidebarWidth} keep>
        <Placed at="sidebar" with={nothing} />
        {place.sidebar === 'beside' && (
          <Splitter
            label="Width of the sidebar"
            panel="before"
            value={state.sidebarWidth}
            min={180}
            max={520}
            initial={initialWorkbench.sidebarWidth}
            onChange={(sidebarWidth) => updateWorkbench((current) => ({ ...current, sidebarWidth }))}
          />
        )}
      </SidePanel>
      {/* Whoever goes on in the editor has done with what lies over it. */}
      <main className={classes.main} onPointerDownCapture={closeDrawer} onFocusCapture={closeDrawer}>
        <Tabs />
        <div id="editor-area" className={classes.content} {...panelRole}>
          {state.view === 'trash' ? (
            <Placed at="trash" with={{ site: state.site }} />
          ) : tab ? (
            <div className={classes.document}>
              <KeptPanes tab={tab} tabs={state.tabs} />
            </div>
          ) : (
            <MainEmpty />
          )}
        </div>
      </main>
      <SidePanel
        panel="inspector"
        place={place.inspector}
        label="Inspector"
        width={state.inspectorWidth}
        keep={state.inspectorOpen && isInspected(state)}
      >
        {place.inspector === 'beside' && (
          <Splitter
            label="Width of the inspector"
            panel="after"
            value={state.inspectorWidth}
            min={240}
            max={720}
            initial={initialWorkbench.inspectorWidth}
            onChange={(inspectorWidth) => updateWorkbench((current) => ({ ...current, inspectorWidth }))}
          />
        )}
        <ErrorBoundary
          key={inspected && inspectorOf(inspected, state.tabs)}
          title="The inspector cannot be shown"
        >
          <Inspected path={inspected?.path ?? null} />
        </ErrorBoundary>
      </SidePanel>
      <Foot workspace={workspace} />
      <Placed at="overlay" with={nothing} />
      <Placed at="background" with={{ workspace }} />
      <EditorMenu />
    </div>
  )
}
