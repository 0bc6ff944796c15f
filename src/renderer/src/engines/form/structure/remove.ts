import type { Pointer } from '../../../../../common/json/pointer'
import { notifyWithUndo } from '../../../workbench/toast'
import type { FormStore } from '../store/form-store'

/** Removes an item, and offers it back. */
export function removeItem(store: FormStore, list: Pointer, index: number, name: string): void {
  const key = store.items(list)[index]
  const value = store.value(`${list}/${index}`)
  if (key === undefined || value === undefined) return
  store.remove(list, index, `Remove ${name}`)
  notifyWithUndo(`Removed ${name}`, async () => {
    if (store.undoTitle === `Remove ${name}`) store.undo()
    else if (!store.items(list).includes(key)) store.insert(list, index, value, `Put ${name} back`)
  })
}

/** Removes a value that the schema does not know, and offers it back. */
export function removeMember(store: FormStore, pointer: Pointer, name: string): void {
  const value = store.value(pointer)
  if (value === undefined) return
  store.set(pointer, undefined)
  notifyWithUndo(`Removed “${name}”`, async () => store.set(pointer, value))
}
