import type { Operation } from './operation'
import { parameterPatterns } from './parameters'

/** An operation at whose address a request is. */
export interface Match<O extends Operation = Operation> {
  readonly operation: O
  /** By name, percent-decoded; `{path}` as it was sent, and empty where there is none. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds the operations of an address, whatever their methods. */
interface Addresses<O extends Operation> {
  /** The most particular first: `…/index` before `…/{path}`. None: nothing is at this address. */
  at(pathname: string): readonly Match<O>[]
  /** The addresses that it knows: exactly these, and all below these. */
  readonly exact: readonly string[]
  readonly below: readonly string[]
}

/**
 * @param trees words at and below which every path is one place with all its operations: their handlers read
 * the rest as it was sent, so
 *   that a content path is decoded exactly once (N5). With a slash at the end: only below
 */
export function openAddresses<O extends Operation>(
  operations: readonly O[],
  trees: readonly string[] = []
): Addresses<O> {
  const all = new Set(operations.map(({ address }) => address))
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.address, trees, all) }))
    .sort((a, b) => weightOf(b.operation) - weightOf(a.operation))
  const exact = operations.map(({ address }) => {
    const tree = treeOf(address, trees)
    return tree === undefined ? (address.includes('{') ? null : address) : tree.endsWith('/') ? null : tree
  })
  const below = operations.map(
    ({ address }) =>
      treeOf(address, trees)?.replace(/\/$/, '') ?? (address.includes('{') ? wordsOf(address) : null)
  )
  return {
    at: (pathname) =>
      patterns.flatMap(({ operation, pattern }) => {
        const found = pattern.exec(pathname)
        return found ? [{ operation, parameters: decodedGroups(found.groups ?? {}) }] : []
      }),
    exact: [...new Set(exact.filter((one) => one !== null))],
    below: [...new Set(below.filter((one) => one !== null))]
  }
}

/** What stands before the first parameter. */
const wordsOf = (address: string): string => address.slice(0, address.indexOf('/{'))

const treeOf = (address: string, trees: readonly string[]): string | undefined =>
  trees.find((tree) => address === tree || address.startsWith(tree.endsWith('/') ? tree : `${tree}/`))

/** Longer words are more particular; `{path}` takes everything. */
const weightOf = ({ address }: Operation): number => address.replace('{path}', '').length

function patternOf(address: string, trees: readonly string[], all: ReadonlySet<string>): RegExp {
  const tree = treeOf(address, trees)
  if (tree !== undefined)
    return new RegExp(`^${tree.replace(/\/$/, '')}${tree.endsWith('/') ? '/.*' : '(/.*)?'}$`, 's')
  const source = address
    .replace(/[.*]/g, '\\$&')
    .replace(/\/\{path\}$/, pathPattern(address, all))
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${parameterPatterns[name] ?? '[^/]+'})`)
  return new RegExp(`^${source}$`, 's')
}

/** A path may be missing, or a star, where that has no address of its own. */
function pathPattern(address: string, all: ReadonlySet<string>): string {
  const hasOwn = (end: string) => all.has(address.replace(/\/\{path\}$/, end))
  return `(?<path>/${hasOwn('/*') ? '(?!\\*$)' : ''}.*)${hasOwn('') ? '' : '?'}`
}

function decodedGroups(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value = '']) => [name, name === 'path' ? value : decoded(value)])
  )
}

/** A broken percent escape stays as it was sent: there is nothing of such a name. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
