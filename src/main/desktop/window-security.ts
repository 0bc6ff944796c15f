import type { Session, WebContents } from 'electron'
import { openExternal } from './external'
import { APP_ORIGIN } from './request-gate'

/** No page of the app gets a permission it did not need until now; the clipboard may be written (Copy address). */
export function denyPermissions(session: Session): void {
  const allowed = new Set(['clipboard-sanitized-write', 'fullscreen'])
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed.has(permission)))
  session.setPermissionCheckHandler((_contents, permission) => allowed.has(permission))
  session.setDevicePermissionHandler(() => false)
}

/**
 * Keeps a window on its one page: nothing navigates, dropped files included, nothing opens windows, nothing embeds web
 * views. Links to the outside go to the system's browser.
 */
export function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (event.url === `${APP_ORIGIN}/`) return
    event.preventDefault()
  })
  // Chromium asks nobody before it shows an empty page.
  contents.on('did-navigate', (_event, url) => {
    if (url === 'about:blank') void contents.loadURL(`${APP_ORIGIN}/`)
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url)
    return { action: 'deny' }
  })
}
