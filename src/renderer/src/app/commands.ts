import { useSyncExternalStore } from 'react'

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

let commands: readonly Command[] = []
const listeners = new Set<() => void>()

/** @returns a function that takes the commands out again */
export function registerCommands(added: readonly Command[]): () => void {
  const ids = new Set(added.map((command) => command.id))
  commands = [...commands.filter((command) => !ids.has(command.id)), ...added]
  notify()
  return () => {
    commands = commands.filter((command) => !added.includes(command))
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

/** Runs a command if it exists and is enabled; resolves to whether it ran. */
export async function runCommand(id: string): Promise<boolean> {
  const command = commands.find((candidate) => candidate.id === id)
  if (!command || command.enabled?.() === false) return false
  await command.run()
  return true
}

function notify(): void {
  for (const listener of listeners) listener()
}
