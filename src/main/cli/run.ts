import { visible } from '../system/failure-text'
import type { Command, NamedCommand, Terminal } from './command'
import { lineFor, UsageError, WaitingError } from './command'
import { visibly } from './visibly'

/**
 * Runs what was typed after `galley`.
 * @returns the exit code: 0, 1 for a failure, 2 for a typing mistake or for what waits for a person (L5, Y12)
 */
export async function runCommand(
  commands: readonly NamedCommand[],
  args: readonly string[],
  screen: Terminal,
  version: string
): Promise<number> {
  const terminal = visibly(screen)
  const [word, ...rest] = args
  const named = commands.find(({ name }) => name === word)
  try {
    if (word === '--version') {
      terminal.out(version)
      return 0
    }
    if (word === '--help' || word === '-h' || word === 'help') {
      terminal.out(helpFor(await Promise.all(commands.map((one) => one.load()))))
      return 0
    }
    if (!named) throw new UsageError(word === undefined ? 'say what to do' : `unknown command “${word}”`)
    const command = await named.load()
    if (rest[0] === '--help' || (command.commands === undefined && rest.includes('--help')))
      terminal.out(command.help)
    else await command.run(rest, terminal)
    return 0
  } catch (error) {
    const usage = error instanceof UsageError
    const hint = usage ? ` (see: galley ${named ? `${named.name} ` : ''}--help)` : ''
    terminal.notify(`galley: ${visible(oneLine(lineFor(error)))}${hint}`)
    return usage || error instanceof WaitingError ? 2 : 1
  }
}

function helpFor(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`)
  return `usage: galley <command> …\n\n${lines.join('\n')}\n\nEach shows its options with --help.`
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')
