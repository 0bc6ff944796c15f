import type { Locator, Page } from 'playwright-core'
import { settled } from './settled'
import { waitFor } from './wait'

/** The field of the palette, in both of its ways. */
const field = (page: Page): Locator => page.getByPlaceholder('Search content and commands')

/** Opens the palette and types. While a dialog is closing its key does nothing, as every key: then it is pressed again. */
export async function typeInPalette(page: Page, text: string): Promise<void> {
  await waitFor('the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await field(page).waitFor({ timeout: 3000 })
    return true
  })
  await field(page).fill(text)
}

/** Types something else, and waits until what is found is shown. */
export async function typeInOpenPalette(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await settled(page)
}

/** Has documents that are opened from now on be saved as a whole: two who write at one place are asked then. */
export const saveAsWhole = (page: Page): Promise<void> => chooseFromPalette(page, 'Write together')

/** Runs a command by its title in the palette. */
export async function chooseFromPalette(page: Page, title: string): Promise<void> {
  await typeInPalette(page, title)
  const palette = page.getByRole('dialog').filter({ has: field(page) })
  await palette.getByText(title, { exact: true }).first().click()
  await field(page).waitFor({ state: 'hidden' })
}
