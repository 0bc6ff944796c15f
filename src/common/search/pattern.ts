import { RegExpParser, RegExpSyntaxError, type AST } from '@eslint-community/regexpp'

/** A `/pattern/`, as files are looked through for it. */
export interface Pattern {
  readonly source: string
  /** Of a RegExp that goes through a text; each line has its own `^` and `$`. */
  readonly flags: string
  /** It must not be there. */
  readonly not: boolean
  /** What whatever it matches holds, sign by sign; null when that cannot be told. */
  readonly literal: string | null
  /** Where it stands in the question, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** Why something is no pattern, and where in it. */
interface PatternFault {
  /** In UTF-16 units of the pattern. */
  readonly at: number
  /** In words of the language of patterns. */
  readonly why: string
}

/**
 * Reads a pattern: as one of whole signs (`u`) where it can be, else as the web has always read them.
 * @param flags `i`, `s`, or both
 */
export function readPattern(
  source: string,
  flags: string
): { readonly flags: string; readonly literal: string | null } | PatternFault {
  const whole = parsed(source, true)
  const tree = 'why' in whole ? parsed(source, false) : whole
  if ('why' in tree) return tree
  const all = `gm${flags}${tree === whole ? 'u' : ''}`
  try {
    new RegExp(source, all)
  } catch (error) {
    return { at: 0, why: error instanceof Error ? bare(error.message) : '' }
  }
  return { flags: all, literal: flags.includes('i') ? null : literalIn(tree) }
}

function parsed(source: string, unicode: boolean): AST.Pattern | PatternFault {
  try {
    return new RegExpParser({ ecmaVersion: 2023 }).parsePattern(source, 0, source.length, { unicode })
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error
    return { at: Math.min(error.index, source.length), why: bare(error.message) }
  }
}

/** Without the pattern itself, which the message begins with. */
const bare = (message: string) => message.slice(message.lastIndexOf(': ') + 1).trim()

/** The longest run of plain signs that everything it matches has. */
function literalIn({ alternatives }: AST.Pattern): string | null {
  const [only] = alternatives
  if (!only || alternatives.length > 1) return null
  let best = ''
  let run = ''
  for (const element of only.elements) {
    run = element.type === 'Character' ? run + String.fromCodePoint(element.value) : ''
    if (run.length > best.length) best = run
  }
  // what is not in the bytes as it is read
  return best === '' || /[\ufeff\ufffd\ud800-\udfff]/.test(best) ? null : best
}
