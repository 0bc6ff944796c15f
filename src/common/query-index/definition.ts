import { isScalar, parseDocument, LineCounter, visit, type Document } from 'yaml'
import { bounds } from '../bounds'
import { excessOf } from './excess'
import { checkExpression } from './expressions'
import type { Issue, Severity } from './issues'
import { placesIn, type Places } from './places'
import { readMap, readText, readTexts, type Report } from './readings'
import { checkSelector } from './selectors'
import { targetProblem, targetPath } from './targets'

/** What `helix-query.yaml` asks for. */
export interface Definition {
  readonly indices: readonly IndexDefinition[]
}

/** One file of rows. */
export interface IndexDefinition {
  readonly name: string
  /** Below the site, always with `.json`: `/query-index.json`. */
  readonly target: string
  /** Path patterns; null: every page. An empty list: none. */
  readonly include: readonly string[] | null
  readonly exclude: readonly string[] | null
  readonly properties: readonly PropertyDefinition[]
}

/** One column: the elements it looks at, and what it takes from them. */
export interface PropertyDefinition {
  readonly name: string
  readonly select: string
  /** Only the first element that the selector finds. */
  readonly first: boolean
  readonly expression: string
  /** A list of results instead of one. */
  readonly many: boolean
}

export interface DefinitionReading {
  /** Null while there is an error. */
  readonly definition: Definition | null
  /** Errors and warnings with their places, in the order of the text. */
  readonly issues: readonly Issue[]
}

/**
 * Reads a query-index definition (description, “Query-index definition”; map, I). Never throws: what is wrong
 * is told with line and column. Unknown members are warnings, so that definitions made for other programs can
 * be read.
 */
export function readDefinition(text: string): DefinitionReading {
  const issues: Issue[] = []
  const excess = excessOf(text)
  if (excess) return { definition: null, issues: [excess] }
  const lines = new LineCounter()
  // repeated keys are looked for here, since the parser compares each with all others
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    uniqueKeys: false
  })
  const places = placesIn(text, document, lines)
  const errors = [...document.errors, ...repeatedKeys(document)]
  for (const { message, pos, code } of errors.slice(0, bounds.yaml.problems))
    issues.push({ severity: 'error', message: plainMessage(code, message), ...places.span(pos[0], pos[1]) })
  const told = { error: issues.length, warning: 0 }
  const report: Report = (severity, path, message, inside) => {
    told[severity] += 1
    if (told[severity] <= bounds.yaml.problems) issues.push({ severity, message, ...places.of(path, inside) })
  }
  const root = issues.length > 0 ? null : valueOf(document, report)
  const indices = root === null ? [] : indicesIn(root, report, places)
  issues.sort((a, b) => a.line - b.line || a.column - b.column)
  return { definition: told.error > 0 ? null : { indices }, issues }
}

const MOST_INDICES = 50
const MOST_PROPERTIES = 200

interface Repeated {
  readonly code: 'DUPLICATE_KEY'
  readonly message: string
  readonly pos: readonly [number, number]
}

/** The keys that a map has a second time. Merge keys may be there again. */
function repeatedKeys(document: Document): Repeated[] {
  const found: Repeated[] = []
  visit(document, {
    Map(_key, map) {
      const known = new Set<unknown>()
      for (const { key } of map.items) {
        if (!isScalar(key) || key.value === '<<' || typeof key.value === 'symbol') continue
        if (known.has(key.value))
          found.push({
            code: 'DUPLICATE_KEY',
            message: '',
            pos: [key.range?.[0] ?? 0, (key.range?.[0] ?? 0) + 1]
          })
        known.add(key.value)
      }
    }
  })
  return found
}

/** Null when it could not be expanded, which was told. */
function valueOf(document: Document, report: Report): unknown {
  try {
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 1000 })
    if (value === null || value === undefined) {
      report('error', [], 'The definition is empty. It begins with “version: 1” and “indices:”.')
      return null
    }
    return value
  } catch (error) {
    const lost = unresolved(document)
    const said = error instanceof Error ? error.message : 'The aliases cannot be resolved.'
    report('error', [], lost ? `There is no anchor “&${lost.name}” above this.` : said, lost?.at)
    return null
  }
}

function unresolved(
  document: Document
): { readonly name: string; readonly at: readonly [number, number] } | null {
  let found: ReturnType<typeof unresolved> = null
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document) || !node.range) return undefined
      found = { name: node.source, at: [node.range[0], node.range[1]] }
      return visit.BREAK
    }
  })
  return found
}

function indicesIn(root: unknown, report: Report, places: Places): IndexDefinition[] {
  const top = readMap(root, [], report, 'The definition is a map with “version” and “indices”.')
  if (!top) return []
  const version = top.get('version')
  if (version !== 1) {
    const said = version === undefined ? '“version: 1” is missing.' : 'The version is 1; no other is known.'
    report('error', version === undefined ? [] : ['version'], said)
  }
  warnUnknown(top, [], topMembers, report)
  if (!top.has('indices')) {
    report('error', [], '“indices” is missing: a map of names to what each index holds.')
    return []
  }
  const indices = readMap(
    top.get('indices'),
    ['indices'],
    report,
    '“indices” is a map: a name for each index.'
  )
  if (!indices) return []
  if (indices.size > MOST_INDICES)
    report('error', ['indices'], `At most ${MOST_INDICES} indices in one definition.`)
  const targets = new Map<string, string>()
  return [...indices].slice(0, MOST_INDICES).flatMap(([name, value]) => {
    const index = indexIn(name, value, report, places)
    if (!index) return []
    const other = targets.get(index.target)
    if (other !== undefined)
      report('error', ['indices', name, 'target'], `“${other}” writes the same file. Each index has its own.`)
    targets.set(index.target, name)
    return [index]
  })
}

function indexIn(name: string, value: unknown, report: Report, places: Places): IndexDefinition | null {
  const path = ['indices', name]
  const members = readMap(value, path, report, `“${name}” is a map with “target” and “properties”.`)
  if (!members) return null
  warnUnknown(members, path, indexMembers, report)
  for (const legacy of legacyMembers)
    if (members.has(legacy)) report('warning', [...path, legacy], `“${legacy}” has no effect any more.`)
  const target = readText(members, path, 'target', report)
  const problem = target === null ? null : targetProblem(target)
  if (problem !== null) report('error', [...path, 'target'], problem)
  const include = readTexts(members, path, 'include', report)
  if (include?.length === 0)
    report(
      'warning',
      [...path, 'include'],
      'An empty list includes nothing. Leave “include” out for every page.'
    )
  const exclude = readTexts(members, path, 'exclude', report)
  reportLongPatterns({ include, exclude }, path, report)
  if (!members.has('properties')) {
    report('error', path, '“properties” is missing: a map of column names to where their values come from.')
    return null
  }
  const at = [...path, 'properties']
  const columns = readMap(
    members.get('properties'),
    at,
    report,
    '“properties” is a map: a name for each column.'
  )
  if (!columns) return null
  if (columns.size > MOST_PROPERTIES)
    report('error', at, `At most ${MOST_PROPERTIES} properties in one index.`)
  const properties = [...columns]
    .slice(0, MOST_PROPERTIES)
    .flatMap(([column, one]) => propertyIn(column, one, [...at, column], report, places) ?? [])
  return target === null || problem !== null
    ? null
    : { name, target: targetPath(target), include, exclude, properties }
}

function reportLongPatterns(
  lists: Pick<IndexDefinition, 'include' | 'exclude'>,
  path: readonly string[],
  report: Report
): void {
  const { characters, count } = bounds.patterns
  for (const key of ['include', 'exclude'] as const) {
    const patterns = lists[key] ?? []
    if (patterns.length > count) report('error', [...path, key], `At most ${count} patterns in one list.`)
    if (patterns.some((pattern) => pattern.length > characters))
      report('error', [...path, key], `A pattern has at most ${characters} characters: no path is longer.`)
  }
}

function propertyIn(
  name: string,
  value: unknown,
  path: readonly string[],
  report: Report,
  places: Places
): PropertyDefinition | null {
  const members = readMap(value, path, report, `“${name}” is a map with “select” and “value”.`)
  if (!members) return null
  warnUnknown(members, path, propertyMembers, report)
  if (members.has('faceted')) report('warning', [...path, 'faceted'], '“faceted” has no effect any more.')
  const single = readOne(members, path, ['select', 'selectFirst'], report, 'where to look, or “select: none”')
  const taken = readOne(members, path, ['value', 'values'], report, 'what to take, such as “textContent(el)”')
  if (single === null || taken === null) return null
  const first = single.key === 'selectFirst'
  if (first || single.text !== 'none')
    for (const { message, at } of checkSelector(single.text))
      report('error', [...path, single.key], message, places.inside([...path, single.key], single.text, at))
  if (taken.text.length > bounds.patterns.expression) {
    report(
      'error',
      [...path, taken.key],
      `At most ${bounds.patterns.expression} characters say what to take.`
    )
    return null
  }
  for (const { severity, message, at, length } of checkExpression(taken.text))
    report(
      severity,
      [...path, taken.key],
      message,
      places.inside([...path, taken.key], taken.text, at, length)
    )
  return { name, select: single.text, first, expression: taken.text, many: taken.key === 'values' }
}

/** Exactly one of two members, as text. */
function readOne(
  members: ReadonlyMap<string, unknown>,
  path: readonly string[],
  [one, other]: readonly [string, string],
  report: Report,
  means: string
): { readonly key: string; readonly text: string } | null {
  const [hasOne, hasOther] = [members.has(one), members.has(other)]
  if (!hasOne && !hasOther) {
    report('error', path, `“${one}” is missing: ${means}.`)
    return null
  }
  if (hasOne && hasOther) report('error', [...path, other], `Give “${one}” or “${other}”, not both.`)
  const key = hasOne ? one : other
  const text = readText(members, path, key, report)
  return text === null ? null : { key, text }
}

function warnUnknown(
  members: ReadonlyMap<string, unknown>,
  path: readonly string[],
  known: readonly string[],
  report: Report
): void {
  for (const key of members.keys()) {
    // names that begin so are where people put anchors
    if (known.includes(key) || key.startsWith('x-') || (path.length === 0 && key.startsWith('.'))) continue
    report('warning', [...path, key], `“${key}” is not known here and has no effect.`)
  }
}

const topMembers = ['version', 'indices', 'auto-generated'] as const
const legacyMembers = ['source', 'fetch', 'queries', 'sitemap'] as const
const indexMembers = ['target', 'include', 'exclude', 'properties', ...legacyMembers] as const
const propertyMembers = ['select', 'selectFirst', 'value', 'values', 'faceted'] as const

function plainMessage(code: string, message: string): string {
  return messages[code] ?? message
}

const messages: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'This name is there twice in the same map.',
  TAB_AS_INDENT: 'YAML is indented with spaces, not with tabs.',
  BAD_INDENT: 'The indentation does not fit the lines around it.',
  MULTIPLE_DOCS: 'There is more than one document in the file.',
  MISSING_CHAR: 'A sign is missing here: a closing quote, a colon or a bracket.'
}

export type { Issue, Severity }
