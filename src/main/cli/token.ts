import type { Command } from './command'
import { UsageError } from './command'
import { tokenCreate } from './token-create'
import { tokenList } from './token-list'
import { tokenRevoke } from './token-revoke'

const commands: readonly Command[] = [tokenCreate, tokenList, tokenRevoke]

const help = `usage: galley token <command> …

${commands.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join('\n')}

Each shows its options with --help. They work also while Galley has the workspace open.`

/** `galley token …` (L3). */
export const tokenCommand: Command = {
  name: 'token',
  summary: 'makes, lists and revokes tokens',
  help,
  async run(args, terminal) {
    const [word, ...rest] = args
    if (word === undefined) throw new UsageError('say what to do: create, list or revoke')
    const command = commands.find(({ name }) => name === `token ${word}`)
    if (!command) throw new UsageError(`unknown command “token ${word}”; there are create, list and revoke`)
    if (rest.includes('--help')) return terminal.out(command.help)
    await command.run(rest, terminal)
  }
}
