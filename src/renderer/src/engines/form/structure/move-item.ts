import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import type { FormStore } from '../store/form-store'
import { announce } from './announce'

/** Moves an item, keeps the focus on it, and says where it is now. */
export function moveItem(store: FormStore, list: Pointer, from: number, to: number, name: string): void {
  if (from === to) return
  store.move(list, from, to)
  announce(`${name} is now number ${to + 1} of ${store.items(list).length}.`)
  store.revealed.tell(`${childPointer(list, to)}#grip`)
}
