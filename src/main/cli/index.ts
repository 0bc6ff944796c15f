import { Console } from 'node:console'
import { webcrypto } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import type { NamedCommand } from './command'
import { runCommand } from './run'

// Node 18 has none
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
// stdout belongs to what a command promises to print; libraries that chat go to stderr
globalThis.console = new Console(process.stderr, process.stderr)
// a reader that went away is no reason to fail
process.stdout.on('error', () => {})

// this file is out/main/cli.js once it is built
const uiFolder = join(__dirname, '../renderer')

const workerProgram = join(__dirname, 'worker.js')

const program = { appVersion: version, workerProgram }

const served = {
  appVersion: version,
  sampleFolder: join(__dirname, '../../resources/sample'),
  workerProgram,
  checkProgram: join(__dirname, 'check.js'),
  roomProgram: join(__dirname, 'rooms.js'),
  searchProgram: join(__dirname, 'search.js'),
  uiFolder: existsSync(join(uiFolder, 'index.html')) ? uiFolder : undefined
}

// each loads what it needs when it is asked for: a mistake is told at once
const commands: readonly NamedCommand[] = [
  { name: 'serve', load: async () => (await import('./serve')).serveCommand(served) },
  { name: 'team', load: async () => (await import('./team')).teamCommand(served) },
  { name: 'token', load: async () => (await import('./token')).tokenCommand(program) },
  { name: 'session', load: async () => (await import('./session')).sessionCommand },
  { name: 'link', load: async () => (await import('./link')).linkCommand },
  { name: 'revoke-all', load: async () => (await import('./revoke-all')).revokeAllCommand },
  { name: 'sync', load: async () => (await import('./sync')).syncCommand(workerProgram) },
  { name: 'links', load: async () => (await import('./links')).linksCommand(program) },
  { name: 'move', load: async () => (await import('./move')).moveCommand(program) },
  { name: 'mcp', load: async () => (await import('./mcp')).mcpCommand(program) },
  { name: 'search', load: async () => (await import('./search')).searchCommand(program) },
  { name: 'replace', load: async () => (await import('./replace')).replaceCommand(program) },
  { name: 'trust', load: async () => (await import('./trust')).trustCommand() },
  { name: 'backup', load: async () => (await import('./backup')).backupCommand },
  { name: 'restore', load: async () => (await import('./restore')).restoreCommand },
  { name: 'doctor', load: async () => (await import('./doctor')).doctorCommand },
  { name: 'completion', load: async () => (await import('./completion')).completionCommand(() => commands) }
]

const terminal = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  notify: (line: string) => void process.stderr.write(`${line}\n`)
}

void runCommand(commands, process.argv.slice(2), terminal, version).then((code) => {
  process.exitCode = code
})
