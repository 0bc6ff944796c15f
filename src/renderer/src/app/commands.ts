import { useSyncExternalStore } from 'react'
import { chosenKeys, subscribeKeys } from './chosen-keys'

/** One thing a person can do. It shows in the palette, runs from its shortcut, and from the native menu by its id. */
export interface Command {
  /** `document.save`, `history.create-version`: the native menu names the same ids. */
  readonly id: string
  readonly title: string
  readonly group: 'File' | 'Edit' | 'View' | 'Go' | 'History' | 'Workspace' | 'Help'
  /** `mod+s`; `mod` is Cmd on macOS and Ctrl elsewhere. */
  readonly shortcut?: string
  /** Other keys that do the same; `shortcut` is the one that is shown. */
  readonly also?: readonly string[]
  /** `tree`: the shortcut works only while the content tree has the focus (Delete, F2, copy and paste). */
  readonly where?: 'tree'
  /** For entries of the native menu that can be ticked. */
  readonly checked?: () => boolean
  /** Left out of the palette and disabled in the menu when it answers false. */
  readonly enabled?: () => boolean
  readonly run: () => void | Promise<void>
}

let registered: readonly Command[] = []
/** The registered ones, with the keys that the person chose. */
let commands: readonly Command[] = []
/** Every command of this run, also of what is not open now. */
const met = new Map<string, Command>()
const listeners = new Set<() => void>()

/** @returns a function that takes the commands out again */
export function registerCommands(added: readonly Command[]): () => void {
  const ids = new Set(added.map((command) => command.id))
  registered = [...registered.filter((command) => !ids.has(command.id)), ...added]
  for (const command of added) met.set(command.id, command)
  notify()
  return () => {
    registered = registered.filter((command) => !added.includes(command))
    notify()
  }
}

export function useCommands(): readonly Command[] {
  return useSyncExternalStore(subscribeCommands, allCommands)
}

export function allCommands(): readonly Command[] {
  return commands
}

export function subscribeCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The keys of a command that is there now. */
export function shortcutOf(id: string): string | undefined {
  return commands.find((command) => command.id === id)?.shortcut
}

/** The same, drawn anew when it changes. */
export function useShortcutOf(id: string): string | undefined {
  return useSyncExternalStore(subscribeCommands, () => shortcutOf(id))
}

/** Runs a command if it exists and is enabled; resolves to whether it ran. */
export async function runCommand(id: string): Promise<boolean> {
  const command = commands.find((candidate) => candidate.id === id)
  if (!command || command.enabled?.() === false) return false
  await command.run()
  return true
}

/** Every command that was there since the window opened, with the keys that it has by itself. */
export function metCommands(): readonly Command[] {
  return [...met.values()]
}

subscribeKeys(notify)

function notify(): void {
  commands = registered.map(withChosen)
  for (const listener of listeners) listener()
}

/** The command with the keys that the person chose. Other keys of it give way to what was chosen. */
export function withChosen(command: Command): Command {
  const chosen = chosenKeys()
  const { shortcut: _own, ...rest } = command
  const taken = Object.values(chosen)
  const also = command.also ? { also: command.also.filter((keys) => !taken.includes(keys)) } : {}
  const keys = Object.hasOwn(chosen, command.id) ? chosen[command.id] : command.shortcut
  return { ...rest, ...also, ...(keys ? { shortcut: keys } : {}) }
}
