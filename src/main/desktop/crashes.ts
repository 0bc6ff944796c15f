import { dialog, type BrowserWindow } from 'electron'

/**
 * When a page stops or hangs, the person may load it again. What was typed is in the draft and comes back.
 */
export function offerReload(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    void offer(
      window,
      'This window stopped working',
      `The page ended (${reason}). What you typed is kept and comes back.`,
      'Close'
    )
  })
  let asking = false
  window.on('unresponsive', () => {
    if (asking) return
    asking = true
    const detail = 'You can wait, or load it again. What you typed is kept and comes back.'
    void offer(window, 'This window does not answer', detail, 'Wait').finally(() => {
      asking = false
    })
  })
}

async function offer(
  window: BrowserWindow,
  message: string,
  detail: string,
  other: 'Close' | 'Wait'
): Promise<void> {
  const buttons = ['Load Again', other]
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message,
    detail,
    buttons,
    defaultId: 0,
    cancelId: 1
  })
  if (window.isDestroyed()) return
  if (response === 0) {
    window.webContents.forcefullyCrashRenderer()
    window.webContents.reload()
  } else if (other === 'Close') window.destroy()
}
