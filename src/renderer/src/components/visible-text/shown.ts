import { visiblePiece, visibleSentence } from '../../../../common/content/visible-text'

/** Attributes of elements that people read or hear. */
const words = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-valuetext']

/**
 * The props of an element with every text in them as people see it (E13). Only what becomes a node of the
 * page is changed: components get the names that they act on as they are, and so does a field that is typed
 * in.
 */
export function shown(type: unknown, props: unknown): unknown {
  const isDrawn = typeof type === 'string' ? type !== 'style' && type !== 'script' : typeof type === 'symbol'
  if (!isDrawn || typeof props !== 'object' || props === null) return props
  let changed: Record<string, unknown> | null = null
  const look = (name: string, visible: (text: unknown) => unknown) => {
    if (!(name in props)) return
    const before: unknown = Reflect.get(props, name)
    const after = visible(before)
    if (after !== before) changed = { ...(changed ?? props), [name]: after }
  }
  look('children', child)
  if (typeof type === 'string') for (const name of words) look(name, child)
  if ('readOnly' in props && props.readOnly === true) look('value', child)
  return changed ?? props
}

const child = (value: unknown): unknown =>
  typeof value === 'string' ? visibleSentence(value) : Array.isArray(value) ? list(value) : value

/** The same list when nothing in it changes. Texts beside each other are pieces of a sentence. */
function list(values: readonly unknown[]): readonly unknown[] {
  const after = values.map((value) => (typeof value === 'string' ? visiblePiece(value) : child(value)))
  return after.some((value, at) => value !== values[at]) ? after : values
}
