import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { closeTab, reorderTab, showTab, stepTab, useWorkbench } from '../../app/workbench'
import { TabItem, tabElementId } from './TabItem'
import { tabTitles } from './titles'
import classes from './TabStrip.module.css'

const DRAGGED = 'application/x-galley-tab'

/** The open documents. Arrows walk, Delete closes, dragging reorders; a middle click closes. */
export function TabStrip() {
  const tabs = useWorkbench((state) => state.tabs)
  const active = useWorkbench((state) => (state.view === 'tabs' ? state.activeTab : null))
  const strip = useRef<HTMLDivElement>(null)
  const [dropBefore, setDropBefore] = useState<string | null>(null)
  const titles = tabTitles(tabs)

  useEffect(() => {
    strip.current
      ?.querySelector('[data-active="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])

  if (tabs.length === 0) return <div className={classes.strip} data-empty="true" />

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') stepTab(1)
    else if (event.key === 'ArrowLeft') stepTab(-1)
    else if (event.key === 'Home') showTab(tabs[0]?.id ?? '')
    else if (event.key === 'End') showTab(tabs.at(-1)?.id ?? '')
    else if (event.key === 'Delete' && active) closeTab(active)
    else return
    event.preventDefault()
    requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
  }
  const dragHandlers = (id: string) => ({
    onDragStart(event: DragEvent) {
      event.dataTransfer.setData(DRAGGED, id)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      setDropBefore(id)
    },
    onDragEnd: () => setDropBefore(null),
    onDrop(event: DragEvent) {
      const dragged = event.dataTransfer.getData(DRAGGED)
      setDropBefore(null)
      if (!dragged) return
      event.preventDefault()
      const from = tabs.findIndex((tab) => tab.id === dragged)
      const to = tabs.findIndex((tab) => tab.id === id)
      reorderTab(dragged, from < to ? (tabs[to + 1]?.id ?? null) : id)
    }
  })

  return (
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
            drag={dragHandlers(tab.id)}
          />
        ))}
      </div>
    </div>
  )
}
