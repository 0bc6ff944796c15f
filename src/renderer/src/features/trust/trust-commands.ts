import { useEffect } from 'react'
import { desktop } from '../../workbench/bridge'
import { registerCommands, type Command } from '../../workbench/commands/commands'
import { showTrust } from './show-trust'
import { setTrusted, trustNow, useTrust } from './trust-store'

/** The trust of the workspace, for the palette. */
export function useTrustCommands(): void {
  // what can be done is asked anew whenever commands are registered
  const state = useTrust()?.state
  useEffect(() => registerCommands(commands), [state])
}

const stateIs = (...states: readonly string[]) => states.includes(trustNow()?.state ?? '')

const commands: readonly Command[] = [
  {
    id: 'workspace.trust',
    title: 'Trust this workspace…',
    group: 'Workspace',
    enabled: () => stateIs('restricted'),
    run: showTrust
  },
  {
    id: 'workspace.stop-trusting',
    title: 'Stop trusting this workspace…',
    group: 'Workspace',
    enabled: () => desktop() !== null && stateIs('trusted', 'held'),
    run: showTrust
  },
  {
    id: 'workspace.go-on',
    title: 'Let syncs and imports go on by themselves',
    group: 'Workspace',
    enabled: () => desktop() !== null && stateIs('held'),
    run: async () => void (await setTrusted(true))
  }
]
