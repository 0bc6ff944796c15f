import type { BrowserWindow } from 'electron'
import type { BridgeMessages } from '../../common/bridge'

/** Sends a typed message to a window; nothing happens when the window is gone. */
export function notify<M extends keyof BridgeMessages>(
  window: BrowserWindow,
  name: M,
  message: BridgeMessages[M]
): void {
  if (!window.isDestroyed() && !window.webContents.isDestroyed())
    window.webContents.send(`galley:${name}`, message)
}
