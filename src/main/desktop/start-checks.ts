import { resolve } from 'node:path'

/** Switches by which another program could read what the windows show: off in an installed app (LI6). */
export const debugSwitches = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address']

/** What an installed app says to root, in one sentence; null where there is nothing to say. */
export function rootWarning(isPackaged: boolean, platform: string, uid: number | undefined): string | null {
  if (!isPackaged || platform !== 'linux' || uid !== 0) return null
  return 'Galley runs as root, without a sandbox around its windows: start it as the person who works with it; “galley serve” is for services.'
}

/**
 * The arguments behind the program; started from a checkout, without the folder that Electron runs.
 * @param app that folder
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean, app: string): string[] {
  const own = argv.slice(1)
  if (isPackaged) return own
  const end = own.indexOf('--')
  const isApp = (one: string, at: number) =>
    (end < 0 || at < end) && !one.startsWith('-') && resolve(one) === app
  const at = own.findIndex(isApp)
  // what is loaded before the app is an option with its value
  return own.filter((_, index) => index !== at && own[index - 1] !== '-r')
}
