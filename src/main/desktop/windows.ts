import { BrowserWindow, nativeTheme, Menu } from 'electron'
import { join } from 'node:path'
import type { ClosingHandshake, ClosingReason } from './closing'
import { offerReload } from './crashes'
import type { NativeMenu } from './menu'
import { APP_ORIGIN } from './request-gate'
import type { SettingsFile } from './settings'
import { currentBounds, startBounds } from './window-bounds'
import { confine } from './window-security'

interface WindowParts {
  readonly settings: SettingsFile
  readonly menu: NativeMenu
  readonly handshake: ClosingHandshake
  /** Why windows close at the moment. */
  readonly reason: () => ClosingReason
  /** A window stays open although everything was to be closed. */
  readonly onStay: () => void
  /** Takes a word into the person's dictionary (VE21). */
  readonly keepWord: (word: string) => void
}

/** Opens a window of the app. It shows as soon as there is something to see, in the colour of the theme. */
export function openWindow(parts: WindowParts): BrowserWindow {
  const other = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null
  const kept = parts.settings.value.bounds
  const window = new BrowserWindow({
    ...startBounds(kept, other),
    minWidth: 640,
    minHeight: 420,
    title: 'Galley',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14161a' : '#f4f5f7',
    webPreferences: {
      preload: join(__dirname, '../preload/index.js'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      // Whether it checks, and with which dictionaries, says `spelling/`: none is fetched.
      spellcheck: true,
      // Autosave must not slow down because the window is behind another one.
      backgroundThrottling: false
    }
  })
  confine(window.webContents)
  textMenu(window, parts.keepWord)
  offerReload(window)
  parts.handshake.follow(window)
  window.once('ready-to-show', () => {
    if (kept?.maximized && !other) window.maximize()
    window.show()
  })
  window.on('focus', () => parts.menu.show(window))
  keepBounds(window, parts.settings)
  closeOnlyWhenSaved(window, parts)
  void window.loadURL(`${APP_ORIGIN}/`).catch((error: unknown) => {
    if (!window.isDestroyed()) console.error('galley: the window does not load:', error)
  })
  return window
}

/** Brings the oldest window to the front. @returns false when there is none */
export function focusFirst(): boolean {
  const [window] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
  if (!window) return false
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  return true
}

function keepBounds(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!window.isDestroyed() && !window.isMinimized() && !window.isFullScreen()) {
        void settings.update({ bounds: currentBounds(window) })
      }
    }, 500)
  }
  window.on('resize', keep)
  window.on('move', keep)
  window.on('closed', () => clearTimeout(timer))
}

function closeOnlyWhenSaved(
  window: BrowserWindow,
  { handshake, menu, reason, onStay, settings }: WindowParts
): void {
  const { id } = window
  let asking = false
  window.on('close', (event) => {
    event.preventDefault()
    if (asking) return
    asking = true
    void handshake.ask(window, reason()).then((mayGo) => {
      asking = false
      if (!mayGo) return onStay()
      if (window.isDestroyed()) return
      const bounds = window.isMinimized() || window.isFullScreen() ? null : currentBounds(window)
      if (bounds) void settings.update({ bounds })
      window.destroy()
    })
  })
  window.on('closed', () => menu.forget(window, id))
}

/** The context menu of text fields and selections, where the page does not show its own. */
function textMenu(window: BrowserWindow, keepWord: (word: string) => void): void {
  window.webContents.on('context-menu', (_event, params) => {
    const { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions } = params
    if (isEditable) {
      Menu.buildFromTemplate([
        ...dictionarySuggestions.map((label) => ({
          label,
          click: () => window.webContents.replaceMisspelling(label)
        })),
        ...(misspelledWord === ''
          ? []
          : [
              { label: 'Add to dictionary', click: () => keepWord(misspelledWord) },
              { type: 'separator' as const }
            ]),
        { role: 'undo', enabled: editFlags.canUndo },
        { role: 'redo', enabled: editFlags.canRedo },
        { type: 'separator' },
        { role: 'cut', enabled: editFlags.canCut },
        { role: 'copy', enabled: editFlags.canCopy },
        { role: 'paste', enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', enabled: editFlags.canSelectAll }
      ]).popup({ window })
    } else if (selectionText.trim() !== '') {
      Menu.buildFromTemplate([{ role: 'copy' }]).popup({ window })
    }
  })
}
