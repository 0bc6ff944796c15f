import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A title of a test, or of a table's row that becomes one. */
export interface Title {
  readonly file: string
  readonly text: string
}

const makesTests = new Set(['describe', 'it', 'test'])

/** @returns every title below `test/`: of `describe`, `it` and `test`, of their tables, and of rows that have a `title` */
export function allTitles(): Title[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  return files.filter((name) => /\.tsx?$/.test(name)).flatMap((name) => titlesIn(join('test', name)))
}

function titlesIn(file: string): Title[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Title[] = []
  const add = (node: ts.Node | undefined) => {
    if (node && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)))
      found.push({ file, text: node.getText(source).slice(1, -1) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && makesTests.has(rootOf(node.expression))) {
      if (isTable(node)) node.arguments.forEach((rows) => addRows(rows, add))
      else add(node.arguments[0])
    }
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'title') add(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @returns the name at the root of `it`, `it.each(…)`, `describe.skipIf(…)` and the like */
function rootOf(called: ts.Expression): string {
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return rootOf(called.expression)
  if (ts.isTaggedTemplateExpression(called)) return rootOf(called.tag)
  return ts.isIdentifier(called) ? called.text : ''
}

const isTable = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'each'

/** The first text of each row, which `%s` puts where a title begins. */
function addRows(rows: ts.Expression, add: (node: ts.Node | undefined) => void): void {
  if (!ts.isArrayLiteralExpression(rows)) return
  for (const row of rows.elements) add(ts.isArrayLiteralExpression(row) ? row.elements[0] : row)
}
