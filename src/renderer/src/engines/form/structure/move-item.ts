import { visibleText } from '../../../../../common/content/visible-text'
import { childPointer, type Pointer } from '../../../../../common/json/pointer'
import type { FormStore } from '../store/form-store'

/** Moves an item, keeps the focus on it, and says where it is now. */
export function moveItem(store: FormStore, list: Pointer, from: number, to: number, name: string): void {
  if (from === to) return
  store.move(list, from, to)
  announce(`${name} is now number ${to + 1} of ${store.items(list).length}.`)
  store.revealed.notify(`${childPointer(list, to)}#grip`)
}

let region: HTMLElement | null = null

/** Says something to screen readers that the eye sees anyway. */
function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.className = 'visually-hidden'
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'polite')
    document.body.append(region)
  }
  region.textContent = visibleText(text)
}
