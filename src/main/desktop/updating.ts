import { app, BrowserWindow, shell } from 'electron'
import { join } from 'node:path'
import { openUpdates } from '../updates'
import type { BridgeHandlers } from './bridge'
import { notify } from './messages'
import type { SettingsFile } from './settings'

type UpdateCalls = 'updatePlace' | 'checkForUpdates' | 'downloadUpdate' | 'stopUpdate' | 'revealUpdate'

/** What a window asks about updates (UP1): nothing here asks anybody by itself. */
export function updateHandlers(settings: SettingsFile): Pick<BridgeHandlers, UpdateCalls> {
  const named = app.isPackaged ? undefined : process.env['GALLEY_UPDATES']
  const updates = openUpdates({
    version: app.getVersion(),
    channelFile: named ?? join(app.getAppPath(), 'resources/updates.json'),
    isRelease: app.isPackaged,
    folder: join(app.getPath('userData'), 'updates'),
    seen: () => settings.value.updates ?? {},
    remember: (seen) => void settings.update({ updates: { ...seen } }),
    onProgress: (progress) => {
      for (const window of BrowserWindow.getAllWindows()) notify(window, 'update', progress)
    }
  })
  return {
    updatePlace: () => updates.place(),
    checkForUpdates: () => updates.check(),
    downloadUpdate: () => updates.download(),
    stopUpdate: () => updates.stop(),
    revealUpdate: () => {
      const file = updates.last()
      if (file !== null) shell.showItemInFolder(file)
    }
  }
}
