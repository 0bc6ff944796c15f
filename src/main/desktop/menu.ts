import type { BrowserWindow } from 'electron'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuCommandState } from '../../common/bridge'
import { assertNever } from '../../common/errors'
import {
  menuBar,
  type CommandEntry,
  type DesktopAction,
  type MenuEntry
} from '../../common/bridge/menu-entries'
import { notify } from './messages'

/** Entries that also work in plain text fields when the window knows no command of that id. */
const textActions: Readonly<Record<string, (window: BrowserWindow) => void>> = {
  'edit.undo': (window) => window.webContents.undo(),
  'edit.redo': (window) => window.webContents.redo(),
  'edit.select-all': (window) => window.webContents.selectAll()
}

type States = ReadonlyMap<string, MenuCommandState>

/**
 * The menu bar. Built once; from then on only what is enabled and ticked changes, with the window in front.
 */
export class NativeMenu {
  readonly #states = new Map<number, States>()
  readonly #commands: CommandEntry[] = []
  readonly #actions: Readonly<Record<DesktopAction, () => void>>
  #menu: Menu
  /** The keys that the person chose, as the menu shows them now. */
  #keys: ReadonlyMap<string, string> = new Map()
  #front: BrowserWindow | null = null

  constructor(actions: Readonly<Record<DesktopAction, () => void>>) {
    this.#actions = actions
    this.#menu = this.#build()
    this.#refresh()
  }

  /** Keys of an entry cannot be changed once it is there: a menu with others is a new one. */
  #build(): Menu {
    const actions = this.#actions
    this.#commands.length = 0
    const template = menuBar(process.platform).map(({ label, role, entries }) => ({
      label,
      ...(role === undefined ? {} : { role }),
      submenu: entries.map((entry) => this.#item(entry, actions))
    }))
    const menu = Menu.buildFromTemplate(template)
    Menu.setApplicationMenu(menu)
    return menu
  }

  /** What the commands of this window can do now. */
  setState(window: BrowserWindow, commands: readonly MenuCommandState[]): void {
    this.#states.set(window.id, new Map(commands.map((command) => [command.id, command])))
    this.#front ??= window
    if (window === this.#front) this.#refresh()
  }

  /** The window came to the front. */
  show(window: BrowserWindow): void {
    this.#front = window
    this.#refresh()
  }

  forget(window: BrowserWindow, windowId: number): void {
    this.#states.delete(windowId)
    if (this.#front === window) this.#front = null
    this.#refresh()
  }

  #item(entry: MenuEntry, actions: Readonly<Record<DesktopAction, () => void>>): MenuItemConstructorOptions {
    switch (entry.kind) {
      case 'line':
        return { type: 'separator' }
      case 'role':
        return { role: entry.role }
      case 'submenu':
        return { label: entry.label, submenu: entry.entries.map((child) => this.#item(child, actions)) }
      case 'desktop':
        return { label: entry.label, ...shown(entry.keys), click: () => actions[entry.action]() }
      case 'command': {
        this.#commands.push(entry)
        const { id, label, tick } = entry
        const keys = this.#keys.get(id) ?? entry.keys
        return {
          id,
          label,
          ...(tick ? { type: 'checkbox' } : {}),
          ...(keys ? shown(keys) : {}),
          click: () => this.#run(id)
        }
      }
      default:
        return assertNever(entry)
    }
  }

  #run(id: string): void {
    const window = this.#front
    if (!window || window.isDestroyed()) return
    if (this.#states.get(window.id)?.has(id)) notify(window, 'command', { id })
    else textActions[id]?.(window)
    this.#refresh() // a click ticks an entry by itself; only the window's state counts
  }

  #refresh(): void {
    const states = this.#front ? this.#states.get(this.#front.id) : undefined
    const chosen = new Map(
      [...(states ?? [])].flatMap(([id, { keys }]) => (typeof keys === 'string' ? [[id, keys] as const] : []))
    )
    if (states && JSON.stringify([...chosen]) !== JSON.stringify([...this.#keys])) {
      this.#keys = chosen
      this.#menu = this.#build()
    }
    for (const entry of this.#commands) {
      const item = this.#menu.getMenuItemById(entry.id)
      if (!item) continue
      const state = states?.get(entry.id)
      item.enabled = state ? state.enabled : this.#front !== null && entry.id in textActions
      if (entry.tick) item.checked = state?.checked === true
    }
  }
}

/**
 * Keys beside the label. The window acts on them; where Electron can leave them alone (not on macOS), the
 * menu does.
 */
function shown(keys: string): MenuItemConstructorOptions {
  return { accelerator: keys, registerAccelerator: false }
}
