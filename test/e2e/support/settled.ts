import type { Page } from 'playwright-core'
import { say } from './say'
import { within } from './wait'

const SETTLING_MS = 4_000

/** Shows the interface in this theme, as a system that prefers it would. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}

/** Waits until no transition of a colour is under way; not longer than one takes: a window that draws nothing ends none. */
export async function settled(page: Page): Promise<void> {
  const drawn = page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished)
    )
  })
  await within('transitions to end', drawn, SETTLING_MS).catch((problem: unknown) => say(String(problem)))
}
