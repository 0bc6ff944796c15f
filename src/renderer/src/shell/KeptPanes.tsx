import {
  Activity,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type ReactNode
} from 'react'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { EditorHostProvider, HostedEditor, type EditorHost } from '../engines/monaco/editor-host'
import { openEditorHosts } from '../engines/monaco/editor-hosts'
import { loadMonaco } from '../engines/monaco/load'
import { activeTab, viewOf, workbench, type Tab } from '../workbench/workbench'
import { EditorPane } from './EditorPane'
import classes from './EditorPane.module.css'

/** So many tabs stay as they are while another one is looked at. */
const KEPT = 4

/**
 * The middle of the window for the active tab. Text documents that were looked at a moment ago stay behind
 * it: their elements are kept and hidden, their effects stopped, so that coming back makes nothing anew.
 */
export function KeptPanes({ tab, tabs }: { readonly tab: Tab; readonly tabs: readonly Tab[] }) {
  const view = viewOf(tab)
  const [staying, setStaying] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([view])
  const others = order.filter((one) => one !== view && staying.includes(one) && isOpen(one, tabs))
  const kept = [view, ...others].slice(0, KEPT)
  if (kept.length !== order.length || kept.some((one, at) => one !== order[at])) setOrder(kept)
  // what the shown pane shows may be another view of the document now, with an editor that ends with its
  // effects
  const stays = useCallback((one: string, can: boolean) => {
    const active = activeTab(workbench())
    if (!can && active && one !== viewOf(active)) return
    setStaying((current) =>
      [...(can ? [one] : []), ...current.filter((other) => other !== one)].slice(0, KEPT)
    )
  }, [])
  const [hosts] = useState(() => openEditorHosts(stays))
  useLayoutEffect(() => hosts.only(order), [hosts, order])
  const [, seeSpare] = useReducer((count: number) => count + 1, 0)
  const isText = staying.length > 0
  useEffect(
    () =>
      isText ? whenIdle(() => loadMonaco().then((monaco) => hosts.prepare(monaco) && seeSpare())) : undefined,
    [hosts, isText, order]
  )
  // an element that is moved loads its frames anew: the order is not that of use
  const shown = tabs.filter((one) => kept.includes(viewOf(one)))
  const panes = shown.map((one) => (
    <Pane key={viewOf(one)} tab={one} isActive={viewOf(one) === view} host={hosts.of(viewOf(one))} />
  ))
  return (
    <>
      {panes}
      {hosts.all().map(([name, host]) => (
        <HostedEditor key={name} host={host} />
      ))}
    </>
  )
}

const isOpen = (view: string, tabs: readonly Tab[]) => tabs.some((tab) => viewOf(tab) === view)

/** At the next moment of rest that is long enough. @returns a function that ends the waiting */
function whenIdle(run: () => unknown): () => void {
  let wait = 0
  const look = () => {
    wait = requestIdleCallback((rest) => (rest.timeRemaining() < 30 ? look() : void run()))
  }
  look()
  return () => cancelIdleCallback(wait)
}

interface PaneProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly host: EditorHost
}

const Pane = memo(function Pane({ tab, isActive, host }: PaneProps) {
  // the same while it is hidden and shown: neither makes what is in it anew
  const pane = useMemo(
    () => (
      <Shown>
        <ErrorBoundary title="This document cannot be shown">
          <EditorHostProvider value={host}>
            <EditorPane tab={tab} />
          </EditorHostProvider>
        </ErrorBoundary>
      </Shown>
    ),
    [tab, host]
  )
  return <Activity mode={isActive ? 'visible' : 'hidden'}>{pane}</Activity>
})

/**
 * What is hidden gives up the keyboard at once: keys that come before the next frame are for what is seen
 * then.
 */
function Shown({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = element.current
    return () => {
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && shown?.contains(activeElement)) activeElement.blur()
    }
  }, [])
  return (
    <div ref={element} className={classes.kept}>
      {children}
    </div>
  )
}
