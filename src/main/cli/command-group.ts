import type { Command } from './command'
import { UsageError } from './command'

/**
 * A command of several words: `galley token create`. Each has a help of its own.
 * @param commands named with the group's word in front
 * @param note the last line of the group's help
 */
export function commandGroup(
  name: string,
  summary: string,
  commands: readonly Command[],
  note: string
): Command {
  const words = commands.map((command) => command.name.slice(name.length + 1))
  const known = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
  return {
    name,
    summary,
    commands,
    help: `usage: galley ${name} <command> …

${commands.map((command) => `  ${command.name.padEnd(14)}${command.summary}`).join('\n')}

Each shows its options with --help. ${note}`,
    async run(args, terminal) {
      const [word, ...rest] = args
      if (word === undefined) throw new UsageError(`say what to do: ${known.replace(' and ', ' or ')}`)
      const command = commands[words.indexOf(word)]
      if (!command) throw new UsageError(`unknown command “${name} ${word}”; there are ${known}`)
      if (rest.includes('--help')) return terminal.out(command.help)
      await command.run(rest, terminal)
    }
  }
}
