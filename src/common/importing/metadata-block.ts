import { escapeHtml } from '../publishing/html-edits'
import type { PageMetadata } from '../publishing/page-metadata'
import { elementsIn, outermost, parsePage, type KeepPlace } from '../html'

/** The metadata block that authors write, `''` for nothing to say. */
export function metadataBlock(rows: PageMetadata): string {
  const cells = [...rows].flatMap(([key, values]) =>
    values.map((value) => {
      const cell =
        key === 'image' ? `<img src="${escapeHtml(value)}" alt="" loading="lazy">` : escapeHtml(value)
      return `<div><div>${escapeHtml(key)}</div><div>${cell}</div></div>`
    })
  )
  return cells.length === 0 ? '' : `<div class="metadata">\n${cells.join('\n')}\n</div>`
}

/**
 * Puts the block where publishing took it out: into a section that is empty now, else at the end of the last.
 */
export function withBlock(sections: string, block: string): string {
  const prefix = '<main>'
  const [main] = outermost(parsePage(`${prefix}${sections}</main>`, isDivision), 'main')
  const divs = main ? elementsIn(main).filter(({ tagName }) => tagName === 'div') : []
  const empty = divs
    .filter(({ childNodes }) =>
      childNodes.every((node) => node.nodeName === '#text' && 'value' in node && node.value.trim() === '')
    )
    .at(-1)
  const tag = (empty ?? divs.at(-1))?.sourceCodeLocation?.endTag
  if (!tag) return `${sections}\n<div>\n${block}\n</div>\n`
  const at = tag.startOffset - prefix.length
  return `${sections.slice(0, at).trimEnd()}\n${block}\n${sections.slice(at)}`
}

const isDivision: KeepPlace = (node) => 'tagName' in node && node.tagName === 'div'
