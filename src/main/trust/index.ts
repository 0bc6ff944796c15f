import { machineTrust, type MachineTrust } from './machine-trust'
import { appTrustFile, commandTrustFile, usualUserData } from './places'
import { trustFile } from './trust-file'

export type { WorkspaceIdentity } from './identity'
export type { MachineTrust } from './machine-trust'
export { openWorkspace, type JudgedWorkspace } from './open-workspace'
export { commandStarts } from './command-starts'
export { startMarker, type StartMarker } from './start-marker'
export { commandStateFolder, usualUserData } from './places'
export { trustRecent } from './recent'
export { trustByCommand, trusted, trustOf, type WorkspaceTrust } from './workspace-trust'

/**
 * What the app's person trusts.
 * @param notify a line for people, when something is wrong with where it is kept
 */
export function appTrust(userData: string, notify: (line: string) => void): MachineTrust {
  return machineTrust(trustFile(appTrustFile(userData), notify), trustFile(commandTrustFile(), notify))
}

/** What the person at the command line trusts. */
export function commandTrust(notify: (line: string) => void): MachineTrust {
  return machineTrust(trustFile(commandTrustFile(), notify), trustFile(appTrustFile(usualUserData()), notify))
}
