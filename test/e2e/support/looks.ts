import { chooseFromMenu, type RunningApp } from './app'
import { expectAccessible, expectNoViolations } from './axe'
import { takeScreenshot, wantsScreenshots } from './screens'
import { settled } from './settled'

const themes = ['light', 'dark'] as const

/**
 * Looks at a screen in both themes, and takes its picture.
 *
 * @param panel shown over the editor where the window has no room beside it
 */
export async function lookEverywhere(
  running: RunningApp,
  name: string,
  panel?: 'view.history' | 'view.preview' | 'view.problems'
): Promise<void> {
  for (const theme of themes) {
    await showIn(running, theme)
    await takeScreenshot(running.page, `${name}-${theme}`)
    const show = panel && (() => chooseFromMenu(running, panel))
    // what fits in light fits in dark, and has its names and roles
    if (theme === 'light') await expectAccessible(running.page, `${name} in ${theme}`, show)
    else await expectNoViolations(running.page, `${name} in ${theme}`, 'colours')
  }
}

/** The system's theme, which the app follows. */
async function showIn({ app, page }: RunningApp, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: null })
  await app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source
  }, theme)
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
  await settled(page)
}

/** Gives the window this size, and waits until the page has it. */
export async function resize(
  { app, page }: RunningApp,
  { width, height, zoom }: { readonly width: number; readonly height: number; readonly zoom: number }
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setContentSize(size.width, size.height)
      window?.webContents.setZoomFactor(size.zoom)
    },
    { width, height, zoom }
  )
  await page.waitForFunction(
    ([wide, high]) => Math.abs(innerWidth - wide) <= 1 && Math.abs(innerHeight - high) <= 1,
    [width / zoom, height / zoom] as const
  )
}

/** The smallest window that is looked at, and a usual one. */
export const sizes = [
  [800, 600],
  [1280, 800]
] as const

/** Gives the window this size, and takes pictures of what it shows, in light and in dark, where they are wanted. */
export async function look(
  running: RunningApp,
  [width, height]: readonly [number, number],
  name: string
): Promise<void> {
  await resize(running, { width, height, zoom: 1 })
  if (!wantsScreenshots) return settled(running.page)
  for (const theme of themes) {
    await showIn(running, theme)
    await takeScreenshot(running.page, `${name}-${width}x${height}-${theme}`)
  }
}
