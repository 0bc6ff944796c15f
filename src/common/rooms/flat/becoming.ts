import { Slice, type Node as PageNode } from 'prosemirror-model'
import { TextSelection, type Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'

/**
 * Makes the page of an editor another one, by what others have written: in one step, of no more than what
 * differs, and none that the editor's own undo knows.
 * @param held where the selection's two ends stand then
 */
export function become(tr: Transaction, page: PageNode, held?: readonly [number, number]): Transaction {
  for (const name of ['head', 'tail'])
    if (tr.doc.attrs[name] !== page.attrs[name]) tr.setDocAttribute(name, page.attrs[name])
  const start = tr.doc.content.findDiffStart(page.content)
  const end = tr.doc.content.findDiffEnd(page.content)
  if (start !== null && end) {
    // what is the same on both sides of a place counts once
    const twice = Math.max(0, start - Math.min(end.a, end.b))
    const slice = page.slice(start, end.b + twice)
    const isWhole = tr.maybeStep(new ReplaceStep(start, end.a + twice, slice)).failed === null
    // a page says what it is; anything else would be a mistake above, and must not cost a word
    if (!isWhole || !tr.doc.eq(page))
      tr.step(new ReplaceStep(0, tr.doc.content.size, new Slice(page.content, 0, 0)))
  }
  if (held) {
    const [anchor, head] = held.map((at) => tr.doc.resolve(Math.min(at, tr.doc.content.size)))
    if (anchor && head) tr.setSelection(TextSelection.between(anchor, head))
  }
  return tr.setMeta('addToHistory', false)
}
