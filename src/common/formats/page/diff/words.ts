import { counted, oneLine } from '../../core/phrases'
import type { BlockDiff, HtmlDiff, Segment } from './changes'

/** One line for the timeline: “1 section moved, 14 words added”. Empty when the sources are equal. */
export function summariseHtml({ sections, words, source }: HtmlDiff): string {
  const parts: string[] = []
  const count = (what: string, verb: string, number: number) => {
    if (number > 0) parts.push(`${counted(number, what)} ${verb}`)
  }
  for (const verb of ['moved', 'added', 'removed'] as const) {
    count('section', verb, sections.filter(({ change }) => change === verb).length)
  }
  const blocks = sections
    .filter(({ change }) => change !== 'added' && change !== 'removed')
    .flatMap((section) => section.blocks)
  const isBlock = (block: BlockDiff) => block.name !== null || block.element === 'table'
  for (const verb of ['moved', 'added', 'removed'] as const) {
    const found = blocks.filter(({ change }) => change === verb)
    count('block', verb, found.filter(isBlock).length)
    if (verb === 'moved') count('paragraph', verb, found.filter((block) => !isBlock(block)).length)
  }
  const segments = sections.flatMap((section) =>
    section.blocks.flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  )
  const images = (change: Segment['change']) =>
    segments.filter((segment) => segment.kind === 'image' && segment.change === change).length
  for (const verb of ['changed', 'added', 'removed'] as const) count('image', verb, images(verb))
  count('word', 'added', words.added)
  count('word', 'removed', words.removed)
  const restyled = segments.filter((segment) => segment.kind === 'text' && segment.change === 'restyled')
  const linked = restyled.filter((one) => one.kind === 'text' && one.before?.link !== one.after?.link).length
  count('link', 'changed', linked)
  if (restyled.length > linked) parts.push('text styled')
  const attributes = sections
    .flatMap((section) => [section, ...section.blocks])
    .flatMap((one) => one.attributes)
  count('attribute', 'changed', attributes.length)
  if (parts.length === 0 && sections.some(({ change }) => change !== 'same')) parts.push('structure changed')
  if (parts.length === 0 && source.length > 0) parts.push('only the source’s form changed')
  return oneLine(parts)
}
