import { LINK_SCHEME } from './link'

/** What a start of the app asks for, beside being started. */
export interface StartArguments {
  readonly newWindow: boolean
  /** Links, and paths of folders and files, as they were given; what they are is looked at later. */
  readonly opens: readonly string[]
}

/** What one start may ask for at most, and letters of one of it. */
const [MOST, LONGEST] = [10, 4_096]

/**
 * Reads the arguments behind the program (LI3). What begins with a dash is an option, of which one is known;
 * what stands after `--` is never one.
 */
export function readStartArguments(argv: readonly string[]): StartArguments {
  const end = argv.indexOf('--')
  const before = end < 0 ? argv : argv.slice(0, end)
  const after = end < 0 ? [] : argv.slice(end + 1)
  const opens = [...before.filter((one) => !one.startsWith('-')), ...after]
  return {
    newWindow: before.includes('--new-window'),
    opens: opens.filter((one) => one !== '' && one.length <= LONGEST && !/\p{Cc}/u.test(one)).slice(0, MOST)
  }
}

/** Whether it is a link, or means to be one: never a path then. */
export const isLink = (text: string): boolean => text.toLowerCase().startsWith(LINK_SCHEME)
