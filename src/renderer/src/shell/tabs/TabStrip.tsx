import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { drawNow } from '../../components/draw-now'
import {
  closeTab,
  reorderTab,
  showTab,
  stepTab,
  useWorkbench,
  workbench,
  type Tab
} from '../../workbench/workbench'
import { PointMenu, type Point } from '../../workbench/PointMenu'
import { OpenTabs } from './OpenTabs'
import { TabItem, tabElementId, type TabHands } from './TabItem'
import { tabEntries } from './tab-entries'
import { tabTitles } from './titles'
import classes from './TabStrip.module.css'

const DRAGGED = 'application/x-galley-tab'

/**
 * The open documents. Arrows walk, Delete closes, dragging reorders; a middle click closes, a right one asks
 * what else.
 */
export function TabStrip() {
  const tabs = useWorkbench((state) => state.tabs)
  const active = useWorkbench((state) => (state.view === 'tabs' ? state.activeTab : null))
  const strip = useRef<HTMLDivElement>(null)
  const [dropBefore, setDropBefore] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ readonly tab: Tab; readonly at: Point } | null>(null)
  const titles = tabTitles(tabs)

  const hands = useMemo<TabHands>(
    () => ({
      onMenu(tab, event) {
        event.preventDefault()
        setMenu({ tab, at: { x: event.clientX, y: event.clientY } })
      },
      onDragStart(tab, { dataTransfer }) {
        dataTransfer.setData(DRAGGED, tab.id)
        dataTransfer.effectAllowed = 'move'
      },
      onDragOver(tab, event) {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setDropBefore(tab.id)
      },
      onDragEnd: () => setDropBefore(null),
      onDrop(tab, event) {
        const dragged = event.dataTransfer.getData(DRAGGED)
        setDropBefore(null)
        if (!dragged) return
        event.preventDefault()
        const { tabs: open } = workbench()
        const from = open.findIndex(({ id }) => id === dragged)
        const to = open.findIndex(({ id }) => id === tab.id)
        reorderTab(dragged, from < to ? (open[to + 1]?.id ?? null) : tab.id)
      }
    }),
    []
  )

  useEffect(() => {
    // with the frame, which lays the window out anyway: here it would have to be laid out for this alone
    const frame = requestAnimationFrame(() =>
      strip.current
        ?.querySelector('[data-active="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    )
    return () => cancelAnimationFrame(frame)
  }, [active, tabs.length])

  if (tabs.length === 0) return <div className={classes.bar} />

  const shownTab = () => strip.current?.querySelector<HTMLElement>('[aria-selected="true"]') ?? null
  const openMenu = (tab: Tab | undefined) => {
    const box = tab && document.getElementById(tabElementId(tab))?.getBoundingClientRect()
    if (tab && box) setMenu({ tab, at: { x: box.left + 12, y: box.bottom } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      return openMenu(tabs.find((tab) => tab.id === active))
    }
    if (event.key === 'ArrowRight') stepTab(1)
    else if (event.key === 'ArrowLeft') stepTab(-1)
    else if (event.key === 'Home') showTab(tabs[0]?.id ?? '')
    else if (event.key === 'End') showTab(tabs.at(-1)?.id ?? '')
    else if (event.key === 'Delete' && active) closeTab(active)
    else return
    event.preventDefault()
    drawNow()
    shownTab()?.focus()
  }
  return (
    <div className={classes.bar}>
      <div
        ref={strip}
        className={classes.strip}
        onWheel={(event) => {
          if (strip.current && event.deltaX === 0) strip.current.scrollLeft += event.deltaY
        }}
      >
        <div role="none" className={classes.list} onKeyDown={onKeyDown}>
          <div
            role="tablist"
            aria-label="Open documents"
            aria-owns={tabs.map((tab) => tabElementId(tab)).join(' ')}
          />
          {tabs.map((tab, index) => (
            <TabItem
              key={tab.id}
              tab={tab}
              title={titles[index] ?? ''}
              active={tab.id === active}
              focusable={tab.id === (active ?? tabs[0]?.id)}
              dropBefore={dropBefore === tab.id}
              hands={hands}
            />
          ))}
        </div>
      </div>
      <OpenTabs tabs={tabs} titles={titles} active={active} />
      <PointMenu
        label="Tab"
        at={menu?.at ?? null}
        groups={menu ? tabEntries(menu.tab, tabs) : []}
        onClose={() => setMenu(null)}
        otherwise={shownTab}
      />
    </div>
  )
}
