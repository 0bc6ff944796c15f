import type * as electron from 'electron'
import type { RunningApp } from './app'
import { within } from './wait'

/** Milliseconds until an app counts as one that cannot begin anew. */
const ANEW_MS = 60_000

/**
 * Makes a running app as one that has just been started on a fresh workspace: one window, of the first size, with nothing in it and nothing
 * kept by it, and nothing said yet. Left as they are: what the app's profile says of workspaces that were open before, and what a test has
 * put in the place of the main process's own functions.
 * @param workspace made when it is missing
 * @throws Error when it cannot: the window is gone, or the workspace does not open
 */
export function beginAnew(running: RunningApp, workspace: string): Promise<void> {
  return within('the app to begin anew', anew(running, workspace), ANEW_MS)
}

async function anew(running: RunningApp, workspace: string): Promise<void> {
  const { app, page } = running
  const shown = await app.browserWindow(page)
  await app.evaluate(closeOthers, shown)
  await page.mouse.move(0, 0)
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null })
  await page.goto('galley://app/')
  await app.evaluate(({ session }) => session.defaultSession.clearStorageData())
  const problem = await page.evaluate(async (folder) => {
    localStorage.clear()
    sessionStorage.clear()
    await window.galley?.call('setTheme', 'system')
    const opened = await window.galley?.call('openWorkspace', folder)
    return opened?.ok === true ? null : JSON.stringify(opened)
  }, workspace)
  if (problem !== null) throw new Error(`The app opens no other workspace: ${problem}`)
  running.forget()
}

/** Runs in the main process: the window alone is left, as it was at the start, and the next page in it is blank. */
function closeOthers(
  { BrowserWindow, clipboard, session }: typeof electron,
  window: electron.BrowserWindow
): void {
  for (const other of BrowserWindow.getAllWindows()) if (other.id !== window.id) other.destroy()
  session.defaultSession.webRequest.onBeforeSendHeaders(null)
  clipboard.clear()
  window.webContents.setZoomFactor(1)
  window.setSize(1280, 800)
  window.focus()
  Reflect.apply(Reflect.get(globalThis, 'galleyBlankNext'), null, [])
}
