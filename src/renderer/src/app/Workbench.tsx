import type { CSSProperties } from 'react'
import type { Person, WorkspaceInfo } from '../../../common/api/types'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { Splitter } from '../components/Splitter'
import { useConfigCommands } from '../features/configs'
import { useDraftRecovery } from '../features/documents'
import { EditorMenu, EditorPane } from '../features/editors'
import { useStructuredCommands } from '../features/forms'
import { HealthBanner } from '../features/health'
import { useImportCommands } from '../features/import'
import { useSyncCommands } from '../features/sync'
import { useMomentCommands } from '../features/moment'
import { Palette } from '../features/palette'
import { usePublishingCommands } from '../features/publishing/site-commands'
import { useNewSheetCommand } from '../features/sheets'
import { StatusBar } from '../features/status-bar'
import { tabElementId, TabStrip, useKeepWritten, useTabCommands, useWindowTitle } from '../features/tabs'
import { isSchemaHome } from '../features/schemas/schema-library'
import { TrashView } from '../features/trash'
import { TrustBanner, useTrustCommands } from '../features/trust'
import { Sidebar } from '../features/tree'
import { SessionOver } from './SessionOver'
import { useAddress } from './address'
import { Inspector } from './Inspector'
import { useLiveTabs } from './live-tabs'
import { MainEmpty } from './MainEmpty'
import { useNativeMenu } from './native-menu'
import { useKeptWorkbench } from './persist'
import { useEditorPreload } from './preload'
import { useShellCommands } from './shell-commands'
import { useCommandShortcuts } from './shortcuts'
import { TopBar } from './TopBar'
import { activeTab, inspectorOf, initialWorkbench, updateWorkbench, useWorkbench, viewOf } from './workbench'
import classes from './Workbench.module.css'

export interface WorkbenchProps {
  readonly workspace: WorkspaceInfo
  readonly owner: Person
}

/** The window's frame: top bar, content tree, tabs and editor, inspector, status bar. */
export function Workbench({ workspace, owner }: WorkbenchProps) {
  useKeptWorkbench(workspace.id)
  useAddress()
  useEditorPreload()
  useDraftRecovery()
  useShellCommands(workspace)
  useTabCommands()
  useKeepWritten()
  useWindowTitle(workspace)
  useStructuredCommands()
  useImportCommands()
  useSyncCommands()
  useNewSheetCommand()
  useConfigCommands()
  useMomentCommands()
  usePublishingCommands()
  useTrustCommands()
  useCommandShortcuts()
  useNativeMenu()
  useLiveTabs()
  const state = useWorkbench((current) => current)
  const tab = activeTab(state)
  // a list of schemas and a tool have no history of their own
  const inspected = !tab || (tab.kind !== 'tool' && !isSchemaHome(tab.path))
  const inspectorOpen = state.inspectorOpen && state.view === 'tabs' && inspected
  const panelRole =
    tab && state.view === 'tabs' ? { role: 'tabpanel', 'aria-labelledby': tabElementId(tab) } : {}
  const widths = {
    '--sidebar': state.sidebarOpen ? `${state.sidebarWidth}px` : '0px',
    '--inspector': inspectorOpen ? `${state.inspectorWidth}px` : '0px'
  } as CSSProperties

  return (
    <div className={classes.frame} style={widths}>
      <TopBar workspace={workspace} owner={owner} />
      <div className={classes.notices}>
        <SessionOver />
        <TrustBanner />
      </div>
      <HealthBanner />
      {state.sidebarOpen && (
        <nav className={classes.sidebar} aria-label="Content">
          <Sidebar />
          <Splitter
            label="Width of the sidebar"
            panel="before"
            value={state.sidebarWidth}
            min={180}
            max={520}
            initial={initialWorkbench.sidebarWidth}
            onChange={(sidebarWidth) => updateWorkbench((current) => ({ ...current, sidebarWidth }))}
          />
        </nav>
      )}
      <main className={classes.main}>
        <TabStrip />
        <div id="editor-area" className={classes.content} {...panelRole}>
          {state.view === 'trash' ? (
            <TrashView site={state.site} />
          ) : tab ? (
            <div className={classes.document}>
              <ErrorBoundary key={viewOf(tab)} title="This document cannot be shown">
                <EditorPane tab={tab} />
              </ErrorBoundary>
            </div>
          ) : (
            <MainEmpty />
          )}
        </div>
      </main>
      {inspectorOpen && (
        <aside id="inspector" className={classes.inspector} aria-label="Inspector">
          <Splitter
            label="Width of the inspector"
            panel="after"
            value={state.inspectorWidth}
            min={240}
            max={720}
            initial={initialWorkbench.inspectorWidth}
            onChange={(inspectorWidth) => updateWorkbench((current) => ({ ...current, inspectorWidth }))}
          />
          <ErrorBoundary key={tab && inspectorOf(tab, state.tabs)} title="The inspector cannot be shown">
            <Inspector path={tab?.path ?? null} />
          </ErrorBoundary>
        </aside>
      )}
      <StatusBar workspace={workspace} />
      <Palette />
      <EditorMenu />
    </div>
  )
}
