import { app, BrowserWindow, dialog, nativeTheme, shell } from 'electron'
import { join } from 'node:path'
import { contentPath, segmentsOf } from '../../common/content/paths'
import type { Backups } from './backups'
import type { ErrorLog } from '../crashes'
import { placeOf } from '../health'
import type { BridgeHandlers } from './bridge'
import type { ClosingHandshake } from './closing'
import { openExternal, openPublished } from './external'
import { showRuntimeLicences } from './runtime-licences'
import type { LocalApi } from './local-api'
import type { NativeMenu } from './menu'
import type { SettingsFile } from './settings'
import { problemOf, rememberWorkspace, type Opening } from './start-state'
import type { Spelling } from './spelling/spelling'
import type { SiteLooks } from './site-looks'
import type { StartMarker } from '../trust'
import type { Uploads } from './uploads'
import { crashHandlers } from './crash-reports'
import { updateHandlers } from './updating'
import { openingHandlers, type OpeningRequests } from './opening-requests'
import { folderPath, type WorkspaceHost } from './workspace-host'

interface HandlerParts {
  readonly host: WorkspaceHost
  readonly settings: SettingsFile
  readonly opening: Opening
  readonly starts: StartMarker
  readonly menu: NativeMenu
  readonly handshake: ClosingHandshake
  readonly localApi: LocalApi
  readonly uploads: Uploads
  readonly backups: Backups
  readonly siteLooks: SiteLooks
  readonly spelling: Spelling
  readonly newWindow: () => void
  readonly openingRequests: OpeningRequests
  readonly errorLog: ErrorLog
}

/** What the desktop does for each call of a window. */
export function bridgeHandlers(parts: HandlerParts): BridgeHandlers {
  const { host, settings, opening, starts, menu, handshake, localApi, uploads, backups, newWindow } = parts
  const { siteLooks, spelling, openingRequests, errorLog } = parts
  return {
    startState: async () => {
      const state = await opening.state()
      starts.shown()
      return state
    },
    chooseFolder: async (window, title) => {
      const properties = ['openDirectory' as const, 'createDirectory' as const]
      const { canceled, filePaths } = await dialog.showOpenDialog(window, { title, properties })
      return canceled ? null : (filePaths[0] ?? null)
    },
    openWorkspace: async (window, location) => {
      const before = host.location
      try {
        await host.open(location, () => (before === null ? Promise.resolve(true) : allSaved(handshake)))
      } catch (error) {
        return { ok: false, ...problemOf(error) }
      }
      if (host.location !== null) await rememberWorkspace(settings, host.location)
      if (host.location !== before) reloadOthers(window)
      return { ok: true }
    },
    placeOf: (_window, location) => placeOf(folderPath(location)),
    setTrusted: async (_window, isTrusted) => {
      try {
        await host.setTrusted(isTrusted)
      } catch (error) {
        return { ok: false, ...problemOf(error) }
      }
      return { ok: true }
    },
    chooseBackup: async (window) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: 'Choose a backup',
        properties: ['openFile'],
        filters: [{ name: 'Backups of Galley', extensions: ['zip'] }]
      })
      return canceled ? null : (filePaths[0] ?? null)
    },
    backUp: (_window, folder) => backups.backUp(folder),
    restoreBackup: (_window, file, folder) => backups.restore(file, folder),
    stopBackup: () => backups.stop(),
    revealBackup: () => {
      const file = backups.last()
      if (file !== null) shell.showItemInFolder(file)
    },
    newWindow,
    ...openingHandlers(openingRequests, { host, settings }),
    ...crashHandlers(errorLog),
    ...updateHandlers(settings),
    revealInFolder: (_window, path) => {
      const segments = segmentsOf(contentPath(path))
      if (host.location !== null) shell.showItemInFolder(join(host.location, 'content', ...segments))
    },
    openExternal: (_window, url) => openExternal(url),
    showRuntimeLicences,
    localApi: () => localApi.state(),
    setLocalApi: (_window, on) => localApi.set(on),
    setLocalApiPort: (_window, port) => localApi.setPort(port),
    openPublished: (_window, address) => openPublished(localApi.state().origin, address),
    siteCode: (_window, site) => siteLooks.state(site),
    setSiteCode: async (_window, site, code) => {
      try {
        return await siteLooks.set(site, code)
      } catch (error) {
        return { problem: problemOf(error).message }
      }
    },
    spelling: () => spelling.state(),
    setSpelling: (_window, on) => spelling.turn(on),
    spellIn: (_window, language) => spelling.writtenIn(language),
    addDictionary: async (window) => {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: 'Choose a spelling dictionary',
        properties: ['openFile'],
        filters: [{ name: 'Spelling dictionaries', extensions: ['bdic'] }]
      })
      const [file] = canceled ? [] : filePaths
      if (file === undefined) return null
      try {
        return await spelling.add(file)
      } catch (error) {
        return { problem: problemOf(error).message }
      }
    },
    removeDictionary: (_window, language) => spelling.remove(language),
    keepWord: (_window, word, forEver) => spelling.keepWord(word, forEver),
    typedPage: (_window, path, html) => siteLooks.typed(path, html),
    uploadStart: uploads.start,
    uploadSlice: uploads.slice,
    uploadEnd: uploads.end,
    uploadCancel: uploads.cancel,
    paste: (window) => window.webContents.paste(),
    setTheme: (_window, theme) => {
      nativeTheme.themeSource = theme
      void settings.update({ theme })
    },
    setDocumentEdited: (window, isEdited) => window.setDocumentEdited(isEdited),
    setMenuState: (window, commands) => menu.setState(window, commands),
    settled: () => host.windowSettled(),
    closeReady: (window) => {
      if (handshake.answer(window, 'ready')) return
      // Ready after it held: the person chose to close all the same, and to quit if that was what it was
      // asked for.
      const quits = handshake.heldFor(window) === 'quit'
      window.destroy()
      if (quits) app.quit()
    },
    closeHold: (window) => {
      handshake.answer(window, 'hold')
    }
  }
}

async function allSaved(handshake: ClosingHandshake): Promise<boolean> {
  const answers = await Promise.all(
    BrowserWindow.getAllWindows().map((window) => handshake.ask(window, 'switch'))
  )
  return answers.every(Boolean)
}

/** The window that switched shows the new workspace by itself. */
function reloadOthers(window: BrowserWindow): void {
  for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.webContents.reload()
}
