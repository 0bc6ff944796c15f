import type { NamedCommand } from './command'
import type { ServeParts } from './serving'

/** Every command of `galley`. Each loads what it needs when it is asked for: a mistake is told at once. */
export function commandsOf(parts: ServeParts): readonly NamedCommand[] {
  const commands: readonly NamedCommand[] = [
    { name: 'serve', load: async () => (await import('./serve')).serveCommand(parts) },
    { name: 'team', load: async () => (await import('./team')).teamCommand(parts) },
    { name: 'token', load: async () => (await import('./token')).tokenCommand(parts) },
    { name: 'session', load: async () => (await import('./session')).sessionCommand },
    { name: 'link', load: async () => (await import('./link')).linkCommand },
    { name: 'revoke-all', load: async () => (await import('./revoke-all')).revokeAllCommand },
    { name: 'sync', load: async () => (await import('./sync')).syncCommand(parts.workerProgram) },
    { name: 'links', load: async () => (await import('./links')).linksCommand(parts) },
    { name: 'move', load: async () => (await import('./move')).moveCommand(parts) },
    { name: 'mcp', load: async () => (await import('./mcp')).mcpCommand(parts) },
    { name: 'search', load: async () => (await import('./search')).searchCommand(parts) },
    { name: 'replace', load: async () => (await import('./replace')).replaceCommand(parts) },
    { name: 'trust', load: async () => (await import('./trust')).trustCommand() },
    { name: 'backup', load: async () => (await import('./backup')).backupCommand },
    { name: 'restore', load: async () => (await import('./restore')).restoreCommand },
    { name: 'doctor', load: async () => (await import('./doctor')).doctorCommand },
    { name: 'completion', load: async () => (await import('./completion')).completionCommand(() => commands) }
  ]
  return commands
}
