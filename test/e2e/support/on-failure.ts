import type { Page } from 'playwright-core'
import type { TestContext } from 'vitest'

const MOST_CHARACTERS = 6000

/** After a test that failed: what its windows showed in the end, as a screen reader has it, beside the report of the failure. */
export async function tellWindows({ task }: TestContext, pages: readonly Page[]): Promise<void> {
  if (task.result?.state !== 'fail') return
  for (const page of pages) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch((error: unknown) => `nothing can be read of it: ${String(error)}`)
    console.error(`What the window showed when “${task.name}” failed:\n${shown.slice(0, MOST_CHARACTERS)}`)
  }
}
