import { Console } from 'node:console'
import { webcrypto } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { commandsOf } from './commands'
import { runCommand } from './run'

// Node 18 has none
if (!('crypto' in globalThis)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto })
// stdout belongs to what a command promises to print; libraries that chat go to stderr
globalThis.console = new Console(process.stderr, process.stderr)
// a reader that went away is no reason to fail
process.stdout.on('error', () => {})

// this file is out/main/cli.js once it is built
const uiFolder = join(__dirname, '../renderer')

const commands = commandsOf({
  appVersion: version,
  sampleFolder: join(__dirname, '../../resources/sample'),
  workerProgram: join(__dirname, 'worker.js'),
  checkProgram: join(__dirname, 'check.js'),
  roomProgram: join(__dirname, 'rooms.js'),
  searchProgram: join(__dirname, 'search.js'),
  uiFolder: existsSync(join(uiFolder, 'index.html')) ? uiFolder : undefined
})

const terminal = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  notify: (line: string) => void process.stderr.write(`${line}\n`)
}

void runCommand(commands, process.argv.slice(2), terminal, version).then((code) => {
  process.exitCode = code
})
