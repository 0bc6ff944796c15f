import { createParser, traverse } from 'css-selector-parser'

/** Something wrong with a selector or an expression; `at`: offset in its text. */
interface TextIssue {
  readonly message: string
  readonly at: number | null
}

const parse = createParser({ syntax: 'selectors-4' })

/** What the index cannot do with a selector. Empty: nothing. */
export function checkSelector(text: string): TextIssue[] {
  try {
    const issues: TextIssue[] = []
    traverse(parse(text), (node) => {
      if (node.type === 'PseudoClass' && !pseudoClasses.has(node.name))
        issues.push({
          message: `“:${node.name}” is about a page in a browser; an index cannot look for it.`,
          at: text.indexOf(`:${node.name}`)
        })
      if (node.type === 'PseudoElement')
        issues.push({ message: `“::${node.name}” is no element of the page.`, at: text.indexOf('::') })
    })
    return issues
  } catch (error) {
    const at = positionOf(error)
    return [
      {
        message: `This is no selector: ${reasonIn(error)}`,
        at: at === null ? null : Math.min(at, text.length - 1)
      }
    ]
  }
}

/** Those of `hast-util-select`, which the index looks with. */
const pseudoClasses: ReadonlySet<string> = new Set(
  (
    'any-link blank checked dir disabled empty enabled first-child first-of-type has is lang last-child last-of-type not nth-child ' +
    'nth-last-child nth-last-of-type nth-of-type only-child only-of-type optional read-only read-write required root scope'
  ).split(' ')
)

function positionOf(error: unknown): number | null {
  return error instanceof Error && 'position' in error && typeof error.position === 'number'
    ? error.position
    : null
}

function reasonIn(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  return message.replace(/^css-selector-parser parse error: /, '').replace(/\s*Pos: \d+\.?$/, '')
}
