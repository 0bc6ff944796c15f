import { Console } from 'node:console'
import { webcrypto } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { doctorCommand } from './doctor'
import { linkCommand } from './link'
import { revokeAllCommand } from './revoke-all'
import { runCommand } from './run'
import { serveCommand } from './serve'
import { sessionCommand } from './session'
import { syncCommand } from './sync'
import { tokenCommand } from './token'
import { trustCommand } from './trust'

// Node 18 has none
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
// stdout belongs to what a command promises to print; libraries that chat go to stderr
globalThis.console = new Console(process.stderr, process.stderr)
// a reader that went away is no reason to fail
process.stdout.on('error', () => {})

// this file is out/main/cli.js once it is built
const uiFolder = join(__dirname, '../renderer')

const commands = [
  serveCommand({
    appVersion: version,
    sampleFolder: join(__dirname, '../../resources/sample'),
    workerProgram: join(__dirname, 'worker.js'),
    uiFolder: existsSync(join(uiFolder, 'index.html')) ? uiFolder : undefined
  }),
  tokenCommand,
  sessionCommand,
  linkCommand,
  revokeAllCommand,
  syncCommand(join(__dirname, 'worker.js')),
  trustCommand(),
  doctorCommand
]

const terminal = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  tell: (line: string) => void process.stderr.write(`${line}\n`)
}

void runCommand(commands, process.argv.slice(2), terminal, version).then((code) => {
  process.exitCode = code
})
