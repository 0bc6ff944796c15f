import type { Page } from 'playwright-core'

/** Pages open in their source, until the person chooses otherwise. Runs in the window before its own code. */
export function preferSource(): void {
  // frames in it are somebody else’s
  if (globalThis.top !== globalThis.self) return
  try {
    const KEY = 'galley.editors'
    localStorage.setItem(KEY, localStorage.getItem(KEY) ?? JSON.stringify({ pageView: 'source' }))
  } catch {
    // a frame of no origin has no such choice
  }
}

/** The same for a window that may have begun before it could be told. @param isBlank nothing is in it yet that could have asked */
export async function preferSourceIn(page: Page, isBlank = false): Promise<void> {
  await page.waitForURL((url) => url.protocol !== 'about:')
  if ((await page.evaluate(() => localStorage.getItem('galley.editors'))) !== null) return
  await page.evaluate(preferSource)
  if (!isBlank) await page.reload()
}
