import type { App, Session, WebContents } from 'electron'
import { openExternal } from './external'
import { APP_ORIGIN, mayShowSite } from './request-gate'

/**
 * No page of the app gets a permission it did not need until now; the clipboard may be written (Copy
 * address). Frames get none.
 */
export function denyPermissions(session: Session): void {
  const allowed = new Set(['clipboard-sanitized-write', 'fullscreen'])
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(allowed.has(permission) && isMainFrame && isOwn(requestingUrl))
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => allowed.has(permission) && isOwn(origin)
  )
  session.setDevicePermissionHandler(() => false)
}

/** Only what the app itself gives out is downloaded; the system asks where to. */
export function confineDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    if (!isOwn(item.getURL().replace(/^blob:/, ''))) event.preventDefault()
  })
}

const isOwn = (address: string): boolean => address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`)

/**
 * Whatever else may ever show a page has no windows, no web views and goes nowhere. A window of the app sets
 * its own rules after it.
 */
export function confineAll(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/**
 * Keeps a window on its one page: nothing navigates, dropped files included, nothing opens windows.
 * Links to the outside go to the system's browser.
 */
export function confine(contents: WebContents): void {
  // the code of a site has no way around the request gate
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-navigate', (event) => {
    if (event.url === `${APP_ORIGIN}/`) return
    event.preventDefault()
  })
  // previews are written by the app: no link in them leads to another page
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || /^(about:srcdoc|blob:galley:\/\/app\/)/.test(event.url)) return
    if (!mayShowSite(event.url, event.initiator?.origin ?? null)) event.preventDefault()
  })
  // Chromium asks nobody before it shows an empty page.
  contents.on('did-navigate', (_event, url) => {
    if (url === 'about:blank') void contents.loadURL(`${APP_ORIGIN}/`)
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url)
    return { action: 'deny' }
  })
}
