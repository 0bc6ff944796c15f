import { useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { isEscape } from '../components/keys'
import { focusRegion } from '../workbench/focus-region'
import { closeDrawer, type Panel, type Place } from '../workbench/panels'
import { isAwaitingField } from '../workbench/typing-ahead'
import classes from './Workbench.module.css'

interface SidePanelProps {
  readonly panel: Panel
  readonly place: Place
  readonly label: string
  /** Pixels, beside the editor. */
  readonly width: number
  /** It stays as it is while it is not shown. */
  readonly keep: boolean
  readonly children: ReactNode
}

/** The sidebar or the inspector: beside the editor, or over it in a window that has no room for both. */
export function SidePanel({ panel, place, label, width, keep, children }: SidePanelProps) {
  const over = place === 'over'
  const own = useRef<HTMLElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const hasKeyboard = () => own.current?.contains(document.activeElement) === true
  const take = useEffectEvent(() => {
    const active = document.activeElement
    if (hasKeyboard() || isAwaitingField()) return
    before.current = active instanceof HTMLElement ? active : null
    focusRegion(panel)
  })
  const giveBack = useEffectEvent(() => {
    if (hasKeyboard() && before.current?.isConnected) before.current.focus({ preventScroll: true })
    before.current = null
  })
  useLayoutEffect(() => {
    if (!over) return
    take()
    return () => giveBack()
  }, [over])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!over || event.defaultPrevented || !isEscape(event)) return
    event.preventDefault()
    closeDrawer()
  }
  const hidden = place === 'hidden'
  if (hidden && !keep) return null
  const Element = panel === 'sidebar' ? 'nav' : 'aside'
  return (
    <Element
      ref={own}
      id={panel}
      hidden={hidden}
      className={classes[panel]}
      aria-label={label}
      data-over={over || undefined}
      style={{ '--wanted': `${width}px` } as React.CSSProperties}
      onKeyDown={onKeyDown}
    >
      {children}
    </Element>
  )
}
