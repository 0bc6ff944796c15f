import { escapeHtml } from '../publishing/html-edits'
import type { PageMetadata } from '../publishing/page-metadata'
import { elementsIn, isElement, outermost, parsePage, type Element, type KeepPlace } from '../html'

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
  const place = main ? placeForBlock(main, none) : null
  if (place === null) return `${sections}\n<div>\n${block}\n</div>\n`
  const at = place - prefix.length
  return withBlockBetween(sections.slice(0, at), block, sections.slice(at))
}

/**
 * Where that is in the text that `main` was read from: before the end of a section. Null where no section ends.
 * @param gone elements that count for nothing
 */
export function placeForBlock(main: Element, gone: ReadonlySet<string>): number | null {
  const divs = elementsIn(main).filter(({ tagName }) => tagName === 'div')
  const empty = divs.filter(({ childNodes }) =>
    childNodes.every((node) =>
      isElement(node) ? gone.has(node.tagName) : 'value' in node && node.value.trim() === ''
    )
  )
  return (empty.at(-1) ?? divs.at(-1))?.sourceCodeLocation?.endTag?.startOffset ?? null
}

export const withBlockBetween = (before: string, block: string, after: string): string =>
  `${before.trimEnd()}\n${block}\n${after}`

const none: ReadonlySet<string> = new Set()

const isDivision: KeepPlace = (node) => 'tagName' in node && node.tagName === 'div'
