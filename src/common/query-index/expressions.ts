import jsep from 'jsep'
import type { Severity } from './issues'

/** A function of the expressions, as it is offered and checked (map, I). */
interface IndexFunction {
  readonly name: string
  readonly parameters: readonly string[]
  /** How many parameters it needs at least. */
  readonly needs: number
  readonly does: string
}

export const functions: readonly IndexFunction[] = [
  { name: 'textContent', parameters: ['el'], needs: 1, does: 'The text of the elements.' },
  { name: 'innerHTML', parameters: ['el'], needs: 1, does: 'What the elements hold, as HTML.' },
  { name: 'attribute', parameters: ['el', 'name'], needs: 2, does: 'An attribute of the elements.' },
  {
    name: 'match',
    parameters: ['el', 'regex'],
    needs: 2,
    does: 'Every match of a regular expression in the text; with groups, the last one that is not empty.'
  },
  {
    name: 'words',
    parameters: ['text', 'start', 'end'],
    needs: 3,
    does: 'Words of a text, from the one number up to the other.'
  },
  {
    name: 'characters',
    parameters: ['text', 'start', 'end'],
    needs: 2,
    does: 'Characters of a text; negative numbers count from its end.'
  },
  {
    name: 'replace',
    parameters: ['text', 'search', 'replacement'],
    needs: 3,
    does: 'The text with the first occurrence replaced.'
  },
  {
    name: 'replaceAll',
    parameters: ['text', 'search', 'replacement'],
    needs: 3,
    does: 'The text with every occurrence replaced.'
  },
  {
    name: 'parseTimestamp',
    parameters: ['value', 'format'],
    needs: 1,
    does: 'A time in seconds since 1970, read by a format such as “YYYY-MM-DD”, in UTC.'
  },
  {
    name: 'dateValue',
    parameters: ['value', 'format'],
    needs: 1,
    does: 'A day as spreadsheets count it, read by a format such as “YYYY-MM-DD”.'
  }
]

/** What an expression may name. */
export const variables: Readonly<Record<string, string>> = {
  el: 'The elements that the selector found.',
  path: 'The path of the page on the site.',
  headers: 'The headers of the page: headers["last-modified"].'
}

interface ExpressionIssue {
  readonly severity: Severity
  readonly message: string
  /** Offset in the expression's text; null: the whole. */
  readonly at: number | null
  readonly length: number
}

/**
 * What is wrong with an expression: syntax, operators, unknown names, too few parameters. The extractor
 * answers an unknown name with nothing, so it is a warning.
 */
export function checkExpression(text: string): ExpressionIssue[] {
  if (text.length > 10_000)
    return [{ severity: 'error', message: 'This expression is too long.', at: null, length: 1 }]
  let tree: jsep.Expression
  try {
    tree = jsep(text)
  } catch (error) {
    return [
      {
        severity: 'error',
        message: `This is no expression: ${reasonIn(error)}`,
        at: placeIn(error, text),
        length: 1
      }
    ]
  }
  const issues: ExpressionIssue[] = []
  check(tree, text, issues)
  return issues
}

function check(node: jsep.Expression, text: string, issues: ExpressionIssue[]): void {
  const report = (severity: Severity, message: string, name?: string) => {
    const at = name === undefined ? -1 : text.search(new RegExp(`\\b${name.replace(/[^\w]/g, '\\$&')}\\b`))
    issues.push({ severity, message, at: at < 0 ? null : at, length: name?.length ?? 1 })
  }
  const { type } = node as jsep.CoreExpression
  switch (type) {
    case 'CallExpression': {
      const { callee, arguments: given } = node as jsep.CallExpression
      for (const one of given) check(one, text, issues)
      const name = callee.type === 'Identifier' ? (callee as jsep.Identifier).name : ''
      const known = functions.find((one) => one.name === name)
      if (!known) {
        const said = name === '' ? 'Only named functions can be called.' : `There is no function “${name}”.`
        return report(
          name === '' ? 'error' : 'warning',
          `${said} Known: ${functions.map((one) => one.name).join(', ')}.`,
          name
        )
      }
      if (given.length < known.needs) report('error', `“${name}” takes ${known.parameters.join(', ')}.`, name)
      return
    }
    case 'MemberExpression': {
      const { object, property } = node as jsep.MemberExpression
      const isHeader =
        object.type === 'Identifier' &&
        (object as jsep.Identifier).name === 'headers' &&
        property.type === 'Literal'
      if (!isHeader) report('warning', 'Only headers have members: headers["last-modified"].')
      return
    }
    case 'Identifier': {
      const { name } = node as jsep.Identifier
      if (!Object.hasOwn(variables, name))
        report(
          'warning',
          `There is no variable “${name}”. Known: ${Object.keys(variables).join(', ')}.`,
          name
        )
      return
    }
    case 'Literal':
      return
    case 'UnaryExpression': {
      const { operator, argument } = node as jsep.UnaryExpression
      if (operator !== '-') report('error', `The sign “${operator}” means nothing here.`)
      return check(argument, text, issues)
    }
    default:
      return report(
        'error',
        'Expressions are calls, names and values; operators and lists are not known here.'
      )
  }
}

/** jsep counts from 0 and names the place in its message. */
function placeIn(error: unknown, text: string): number | null {
  const at =
    error instanceof Error && 'index' in error && typeof error.index === 'number' ? error.index : null
  return at === null ? null : Math.min(at, Math.max(0, text.length - 1))
}

function reasonIn(error: unknown): string {
  const said = error instanceof Error ? error.message.replace(/ at character \d+$/, '') : ''
  return said === '' ? 'it cannot be read.' : `${said}.`.replace(/\.\.$/, '.')
}
