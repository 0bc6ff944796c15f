export type TokenKind = 'placeholder' | 'icon'

/** Letters that stand for something else: `{{name}}` for the words of a placeholder, `:name:` for an icon. */
export interface Token {
  readonly kind: TokenKind
  readonly name: string
  /** Where it begins and ends in its text. */
  readonly from: number
  readonly to: number
}

/** Signs in a name at most; more is text. */
const LONGEST = 100

/** An icon stands beside no letter, slash or further colon: times, addresses and `a::b` are none. */
const pattern = new RegExp(
  `\\{\\{([^{}\\n]{1,${LONGEST}})\\}\\}|(?<![\\p{L}\\p{N}_:/]):([a-z][a-z0-9_-]{0,${LONGEST - 1}}):(?![\\p{L}\\p{N}_:/])`,
  'giu'
)

/** What in a text stands for something else, in its order (VE25). */
export function tokensIn(text: string): Token[] {
  // most lines have none
  if (!text.includes('{{') && !text.includes(':')) return []
  return [...text.matchAll(pattern)].flatMap(({ index, 0: all, 1: key, 2: icon }): Token[] => {
    const name = (key ?? icon ?? '').trim()
    if (name === '') return []
    const kind = key === undefined ? 'icon' : 'placeholder'
    return [{ kind, name, from: index, to: index + all.length }]
  })
}

/** As it is written in a text; null for a name that no text can hold. */
export function writtenToken(kind: TokenKind, name: string): string | null {
  const text = kind === 'icon' ? `:${name}:` : `{{${name}}}`
  const [read, ...more] = tokensIn(text)
  return read?.kind === kind && read.name === name && read.to === text.length && more.length === 0
    ? text
    : null
}
