import type { Transaction } from 'prosemirror-state'
import { AddMarkStep, RemoveMarkStep } from 'prosemirror-transform'
import type { Decoration, DecorationSet } from 'prosemirror-view'

/**
 * Decorations after a change: they go along with what is written, and only the lines that it touches are
 * looked at anew.
 * @param drawnIn what is drawn between two places of the page
 */
export function drawnAfter(
  tr: Transaction,
  before: DecorationSet,
  drawnIn: (from: number, to: number) => Decoration[]
): DecorationSet {
  let next = before.map(tr.mapping, tr.doc)
  const resolved = (pos: number) => tr.doc.resolve(Math.max(0, Math.min(tr.doc.content.size, pos)))
  tr.steps.forEach((step, at) => {
    const rest = tr.mapping.slice(at + 1)
    const again = (start: number, end: number) => {
      const [$from, $to] = [resolved(rest.map(start, -1) - 1), resolved(rest.map(end, 1) + 1)]
      const from = $from.parent.inlineContent ? $from.start() : $from.pos
      const to = $to.parent.inlineContent ? $to.end() : $to.pos
      next = next.remove(next.find(from, to)).add(tr.doc, drawnIn(from, to))
    }
    // what only takes or puts marks moves nothing
    if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) again(step.from, step.to)
    else step.getMap().forEach((_from, _to, start, end) => again(start, end))
  })
  return next
}
