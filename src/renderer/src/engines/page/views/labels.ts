import type { EditorView, ViewMutationRecord } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import { blockTitle } from '../block-names'
import { words } from '../words'

const waiting = new WeakSet<EditorView>()

/**
 * Gives sections, blocks, rows and cells the names by which they are told, in the next frame: they say where
 * a part stands among its neighbours, which none of them knows by itself.
 */
export function labelParts(view: EditorView): void {
  if (waiting.has(view)) return
  waiting.add(view)
  queueMicrotask(() => {
    waiting.delete(view)
    if (!view.isDestroyed) nameAll(view)
  })
}

function nameAll(view: EditorView): void {
  let count = 0
  view.state.doc.forEach((section, offset) => {
    if (section.type.name !== 'section') return
    count += 1
    const dom = view.nodeDOM(offset)
    if (!(dom instanceof HTMLElement)) return
    name(dom, words.section(count))
    const label = dom.querySelector(':scope > .pe-section-head > .pe-section-name')
    if (label && label.textContent !== words.section(count))
      label.textContent = visibleText(words.section(count))
    const content = dom.querySelector<HTMLElement>(':scope > .pe-section-content')
    content?.classList.toggle('pe-is-empty', section.childCount === 0)
  })
}

/** Names the rows and cells of a block, whose children are drawn by then. */
export function labelBlock(dom: HTMLElement, classes: string): void {
  const rows = [...dom.querySelectorAll<HTMLElement>(':scope > .pe-rows > .pe-row')]
  name(dom, words.block(blockTitle(classes), rows.length))
  rows.forEach((row, r) => {
    name(row, words.row(r + 1))
    const cells = row.querySelectorAll<HTMLElement>(':scope > .pe-cells > .pe-cell')
    cells.forEach((cell, c) => name(cell, words.cell(r + 1, c + 1)))
  })
}

function name(dom: HTMLElement, label: string): void {
  if (dom.getAttribute('aria-label') !== visibleText(label))
    dom.setAttribute('aria-label', visibleText(label))
}

/** A change of an element that the drawing itself made: nothing was written. */
export const isOwnAttribute = (change: ViewMutationRecord, ...own: readonly Node[]): boolean =>
  change.type === 'attributes' && own.includes(change.target)
