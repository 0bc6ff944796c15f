import { Activity, memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { viewOf, type Tab } from '../workbench/workbench'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { EditorPane } from './EditorPane'
import { EditorHostProvider, HostedEditor, openEditorHost } from '../engines/monaco/editor-host'
import classes from './EditorPane.module.css'

/** So many tabs stay as they are while another one is looked at. */
const KEPT = 4

/**
 * The middle of the window for the active tab. Text documents that were looked at a moment ago stay behind it: their elements are kept
 * and hidden, their effects stopped, so that coming back makes nothing anew.
 */
export function KeptPanes({ tab, tabs }: { readonly tab: Tab; readonly tabs: readonly Tab[] }) {
  const view = viewOf(tab)
  const [staying, setStaying] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([view])
  const others = order.filter((one) => one !== view && staying.includes(one) && isOpen(one, tabs))
  const kept = [view, ...others].slice(0, KEPT)
  if (kept.length !== order.length || kept.some((one, at) => one !== order[at])) setOrder(kept)
  const active = useRef(view)
  useLayoutEffect(() => {
    active.current = view
  }, [view])
  // what the shown pane shows may be another view of the document now, with an editor that ends with its effects
  const stays = useCallback((one: string, can: boolean) => {
    if (!can && one !== active.current) return
    setStaying((current) =>
      [...(can ? [one] : []), ...current.filter((other) => other !== one)].slice(0, KEPT)
    )
  }, [])
  // an element that is moved loads its frames anew: the order is not that of use
  const shown = tabs.filter((one) => kept.includes(viewOf(one)))
  return shown.map((one) => (
    <Pane key={viewOf(one)} tab={one} isActive={viewOf(one) === view} stays={stays} />
  ))
}

const isOpen = (view: string, tabs: readonly Tab[]) => tabs.some((tab) => viewOf(tab) === view)

interface PaneProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly stays: (view: string, can: boolean) => void
}

const Pane = memo(function Pane({ tab, isActive, stays }: PaneProps) {
  const view = viewOf(tab)
  const [host] = useState(() => openEditorHost((can) => stays(view, can)))
  return (
    <>
      <Activity mode={isActive ? 'visible' : 'hidden'}>
        <div className={classes.kept}>
          <ErrorBoundary title="This document cannot be shown">
            <EditorHostProvider value={host}>
              <EditorPane tab={tab} />
            </EditorHostProvider>
          </ErrorBoundary>
        </div>
      </Activity>
      <HostedEditor host={host} />
    </>
  )
})
