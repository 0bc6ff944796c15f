import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import classes from './Splitter.module.css'

interface SplitterProps {
  readonly label: string
  /** Pixels of the panel beside it. */
  readonly value: number
  readonly min: number
  readonly max: number
  readonly initial: number
  /** Which side of the splitter the panel is on. */
  readonly panel: 'before' | 'after'
  readonly onChange: (pixels: number) => void
}

/** A divider that is dragged, moved with the arrow keys, and put back with a double click. */
export function Splitter({ label, value, min, max, initial, panel, onChange }: SplitterProps) {
  const drag = useRef<{ x: number; width: number } | null>(null)
  const sign = panel === 'before' ? 1 : -1
  const set = (pixels: number) => onChange(Math.round(Math.min(max, Math.max(min, pixels))))

  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) set(drag.current.width + sign * (event.clientX - drag.current.x))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 64 : 16
    const next = {
      ArrowLeft: value - sign * step,
      ArrowRight: value + sign * step,
      Home: min,
      End: max,
      Enter: initial
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a widget (ARIA 1.2)
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a focusable separator is a widget (ARIA 1.2)
      tabIndex={0}
      className={classes.splitter}
      data-panel={panel}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, width: value }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = null)}
      onLostPointerCapture={() => (drag.current = null)}
      onDoubleClick={() => set(initial)}
      onKeyDown={onKeyDown}
    />
  )
}
