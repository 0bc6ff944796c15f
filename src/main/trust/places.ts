import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const FILE = 'trust.json'

interface Machine {
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly home: string
}

const thisMachine = (): Machine => ({ env: process.env, platform: process.platform, home: homedir() })

/**
 * Where commands keep what their person trusts: `$XDG_STATE_HOME/galley/trust.json`, else where the system
 * keeps such things.
 */
export function commandTrustFile({ env, platform, home }: Machine = thisMachine()): string {
  const named = env['XDG_STATE_HOME']
  if (named !== undefined && named.startsWith('/')) return join(named, 'galley', FILE)
  if (platform === 'darwin') return join(home, 'Library/Application Support/galley', FILE)
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData/Local'), 'galley', 'State', FILE)
  return join(home, '.local/state/galley', FILE)
}

/** Where commands keep what else is this computer's and no workspace's. */
export const commandStateFolder = (): string => dirname(commandTrustFile())

/** Where the app keeps it: in its folder for user data. */
export const appTrustFile = (userData: string): string => join(userData, FILE)

/** The app's folder for user data where no other one was chosen, as Electron finds it. */
export function usualUserData({ env, platform, home }: Machine = thisMachine()): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Galley')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), 'Galley')
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Galley')
}
