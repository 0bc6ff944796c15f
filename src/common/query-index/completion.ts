import { functions, variables } from './expressions'

/**
 * Something that can be written at a place of a definition. `insert` may hold `${1:…}` where a person goes on
 * typing.
 */
export interface Completion {
  readonly label: string
  readonly insert: string
  readonly detail: string
  readonly kind: 'key' | 'function' | 'variable' | 'value'
  /** How many signs before the place it replaces. */
  readonly replaces: number
}

/**
 * What can be written behind `before`, the text up to the cursor. Keys that the map has already are not
 * offered again.
 */
export function completionsAt(before: string, after: string): Completion[] {
  const lines = before.split('\n')
  const line = lines.at(-1) ?? ''
  const value = /^\s*(?:- )?(select|selectFirst|value|values|version):\s+["']?(.*)$/.exec(line)
  if (value) return valuesFor(value[1] ?? '', value[2] ?? '')
  const key = /^(\s*)([\w-]*)$/.exec(line)
  if (!key) return []
  const indent = (key[1] ?? '').length
  const typed = (key[2] ?? '').length
  const parents = parentsOf(lines.slice(0, -1), indent)
  const taken = siblingsOf(lines.slice(0, -1), after.split('\n').slice(1), indent)
  return keysFor(parents)
    .filter(({ label }) => !taken.has(label))
    .map((one) => ({ ...one, replaces: typed }))
}

function valuesFor(key: string, typed: string): Completion[] {
  if (key === 'version') return [{ ...plain('1', 'The only version there is.'), replaces: typed.length }]
  if (key.startsWith('select'))
    return typed === ''
      ? selectors.map((one) => ({ ...one, replaces: 0 }))
      : /:[\w-]*$/.test(typed)
        ? [{ ...has, replaces: /:[\w-]*$/.exec(typed)?.[0].length ?? 0 }]
        : []
  const replaces = /(?<![A-Za-z])[A-Za-z]*$/.exec(typed)?.[0].length ?? 0
  return [
    ...functions.map(({ name, parameters, does }): Completion => ({
      label: `${name}(${parameters.join(', ')})`,
      insert: `${name}(${parameters.map((one, at) => `\${${at + 1}:${placeholder(name, one)}}`).join(', ')})`,
      detail: does,
      kind: 'function',
      replaces
    })),
    ...Object.entries(variables).map(([name, does]): Completion => ({
      label: name,
      insert: name === 'headers' ? 'headers["${1:last-modified}"]' : name,
      detail: does,
      kind: 'variable',
      replaces
    }))
  ]
}

const placeholders: Readonly<Record<string, string>> = {
  name: '"content"',
  regex: '"[0-9]+"',
  start: '0',
  end: '10',
  text: 'textContent(el)',
  value: 'textContent(el)',
  format: '"YYYY-MM-DD"',
  search: '"a"',
  replacement: '"b"'
}
/** “replace” takes one text, and every function's result is a list. */
const placeholder = (name: string, parameter: string) =>
  parameter === 'text' && name.startsWith('replace') ? 'path' : (placeholders[parameter] ?? parameter)

type Offer = Omit<Completion, 'replaces'>

const plain = (label: string, detail: string): Offer => ({ label, insert: label, detail, kind: 'value' })
const key = (label: string, insert: string, detail: string): Offer => ({
  label,
  insert: `${label}: ${insert}`.trimEnd(),
  detail,
  kind: 'key'
})

const has: Offer = {
  label: ':has(#key)',
  insert: ':has(#${1:key}) > div:last-child',
  detail: 'The row of a structured document with this key.',
  kind: 'value'
}

const selectors: readonly Offer[] = [
  plain('none', 'Looks at no element: for values of the path or the headers.'),
  plain('main h1', 'The headings of the page.'),
  plain('main > div:first-of-type', 'The first section.'),
  plain('head > meta[name="description"]', 'A row of the page’s metadata.'),
  plain('head > meta[property="og:image"]', 'The page’s picture.'),
  {
    label: 'main > div > div > div:has(#key) > div:last-child',
    insert: 'main > div > div > div:has(#${1:key}) > div:last-child',
    detail: 'The value of a structured document’s field, by its key.',
    kind: 'value'
  }
]

const column = (pad: string) => `\n${pad}select: \${2:main h1}\n${pad}value: \${3:textContent(el)}`

/** @param parents the keys around the place, outermost first */
function keysFor(parents: readonly string[] | null): readonly Offer[] {
  if (!parents) return []
  const [first, index, part, property] = parents
  if (first === undefined)
    return [key('version', '1', 'Always 1.'), key('indices', '\n  ', 'The index files of the site, by name.')]
  if (first !== 'indices') return []
  if (index === undefined)
    return [
      {
        label: 'new index',
        insert: `\${1:pages}:\n  target: /\${2:query-index}.json\n  include:\n    - \${3:/**}\n  properties:\n    title:\n      select: head > meta[property="og:title"]\n      value: attribute(el, "content")`,
        detail: 'One more file of rows.',
        kind: 'key'
      }
    ]
  if (part === undefined)
    return [
      key('target', '/${1:query-index}.json', 'Where readers find the file on the site.'),
      key('include', '\n  - ${1:/**}', 'Which pages have a row: path patterns. Left out, every page.'),
      key('exclude', '\n  - ${1:/drafts/**}', 'Which of them have none after all.'),
      key('properties', `\n  \${1:title}:${column('    ')}`, 'The columns, by name.')
    ]
  if (part !== 'properties') return []
  if (property === undefined)
    return [
      {
        label: 'new property',
        insert: `\${1:name}:${column('  ')}`,
        detail: 'One more column.',
        kind: 'key'
      }
    ]
  return [
    key('select', '${1:main h1}', 'Which elements it looks at: a CSS selector, or “none”.'),
    key('selectFirst', '${1:main h1}', 'Only the first element that the selector finds.'),
    key('value', '${1:textContent(el)}', 'What it takes from them, as one value.'),
    key('values', '${1:textContent(el)}', 'What it takes from them, as a list.')
  ]
}

/** The keys whose maps a line of this indentation lies in; null inside of lists and texts. */
function parentsOf(above: readonly string[], indent: number): string[] | null {
  const parents: string[] = []
  let limit = indent
  for (const line of [...above].reverse()) {
    if (/^\s*(#.*)?$/.test(line)) continue
    const found = /^(\s*)(?:"([^"]+)"|'([^']+)'|([^\s:#-][^:#]*)):(\s.*)?$/.exec(line)
    const depth = /^\s*/.exec(line)?.[0].length ?? 0
    if (depth >= limit) continue
    if (!found) return null
    parents.unshift((found[2] ?? found[3] ?? found[4] ?? '').trim())
    limit = depth
    if (limit === 0) break
  }
  return limit === 0 || indent === 0 ? parents : null
}

/** Keys of the same map, above and below. */
function siblingsOf(above: readonly string[], below: readonly string[], indent: number): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const lines of [[...above].reverse(), below]) {
    for (const line of lines) {
      if (/^\s*(#.*)?$/.test(line)) continue
      const depth = /^\s*/.exec(line)?.[0].length ?? 0
      if (depth < indent) break
      const found = depth === indent ? /^\s*([\w-]+):/.exec(line)?.[1] : undefined
      if (found !== undefined) keys.add(found)
    }
  }
  return keys
}
