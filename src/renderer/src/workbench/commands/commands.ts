import { createSignal, useRead } from '../../state/signal'
import { chosenKeys, subscribeKeys } from './chosen-keys'
import { viewCommands } from './view-commands'

/** What a command is called, and its keys. */
export interface NamedCommand {
  /** `document.save`, `history.create-version`: the native menu names the same ids. */
  readonly id: string
  readonly title: string
  readonly group: 'File' | 'Edit' | 'View' | 'Go' | 'History' | 'Workspace' | 'Help'
  /** `mod+s`; `mod` is Cmd on macOS and Ctrl elsewhere. */
  readonly shortcut?: string
  /** Other keys that do the same; `shortcut` is the one that is shown. */
  readonly also?: readonly string[]
  /**
   * The shortcut works only while this has the focus, and there comes before any other with the same keys:
   * the content tree (Delete, F2, copy and paste), or a page that is written in (bold, move).
   */
  readonly where?: 'tree' | 'page'
}

/**
 * One thing a person can do. It shows in the palette, runs from its shortcut, and from the native menu by its
 * id.
 */
export interface Command extends NamedCommand {
  /** For entries of the native menu that can be ticked. */
  readonly checked?: () => boolean
  /** Left out of the palette and disabled in the menu when it answers false. */
  readonly enabled?: () => boolean
  readonly run: () => void | Promise<void>
}

let registered: readonly Command[] = []
/** The registered ones, with the keys that the person chose. */
let commands: readonly Command[] = []
/** Every command that was there in this run. */
const met = new Map<string, Command>()
const changed = createSignal<void>()

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
  return useRead(changed, allCommands)
}

export function allCommands(): readonly Command[] {
  return commands
}

export const subscribeCommands = changed.subscribe

/**
 * What commands can do may be another now, as when something else is chosen in a page: the native menu asks
 * them.
 */
export const askCommandsAgain = (): void => changed.notify()

/** The keys of a command that is there now. */
export function shortcutOf(id: string): string | undefined {
  return commands.find((command) => command.id === id)?.shortcut
}

/** The same, drawn anew when it changes. */
export function useShortcutOf(id: string): string | undefined {
  return useRead(changed, () => shortcutOf(id))
}

/** Runs a command if it exists and is enabled; resolves to whether it ran. */
export async function runCommand(id: string): Promise<boolean> {
  const command = commands.find((candidate) => candidate.id === id)
  if (!command || command.enabled?.() === false) return false
  await command.run()
  return true
}

/** Every command, also of what is not open now, with the keys that it has. */
export function knownCommands(): readonly NamedCommand[] {
  const ofViews = viewCommands()
  const named = new Set(ofViews.map(({ id }) => id))
  return [...[...met.values()].filter(({ id }) => !named.has(id)), ...ofViews].map(withChosen)
}

subscribeKeys(notify)

function notify(): void {
  commands = registered.map(withChosen)
  changed.notify()
}

/** The command with the keys that the person chose. Other keys of it give way to what was chosen. */
function withChosen<One extends NamedCommand>({ shortcut: own, also, ...rest }: One) {
  const chosen = chosenKeys()
  const taken = Object.values(chosen)
  const keys = Object.hasOwn(chosen, rest.id) ? chosen[rest.id] : own
  return {
    ...rest,
    ...(also ? { also: also.filter((one) => !taken.includes(one)) } : {}),
    ...(keys ? { shortcut: keys } : {})
  }
}
