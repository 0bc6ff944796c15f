import type { Page } from 'playwright-core'

/** Runs a command by its title in the palette. */
export async function chooseFromPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('textbox').fill(title)
  await palette.getByText(title, { exact: true }).first().click()
  await palette.waitFor({ state: 'hidden' })
}
