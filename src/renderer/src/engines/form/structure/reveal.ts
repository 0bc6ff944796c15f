import { indexOf, parentPointer, type Pointer } from '../../../../../common/json/pointer'
import type { FormParts } from '../form-context'

const FOCUSABLE = 'input, select, textarea, button:not([tabindex="-1"])'
const FRAMES = 20

/**
 * Brings a place of the form onto the screen: unfolds what hides it, scrolls long lists to it, and puts the
 * cursor there. `…#grip` means the handle of an item. Resolves to whether the place was found.
 */
export async function reveal(parts: FormParts, wanted: string, options = { focus: true }): Promise<boolean> {
  const [pointer = '', part] = wanted.split('#')
  const { store, scroller } = parts
  const way = ancestors(pointer)
  store.setFolded(
    way.slice(0, -1).map((at) => store.identity(at)),
    false
  )
  // What has just changed is drawn in a microtask: before it, the place may show another item.
  await Promise.resolve()
  for (let frame = 0; frame < FRAMES; frame++) {
    const element = find(scroller.current, pointer, part)
    if (element) {
      element.scrollIntoView({ block: part === 'grip' ? 'nearest' : 'center' })
      const target = element.matches(FOCUSABLE) ? element : firstControl(element)
      if (options.focus) target.focus({ preventScroll: true })
      return true
    }
    bringRow(parts, way)
    await new Promise((next) => requestAnimationFrame(next))
  }
  return false
}

function find(root: HTMLElement | null, pointer: Pointer, part: string | undefined): HTMLElement | null {
  const attribute = part === 'grip' ? 'data-grip' : 'data-pointer'
  return root?.querySelector<HTMLElement>(`[${attribute}=${JSON.stringify(pointer)}]`) ?? null
}

/** The first field in it; a list without items has its button. */
function firstControl(element: HTMLElement): HTMLElement {
  return (
    element.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea') ??
    element.querySelector<HTMLElement>('[data-add]') ??
    element.querySelector<HTMLElement>(FOCUSABLE) ??
    element
  )
}

/** The outermost list on the way that does not draw the item yet scrolls to it. */
function bringRow({ lists, scroller }: FormParts, way: readonly Pointer[]): void {
  for (const at of way) {
    const row = indexOf(at.slice(at.lastIndexOf('/') + 1))
    const show = lists.get(parentPointer(at))
    if (row === null || !show || find(scroller.current, at, undefined)) continue
    show(row)
    return
  }
}

/** From the outermost to the place itself. */
function ancestors(pointer: Pointer): Pointer[] {
  const way: Pointer[] = []
  for (let at = pointer; at !== ''; at = parentPointer(at)) way.unshift(at)
  return way
}
