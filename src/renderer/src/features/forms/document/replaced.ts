import type { JsonValue } from '../../../../../common/json/value'
import type { ReplacedField } from '../../../../../common/rooms/overlay/shared-form'
import type { SharedFields } from '../../../../../common/rooms/window/shared-fields'
import { notifyWithAction } from '../../../workbench/toast'
import type { FormStore } from '../../../engines/form/store/form-store'

/** Signs of a value that a sentence has room for. */
const MOST_SHOWN = 60

/** Whoever goes on where somebody has ended has written over nothing. */
const isIn = (now: JsonValue | undefined, value: JsonValue): boolean =>
  typeof now === 'string' && typeof value === 'string' && now.includes(value)

/** Says that somebody has written over what was typed here a moment ago, and puts it back where that is wanted. */
export function tellReplaced(fields: readonly ReplacedField[], store: FormStore, shared: SharedFields): void {
  // in the field that is being typed in, who ends later counts
  const told = fields.flatMap(({ pointer, value }) => {
    const path = shared.pathOf(pointer)
    return path === null || store.isTypingIn(pointer) || isIn(store.value(pointer), value)
      ? []
      : [{ path, value }]
  })
  const [first, ...more] = told
  if (!first) return
  const text = String(first.value)
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  const others =
    more.length === 0 ? '' : more.length === 1 ? ' and another field' : ` and ${more.length} other fields`
  notifyWithAction(`Somebody else has just written over “${shown}”${others}.`, 'Put mine back', () => {
    for (const { path, value } of told) {
      const pointer = shared.pointerOf(path)
      if (pointer !== null) store.set(pointer, value)
    }
    const pointer = shared.pointerOf(first.path)
    if (pointer !== null) store.revealed.notify(pointer)
  })
}
