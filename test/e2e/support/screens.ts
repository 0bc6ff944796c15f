import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './app'

const request = process.env['GALLEY_SCREENSHOTS'] ?? ''
/** Whether pictures are wanted. */
export const wantsScreenshots = request !== ''
const aside = join(tmpdir(), 'galley-screenshots')
const docs = request === '1' ? join(root, 'docs/screenshots') : aside

/** The screens that the documentation shows; the others are for whoever looks at a failed run. */
const inDocs =
  /^(main|page-blocks|compare|preview|history|palette|trash|first-start|settings|image|conflict|form|schema|sheet|config|import-check|sync-conflict|compare-sheets|compare-page|compare-fields|moment)-(light|dark)$/

/**
 * Takes a picture of the window when pictures are wanted: with `GALLEY_SCREENSHOTS=1` into `docs/screenshots`, with any other value into
 * the temporary folder.
 */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (request === '') return
  const folder = inDocs.test(name) ? docs : aside
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}
