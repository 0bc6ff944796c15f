/** What a unit of systemd says, as far as it is needed to do by hand what systemd does. */
export interface Unit {
  readonly user: string
  /** With what `Environment` sets. */
  readonly env: Readonly<Record<string, string>>
  readonly start: readonly string[]
  readonly startPost: readonly string[]
}

/**
 * Reads the text of a unit; words like `$GALLEY_OPTIONS` are split at blanks, `${NAME}` are not.
 * @param more what its `EnvironmentFile` and its folders set
 */
export function unitOf(text: string, more: Readonly<Record<string, string>>): Unit {
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
  const env = { ...settings(value('Environment').split(' ')), ...more }
  const words = (line: string) =>
    line.split(' ').flatMap((word) => {
      const split = /^\$(\w+)$/.exec(word)?.[1]
      if (split !== undefined) return (env[split] ?? '').split(' ').filter(Boolean)
      return [word.replace(/\$\{(\w+)\}/g, (_all, name: string) => env[name] ?? '')]
    })
  return {
    user: value('User'),
    env,
    start: words(value('ExecStart')),
    startPost: words(value('ExecStartPost'))
  }
}

/** The lines of an `EnvironmentFile`. */
export const settings = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      return name !== undefined && value !== undefined ? [[name, value]] : []
    })
  )
