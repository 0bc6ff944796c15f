import { Fragment, type Node as PageNode } from 'prosemirror-model'
import { pageSchema } from '../schema'
import type { Pasted } from './pasted'

const { nodes } = pageSchema

/** Text as text: an empty line divides paragraphs, other line ends stay line breaks (VE6). */
export function readPastedText(text: string): Pasted {
  const paragraphs = plainLines(text)
    .split(/\n[ \t]*\n\s*/)
    .map((lines) => paragraphOf(lines.split('\n')))
    .filter(({ content }) => content.size > 0)
  return { origin: 'text', sections: [paragraphs], cells: null, lost: 0 }
}

/** The same text with the line ends of a page, without those at its end. */
export const plainLines = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '')

function paragraphOf(lines: readonly string[]): PageNode {
  const parts = lines.flatMap((line, at) => {
    const words = line.replace(/[\t ]+/g, ' ').trim()
    const before = at > 0 ? [nodes.hard_break.create()] : []
    return words === '' ? before : [...before, pageSchema.text(words)]
  })
  return nodes.paragraph.create(null, Fragment.fromArray(parts))
}
