import type { RunningApp } from './app'
import { takeScreenshot } from './screens'
import { settled } from './settled'

/** The smallest window that is looked at, and a usual one. */
export const sizes = [
  [800, 600],
  [1280, 800]
] as const

/** Takes pictures of what the window shows, at this size, in light and in dark. */
export async function look(
  { app, page }: RunningApp,
  [width, height]: readonly [number, number],
  name: string
): Promise<void> {
  await page.emulateMedia({ colorScheme: null })
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size[0], size[1]),
    [width, height] as const
  )
  for (const theme of ['light', 'dark'] as const) {
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source
    }, theme)
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
    await settled(page)
    await takeScreenshot(page, `${name}-${width}x${height}-${theme}`)
  }
}
