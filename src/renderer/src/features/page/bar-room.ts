import { useEffect, useState, type RefObject } from 'react'

/** Width of a button and what is between two, and of all else in the bar: its edges, the kind of text, lines. CSS pixels. */
const BUTTON = 30
const BESIDE = 200

/** How many of the buttons of a format bar stand in one row of this width, with one more for the others where not all do. */
export function buttonsIn(width: number, count: number): number {
  const free = width - BESIDE
  return free >= count * BUTTON ? count : Math.max(0, Math.floor(free / BUTTON) - 1)
}

/** As `buttonsIn`, for the bar as wide as it is now. */
export function useBarRoom(bar: RefObject<HTMLElement | null>, count: number): number {
  const [room, setRoom] = useState(count)
  useEffect(() => {
    const element = bar.current
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const watch = new ResizeObserver(() => setRoom(buttonsIn(element.clientWidth, count)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [bar, count])
  return room
}
