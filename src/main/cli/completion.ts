import type { Command, NamedCommand } from './command'
import { UsageError } from './command'

const help = `usage: galley completion bash|zsh|fish

Prints what makes a shell complete the words of “galley”. Packages bring it along; else:

  bash   source <(galley completion bash)
  zsh    galley completion zsh > ~/.zfunc/_galley, with ~/.zfunc in fpath
  fish   galley completion fish > ~/.config/fish/completions/galley.fish

  --help   shows this`

/** `galley completion` (L8), made of the table of commands and of what their help says. */
export const completionCommand = (commands: () => readonly NamedCommand[]): Command => ({
  name: 'completion',
  summary: 'prints completion for a shell',
  help,
  async run(args, terminal) {
    const write = scripts[args[0] ?? '']
    if (!write || args.length > 1) throw new UsageError('name a shell: bash, zsh or fish')
    const loaded = await Promise.all(commands().map((one) => one.load()))
    terminal.out(write(loaded.flatMap(typed)))
  }
})

/** What can be typed, and what may follow. */
interface Typed {
  /** `serve`, or `token create`. */
  readonly words: string
  readonly summary: string
  readonly options: readonly string[]
}

const typed = ({ name, summary, help: text, commands = [] }: Command): Typed[] => [
  { words: name, summary, options: commands.length > 0 ? [] : optionsIn(text) },
  ...commands.flatMap(typed)
]

const optionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option))
]

const groupOf = ({ words }: Typed): string => words.split(' ')[0] ?? ''
const lastOf = ({ words }: Typed): string => words.split(' ').at(-1) ?? ''
const isGroup = (one: Typed, all: readonly Typed[]) =>
  all.some(({ words }) => words.startsWith(`${one.words} `))
const below = (one: Typed, all: readonly Typed[]) =>
  all.filter((other) => other !== one && groupOf(other) === one.words)

const top = (all: readonly Typed[]) => all.filter(({ words }) => !words.includes(' '))

/** After these comes a file or folder. */
const places = ['--data', '--to', '--backup', '--verify']

/** The patterns of `case`, the longer words first. */
const cases = (all: readonly Typed[]): (readonly [pattern: string, words: string])[] =>
  [...all]
    .sort((a, b) => b.words.length - a.words.length)
    .map((one) => [
      one.words.includes(' ') ? `"${one.words}"` : `"${one.words} "*`,
      (isGroup(one, all) ? below(one, all).map(lastOf) : one.options).join(' ')
    ])

const scripts: Readonly<Record<string, (all: readonly Typed[]) => string>> = {
  bash: (all) => `_galley() {
  local word=\${COMP_WORDS[COMP_CWORD]} known=
  case \${COMP_WORDS[COMP_CWORD-1]} in
    ${places.join('|')}) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    known="${top(all).map(lastOf).join(' ')} --help --version"
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases(all)
  .map(([pattern, words]) => `      ${pattern}) known="${words}" ;;`)
  .join('\n')}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$known" -- "$word")
}
complete -o filenames -F _galley galley`,
  zsh: (all) => `#compdef galley
_galley() {
  local -a known
  case $words[CURRENT-1] in
    ${places.join('|')}) _files; return ;;
  esac
  if (( CURRENT == 2 )); then
    known=(${top(all)
      .map((one) => `'${one.words}:${one.summary.replaceAll("'", '’')}'`)
      .join(' ')})
    _describe command known
    return
  fi
  case "$words[2] $words[3]" in
${cases(all)
  .map(([pattern, words]) => `    ${pattern}) known=(${words}) ;;`)
  .join('\n')}
  esac
  compadd -- $known
}
_galley "$@"`,
  fish: (all) =>
    [
      'complete -c galley -f',
      ...top(all).map(
        ({ words, summary }) =>
          `complete -c galley -n __fish_use_subcommand -a ${words} -d '${summary.replaceAll("'", '’')}'`
      ),
      ...all.flatMap((one) => [
        ...(isGroup(one, all)
          ? [
              `complete -c galley -n '__fish_seen_subcommand_from ${one.words}' -a '${below(one, all).map(lastOf).join(' ')}'`
            ]
          : []),
        ...one.options.map((option) => {
          const seen = one.words
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ')
          return `complete -c galley -n '${seen}' -l ${option.slice(2)}${places.includes(option) ? ' -rF' : ''}`
        })
      ])
    ].join('\n')
}
