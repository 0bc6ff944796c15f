import { isJsonArray, type JsonValue } from '../json/value'
import type { IssueList } from './issue-list'
import { listed, quoted } from './issue-words'
import type { Pattern } from './pattern'
import type { PatternCache } from './pattern-cache'
import { childPointer, type Pointer } from '../json/pointer'
import type { Keyword, Resolved } from './references'

export type TypeName = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
const typeNames: readonly TypeName[] = ['object', 'array', 'string', 'number', 'integer', 'boolean']
export const isTypeName = (value: JsonValue): value is TypeName => typeNames.some((name) => name === value)

/** Reads single keywords of one sub-schema, and reports values that they cannot have. */
export class Keywords {
  constructor(
    private readonly resolved: Resolved,
    private readonly list: IssueList,
    private readonly dataPointer: Pointer | null
  ) {}

  has(name: string): boolean {
    return this.resolved.keywords.has(name)
  }

  get(name: string): Keyword | undefined {
    return this.resolved.keywords.get(name)
  }

  text(name: string): string | null {
    return this.read(name, 'text', (value) => (typeof value === 'string' ? value : undefined))
  }

  flag(name: string): boolean {
    const flag = (value: JsonValue) => (typeof value === 'boolean' ? value : undefined)
    return this.read(name, 'true or false', flag) ?? false
  }

  /** A bound on characters or items: a whole number from 0. */
  size(name: string): number | null {
    const size = (value: JsonValue) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
    return this.read(name, 'a whole number from 0', size)
  }

  number(name: string): number | null {
    return this.read(name, 'a number', (value) => (typeof value === 'number' ? value : undefined))
  }

  /** Both bounds, or neither where the lower is above the upper. */
  bounds(low: string, high: string, read: 'size' | 'number'): [number | null, number | null] {
    const bounds: [number | null, number | null] = [this[read](low), this[read](high)]
    if (bounds[0] === null || bounds[1] === null || bounds[0] <= bounds[1]) return bounds
    this.report('contradiction', low, `“${low}” is above “${high}”, so nothing fits. Neither is used.`)
    return [null, null]
  }

  pattern(cache: PatternCache): Pattern | null {
    const source = this.text('pattern')
    if (source === null) return null
    const compiled = cache.compile(source)
    if ('pattern' in compiled) return compiled.pattern
    const reason = compiled.refusal === 'invalid' ? 'invalid-pattern' : 'unsupported-pattern'
    this.report(reason, 'pattern', `${compiled.message} It is not used.`)
    return null
  }

  /** The distinct options of the right kind; `null` when there is no list that can be used. */
  options<T extends string | number | boolean>(
    isOption: (value: JsonValue) => value is T
  ): readonly T[] | null {
    const given = this.get('enum')
    if (!given) return null
    const values = isJsonArray(given.value) ? given.value : []
    const options = [...new Set(values.filter(isOption))]
    if (options.length === 0) {
      this.report(
        'invalid-keyword',
        'enum',
        '“enum” must be a list with at least one value of the field’s type. It is not used.'
      )
      return null
    }
    if (values.some((value) => !isOption(value)))
      this.report(
        'invalid-keyword',
        'enum',
        'Some values of “enum” are not of the field’s type. They are left out.'
      )
    return options
  }

  required(): ReadonlySet<string> {
    const names = new Set<string>()
    for (const { value, pointer } of this.resolved.required) {
      const list = isJsonArray(value) ? value : []
      for (const [index, name] of list.entries()) {
        const at = childPointer(pointer, index)
        if (typeof name !== 'string')
          this.list.add('invalid-keyword', at, this.dataPointer, '“required” must list property names.')
        else if (this.resolved.properties.has(name)) names.add(name)
        else {
          const words = `“required” names ${quoted(name)}, and there is no such property. It is not asked for.`
          this.list.add('unknown-required', at, this.dataPointer, words)
        }
      }
    }
    if (this.has('required') && !isJsonArray(this.get('required')?.value))
      this.report(
        'invalid-keyword',
        'required',
        '“required” must be a list of property names. It is not used.'
      )
    return names
  }

  /** Notes keywords that have no effect here. */
  noteOthers(used: ReadonlySet<string>): void {
    for (const [name] of this.resolved.keywords) {
      if (used.has(name) || silent.has(name) || name.startsWith('x-')) continue
      this.report('ignored-keyword', name, `“${name}” has no effect on a field of this kind.`)
    }
  }

  report(reason: Parameters<IssueList['add']>[0], name: string, message: string): void {
    this.list.add(reason, this.get(name)?.pointer ?? this.resolved.source, this.dataPointer, message)
  }

  private read<T>(name: string, wanted: string, take: (value: JsonValue) => T | undefined): T | null {
    const keyword = this.get(name)
    if (!keyword) return null
    const value = take(keyword.value)
    if (value !== undefined) return value
    this.report('invalid-keyword', name, `“${name}” must be ${wanted}. It is not used.`)
    return null
  }
}

/** Said of a type that is missing or wrong. */
export const typesToChoose = `Use one of ${listed(typeNames)}.`

/** Keywords that never had an effect and are no mistake. */
const silent = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  '$comment',
  '$vocabulary',
  'definitions',
  'examples',
  'type',
  'title',
  'description',
  'default',
  'readOnly',
  'readonly',
  'deprecated'
])
