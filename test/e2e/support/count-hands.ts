import type { Page } from 'playwright-core'

/** What a person did. A key that only goes with another one, as Control does, is none. */
interface Hands {
  readonly keys: number
  /** Presses of a button of the mouse. */
  readonly clicks: number
  readonly drops: number
}

interface Counting {
  /** What was done since it was asked last. */
  since(): Promise<Hands>
}

declare global {
  interface Window {
    counted?: { keys: number; clicks: number; drops: number }
  }
}

/** Counts what the window itself is told of keys and the mouse: nothing that a test does by other ways is missed, or made less. */
export async function countHands(page: Page): Promise<Counting> {
  await page.evaluate(() => {
    const counted = { keys: 0, clicks: 0, drops: 0 }
    window.counted = counted
    const together = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'])
    window.addEventListener(
      'keydown',
      (event) => void (counted.keys += together.has(event.key) ? 0 : 1),
      true
    )
    window.addEventListener('mousedown', () => void (counted.clicks += 1), true)
    window.addEventListener('drop', () => void (counted.drops += 1), true)
  })
  return {
    since: () =>
      page.evaluate(() => {
        const none = { keys: 0, clicks: 0, drops: 0 }
        const done = { ...none, ...window.counted }
        if (window.counted) Object.assign(window.counted, none)
        return done
      })
  }
}
