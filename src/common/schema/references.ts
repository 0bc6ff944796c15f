import { isJsonObject, member, type JsonObject, type JsonValue } from '../json/value'
import { MAX_REF_DEPTH } from './fields'
import { childPointer, childValue, segmentsOfPointer, type Pointer } from '../json/pointer'
import type { SchemaIssueReason } from './issues'

/** A sub-schema and where it is written. */
interface Site {
  readonly value: JsonObject
  readonly pointer: Pointer
}

/**
 * A keyword's value and where it is written: at the sub-schema itself, or at a definition that it refers to.
 */
export interface Keyword {
  readonly value: JsonValue
  readonly pointer: Pointer
}

/** A sub-schema with its references followed: what stands beside a `$ref` wins over what it leads to. */
export interface Resolved {
  readonly keywords: ReadonlyMap<string, Keyword>
  readonly properties: ReadonlyMap<string, Keyword>
  readonly required: readonly Keyword[]
  /** The definition that the last reference led to, or the site itself. */
  readonly source: Pointer
  /** Expansions of `$ref` on the way here. */
  readonly depth: number
  readonly problem: RefProblem | null
}

export interface RefProblem {
  readonly reason: Extract<
    SchemaIssueReason,
    'external-ref' | 'unresolved-ref' | 'ref-too-deep' | 'circular-ref'
  >
  readonly pointer: Pointer
  readonly ref: string
}

/**
 * Follows the references of a site (F2): only inside the document, and `MAX_REF_DEPTH` expansions on one way.
 * @param depth expansions on the way to the site
 */
export function resolve(root: JsonObject, site: Site, depth: number): Resolved {
  const layers = [site]
  let problem: RefProblem | null = null
  for (let here = site; ;) {
    const ref = member(here.value, '$ref')
    if (ref === undefined) break
    const found = follow(root, ref, layers, depth + layers.length)
    if ('reason' in found) {
      problem = { ...found, pointer: childPointer(here.pointer, '$ref'), ref: String(ref) }
      break
    }
    layers.push(found)
    here = found
  }
  return {
    ...merged(layers),
    source: layers.at(-1)?.pointer ?? '',
    depth: depth + layers.length - 1,
    problem
  }
}

function follow(
  root: JsonObject,
  ref: JsonValue,
  layers: readonly Site[],
  depth: number
): Site | Pick<RefProblem, 'reason'> {
  if (typeof ref !== 'string' || !ref.startsWith('#')) return { reason: 'external-ref' }
  const pointer = decoded(ref.slice(1))
  if (pointer === null || (pointer !== '' && !pointer.startsWith('/'))) return { reason: 'unresolved-ref' }
  let value: JsonValue | undefined = root
  for (const segment of segmentsOfPointer(pointer)) value = childValue(value, segment)
  if (!isJsonObject(value)) return { reason: 'unresolved-ref' }
  if (layers.some((layer) => layer.pointer === pointer)) return { reason: 'circular-ref' }
  return depth > MAX_REF_DEPTH ? { reason: 'ref-too-deep' } : { value, pointer }
}

function decoded(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}

function merged(layers: readonly Site[]): Pick<Resolved, 'keywords' | 'properties' | 'required'> {
  const keywords = new Map<string, Keyword>()
  const properties = new Map<string, Keyword>()
  const required: Keyword[] = []
  for (const layer of [...layers].reverse()) {
    for (const [name, value] of Object.entries(layer.value)) {
      const pointer = childPointer(layer.pointer, name)
      if (name === 'required' && Array.isArray(value)) required.push({ value, pointer })
      if (name === 'properties' && isJsonObject(value)) {
        for (const [key, property] of Object.entries(value))
          properties.set(key, { value: property, pointer: childPointer(pointer, key) })
      }
      keywords.set(name, { value, pointer })
    }
  }
  return { keywords, properties, required }
}
