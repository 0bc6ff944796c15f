import { isLeaf, type Field, type JsonValue, type Property, type Schema } from '../../../../../common/schema'

/** More parts than this are not worth a hint each. */
const MOST = 5_000

/**
 * A schema for the code editor's hints: names, values and help. It never judges: what is wrong is said by the
 * same check as in the form.
 */
export function hintsOf({ root }: Schema): Record<string, JsonValue> {
  const defs: Record<string, Record<string, JsonValue>> = {}
  const names = new Map<Field, string>()
  const refer = (field: Field): Record<string, JsonValue> => {
    if (isLeaf(field)) return leaf(field)
    const known = names.get(field)
    if (known !== undefined) return { $ref: `#/$defs/${known}` }
    if (names.size >= MOST) return {}
    const name = `part${names.size}`
    names.set(field, name)
    defs[name] = body(field)
    return { $ref: `#/$defs/${name}` }
  }
  const property = ({ field, label, required }: Property): Record<string, JsonValue> => ({
    ...refer(field),
    title: required ? `${label} (required)` : label,
    ...(field.description === null ? {} : { description: field.description })
  })
  const body = (field: Field): Record<string, JsonValue> => {
    if (field.kind === 'object') {
      return {
        type: 'object',
        properties: Object.fromEntries(field.properties.map((one) => [one.key, property(one)]))
      }
    }
    return field.kind === 'array' ? { type: 'array', items: refer(field.items) } : {}
  }
  const top = refer(root)
  return { ...top, $defs: defs }
}

function leaf(field: Field): Record<string, JsonValue> {
  if (!isLeaf(field)) return {}
  const { options } = field
  return {
    type: field.kind,
    ...(options === null ? {} : { enum: [...options] }),
    ...(field.default === undefined ? {} : { default: field.default })
  }
}
