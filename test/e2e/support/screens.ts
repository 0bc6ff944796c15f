import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './app'

const folder =
  process.env['GALLEY_SCREENSHOTS'] === '1'
    ? join(root, 'docs/screenshots')
    : join(tmpdir(), 'galley-screenshots')

/** Takes a picture of the window: into `docs/screenshots` with `GALLEY_SCREENSHOTS=1`, else into the temporary folder. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}
