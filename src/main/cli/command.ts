import { parseArgs } from 'node:util'
import { GalleyError } from '../../common/errors'

/** What a command may touch: tests hand in their own. */
export interface Terminal {
  /** A line for programs, on stdout. */
  out(line: string): void
  /** A line for people, on stderr. */
  notify(line: string): void
}

export interface Command {
  /** As it is typed, without `galley`. */
  readonly name: string
  readonly summary: string
  /** The whole help text. */
  readonly help: string
  /** What the words after it name, each with a help of its own. */
  readonly commands?: readonly Command[]
  run(args: readonly string[], terminal: Terminal): Promise<void>
}

/** A command by its name: its code, and all that it needs, is loaded when somebody asks for it. */
export interface NamedCommand {
  readonly name: string
  load(): Promise<Command>
}

/** A mistake in how a command was typed (L5): exit code 2. */
export class UsageError extends Error {}

/** All went well, and something waits for a person (Y12): exit code 2. */
export class WaitingError extends Error {}

type OptionNames = Readonly<Record<string, { readonly type: 'string' }>>

/**
 * The options of a command, all of which take a value.
 * @param positionals how many words may follow
 * @throws UsageError that names what is wrong
 */
export function parseOptions<T extends OptionNames>(
  args: readonly string[],
  options: T,
  positionals = 0
): { values: Partial<Record<keyof T, string>>; words: string[] } {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    const extra = parsed.positionals[positionals]
    if (extra !== undefined) throw new UsageError(`unexpected “${extra}”`)
    const values: Partial<Record<keyof T, string>> = {}
    for (const name of Object.keys(options)) {
      const value: unknown = Reflect.get(parsed.values, name)
      if (typeof value === 'string') Reflect.set(values, name, value)
    }
    return { values, words: parsed.positionals }
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(firstSentence(error.message))
    }
    throw error
  }
}

/** @throws UsageError when the option is missing or empty */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing`)
  return value
}

/** What is wrong with a member is wrong with the option of that name. */
export function asUsage<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    throw new UsageError(`--${error.where ?? 'email'}: ${error.message}`)
  }
}

/** One line for a failure, never a stack (L5). */
export function lineFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof WaitingError || error instanceof GalleyError)
    return error.message
  return `unexpected failure: ${error instanceof Error ? error.message : String(error)}`
}

/**
 * Node goes on to explain how to type positional arguments that look like options; nobody needs that here.
 */
const firstSentence = (message: string) =>
  (message.split(/\. |\n/, 1)[0] ?? message).replace(/^(.)/, (c) => c.toLowerCase())
