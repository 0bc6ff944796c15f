import { Plugin, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ContentPath } from '../../../../../common/content/paths'
import { isEnter } from '../../../components/keys'
import { draggedPaths } from '../../tree/dragged-paths'
import { chosenPicture } from './place'
import { askForWords } from './waiting'

/** A picture that somebody brings to a place of the page: bytes of their own, or a file of the workspace. */
export type GivenPicture = {
  readonly at: number
  /** It comes in the place of the picture that stands there. */
  readonly replaces?: true
} & ({ readonly file: File } | { readonly path: ContentPath })

/** A picture of the page that lies on another server. */
export interface RemoteAt {
  readonly at: number
  readonly url: string
}

type Taker = (given: readonly GivenPicture[]) => void

const takers = new WeakMap<EditorView, Taker>()

/** Says who takes pictures in that are brought to a page. */
export const takePicturesOf = (view: EditorView, take: Taker): void => void takers.set(view, take)

/**
 * Hands pictures over to be uploaded, shown while they come, and put into the page at their places (VE11).
 */
export function givePictures(view: EditorView, given: readonly GivenPicture[]): void {
  if (given.length > 0 && view.editable) takers.get(view)?.(given)
}

/** A file that is dropped beside the page, or where nobody may write, does not take the window's place. */
export function keepWindow(element: HTMLElement): void {
  for (const type of ['dragover', 'drop'] as const)
    element.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = 'none'
      event.preventDefault()
    })
}

/**
 * Takes the pictures that what was pasted holds itself (`data:`) out of a change that is not dispatched yet.
 * @returns them as files, with their places after the change: to be given when it is dispatched
 */
export function heldPictures(tr: Transaction): readonly GivenPicture[] {
  const found: { readonly at: number; readonly file: File }[] = []
  const ranges = tr.mapping.maps.flatMap((map, index) => {
    const here: { from: number; to: number }[] = []
    map.forEach((_oldFrom, _oldTo, from, to) => {
      const later = tr.mapping.slice(index + 1)
      here.push({ from: later.map(from, -1), to: later.map(to, 1) })
    })
    return here
  })
  for (const { from, to } of ranges)
    tr.doc.nodesBetween(from, to, (node, at) => {
      const file = node.type.name === 'image' ? fileOfData(String(node.attrs['url'])) : null
      if (file && !found.some((one) => one.at === at)) found.push({ at, file })
    })
  found.sort((one, other) => other.at - one.at)
  for (const { at } of found) tr.delete(at, at + 1)
  return found.map(({ at, file }, index) => ({ at: at - (found.length - 1 - index), file })).reverse()
}

/** A picture that an address holds; null for any other address, and for one that cannot be read. */
function fileOfData(address: string): File | null {
  const [, type = '', data = ''] = /^data:(image\/[a-z+.-]+);base64,(.+)$/is.exec(address) ?? []
  if (type === '') return null
  try {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
    return new File([bytes], 'picture', { type: type.toLowerCase() })
  } catch {
    return null
  }
}

/** Files and entries of the tree that are dropped on the page, and Enter on a picture. */
export const pictureDoor = (): Plugin =>
  new Plugin({
    props: {
      handleDrop(view, event) {
        const { dataTransfer } = event
        if (!dataTransfer || view.dragging) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (at === undefined) return false
        const paths = draggedPaths(dataTransfer)
        const given = paths
          ? paths.map((path) => ({ at, path }))
          : [...dataTransfer.files].map((file) => ({ at, file }))
        if (given.length === 0) return false
        view.focus()
        givePictures(view, given)
        return true
      },
      handleDoubleClickOn: (view, _pos, node, at) =>
        node.type.name === 'image' && view.editable && askForWords(at, true)(view.state, view.dispatch),
      handleKeyDown(view, event) {
        const picture = isEnter(event) && !event.ctrlKey && !event.metaKey && !event.shiftKey
        const chosen = picture ? chosenPicture(view.state) : null
        return chosen !== null && view.editable && askForWords(chosen.pos, true)(view.state, view.dispatch)
      }
    }
  })
