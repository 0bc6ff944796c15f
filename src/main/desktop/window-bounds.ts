import { screen, type BrowserWindow, type Rectangle } from 'electron'
import type { WindowBounds } from './settings'

const DEFAULT = { width: 1280, height: 800 }
const OFFSET = 28

/**
 * Where a new window goes: where the last one was, if that place is still on a screen; beside `other` if
 * there is one.
 */
export function startBounds(kept: WindowBounds | null, other: BrowserWindow | null): Partial<Rectangle> {
  if (other) {
    const { x, y, width, height } = other.getNormalBounds()
    return { x: x + OFFSET, y: y + OFFSET, width, height }
  }
  if (!kept) return DEFAULT
  return isVisible(kept) ? { x: kept.x, y: kept.y, width: kept.width, height: kept.height } : DEFAULT
}

export function currentBounds(window: BrowserWindow): WindowBounds {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() }
}

/** True when enough of the title bar can be reached with a mouse. */
function isVisible({ x, y, width, height }: WindowBounds): boolean {
  const area = screen.getDisplayMatching({ x, y, width, height }).workArea
  const overlap = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return overlap >= 120 && y >= area.y - 10 && y < area.y + area.height - 40
}
