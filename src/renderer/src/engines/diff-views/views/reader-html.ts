import type {
  AttributeChange,
  BlockDiff,
  HtmlDiff,
  Image,
  LineDiff,
  Marks,
  SectionDiff,
  Segment
} from '../../../../../common/compare'
import { anchorOfBlock, anchorOfSection } from '../changes/page-items'
import { nameOfKind, signOf, type ItemKind } from '../changes/items'
import { escaped as text } from './escaped'
import { sectionPlaces, type SectionPlaces } from '../changes/section-places'
import { visibleText } from '../../../../../common/content/visible-text'

/** The page of both states, with a place for each image. */
export interface ReaderHtml {
  /** Of the body. Every second one is the number of the image that stands there. */
  readonly pieces: readonly string[]
  readonly images: readonly Image[]
}

/** Stands round the number of an image: the one sign that no text of a page has. */
const MARK = '\0'

/**
 * The page of both states as a reader sees it: what came underlined, what went struck through, what moved and
 * what attributes changed said beside it. Made from the model alone: every text is escaped, no markup of the
 * document is in it, and no link leads anywhere (E5), so that nothing has to be taken out of it again.
 */
export function readerHtml(diff: HtmlDiff): ReaderHtml {
  const places = sectionPlaces(diff)
  const images: Image[] = []
  const draw: Draw = (image) => `${MARK}${images.push(image) - 1}${MARK}`
  const sections = diff.sections.map((section, at) => sectionHtml(section, at, places, draw))
  return { pieces: `<main>${sections.join('')}</main>`.split(MARK), images }
}

/** The place of an image. */
type Draw = (image: Image) => string

function sectionHtml(section: SectionDiff, at: number, places: SectionPlaces, draw: Draw): string {
  const { change, blocks, attributes } = section
  // an empty header or footer is nothing that a reader sees
  if (blocks.length === 0 && attributes.length === 0) return ''
  const noted = change === 'moved' || attributes.length > 0
  const kind: ItemKind = change === 'same' ? 'changed' : change
  const words =
    change === 'moved' && section.before
      ? `Section moved from place ${places.before(section.before.index)}`
      : 'Section'
  const head = noted
    ? `<p class="g-note" id="${anchorOfSection(at)}" data-kind="${kind}">${badge(kind)} ${words}${attributesHtml(attributes)}</p>`
    : ''
  const shown = blocks.map((block, index) => blockHtml(block, anchorOfBlock(at, index), places, draw))
  return `<div data-galley="section">${head}${shown.join('')}</div>`
}

function blockHtml(block: BlockDiff, anchor: string, places: SectionPlaces, draw: Draw): string {
  const { change } = block
  const content = contentHtml(block, draw)
  if (change === 'same') return content
  const kind: ItemKind = change
  const from =
    change === 'moved' && block.before && block.after && block.before.section !== block.after.section
      ? ` from section ${places.before(block.before.section)}`
      : ''
  const told = change === 'changed' ? '' : ` ${nameOfKind[kind]}${from}`
  const note = `<span class="g-tag" data-kind="${kind}">${badge(kind)}${told}</span>`
  return `<section class="g-change" data-kind="${kind}" id="${anchor}">${note}${content}${attributesHtml(block.attributes)}</section>`
}

const badge = (kind: ItemKind) => `<b title="${nameOfKind[kind]}">${signOf[kind]}</b>`

function attributesHtml(attributes: readonly AttributeChange[]): string {
  if (attributes.length === 0) return ''
  const rows = attributes.map(({ element, name, before, after }) => {
    const was = before === null ? '' : `<del>${text(before)}</del> `
    const is = after === null ? '' : `<ins>${text(after)}</ins>`
    return `<span class="g-attribute"><code>${text(element)} ${text(name)}</code> ${was}${is}</span>`
  })
  return `<span class="g-attributes">${rows.join('')}</span>`
}

function contentHtml(block: BlockDiff, draw: Draw): string {
  const { element, name, lines } = block
  if (lines.some(({ row }) => row !== null)) return rowsHtml(block, draw)
  if (element === 'ul' || element === 'ol') {
    return `<${element}>${lines.map((line) => lineHtml({ ...line, element: 'li' }, draw)).join('')}</${element}>`
  }
  const inside = lines.map((line) => lineHtml(line, draw)).join('')
  return name === null ? inside : named(name, row(cell(inside)))
}

/** Rows and cells of a table or block; lines of both states that stand in one cell share it. */
function rowsHtml({ element, name, lines }: BlockDiff, draw: Draw): string {
  const rows = new Map<number, Map<number, LineDiff[]>>()
  for (const line of lines) {
    const row = rows.get(line.row ?? 0) ?? new Map<number, LineDiff[]>()
    rows.set(line.row ?? 0, row)
    row.set(line.cell ?? 0, [...(row.get(line.cell ?? 0) ?? []), line])
  }
  const ordered = [...rows].sort(([a], [b]) => a - b).map(([, cells]) => [...cells].sort(([a], [b]) => a - b))
  if (element === 'table') {
    const cells = (row: readonly (readonly [number, readonly LineDiff[]])[]) =>
      row.map(
        ([, all]) => `<td>${all.map((line) => lineHtml({ ...line, element: 'div' }, draw)).join('')}</td>`
      )
    return `<table>${ordered.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`
  }
  const cells = (all: readonly (readonly [number, readonly LineDiff[]])[]) =>
    all.map(([, inCell]) => cell(inCell.map((line) => lineHtml(line, draw)).join('')))
  return named(name ?? 'block', ordered.map((all) => row(cells(all).join(''))).join(''))
}

/** A block as the preview draws it, wherever it stands. */
function named(name: string, rows: string): string {
  const kind = /metadata$/.test(name) ? 'metadata' : 'block'
  return `<div class="${text(name)}" data-galley="${kind}" data-galley-name="${text(name)}">${rows}</div>`
}

const row = (cells: string) => `<div data-galley="row">${cells}</div>`
const cell = (lines: string) => `<div data-galley="cell">${lines}</div>`

const lineElements = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'blockquote', 'pre', 'dt', 'dd'])

function lineHtml({ element, segments, change }: LineDiff, draw: Draw): string {
  const tag = lineElements.has(element) ? element : 'div'
  const fate = change === 'same' ? '' : ` data-line="${change}"`
  return `<${tag}${fate}>${segments.map((one) => segmentHtml(one, draw)).join('')}</${tag}>`
}

function segmentHtml(segment: Segment, draw: Draw): string {
  if (segment.kind === 'image') return imageHtml(segment, draw)
  const { change, before, after } = segment
  const shown = text(segment.text).replaceAll('\n', '<br>')
  if (change === 'same') return marked(shown, after)
  if (change === 'added') return `<ins>${marked(shown, after)}</ins>`
  if (change === 'removed') return `<del>${marked(shown, before)}</del>`
  return `<span class="g-restyled">${marked(shown, after)}</span>${restyleNote(before, after)}`
}

/** What is set or linked otherwise says how it was. */
function restyleNote(before: Marks | null, after: Marks | null): string {
  const [was, is] = [before?.link ?? null, after?.link ?? null]
  if (was !== is) {
    const old = was === null ? 'no link' : was
    const now = is === null ? 'no link' : is
    return `<span class="g-link"> <del>${text(old)}</del> <ins>${text(now)}</ins></span>`
  }
  const names = (marks: Marks | null) =>
    (marks?.tags ?? []).map((tag) => styleNames[tag] ?? tag).join(', ') || 'plain'
  return `<span class="g-link"> <del>${text(names(before))}</del> <ins>${text(names(after))}</ins></span>`
}

const styleNames: Readonly<Record<string, string>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underlined',
  s: 'struck',
  code: 'code'
}

const inline = new Set(
  'abbr b bdi bdo cite code em i kbd mark q s samp small strong sub sup u var'.split(' ')
)

function marked(shown: string, marks: Marks | null): string {
  const tags = (marks?.tags ?? []).filter((tag) => inline.has(tag))
  const inside = tags.reduce((html, tag) => `<${tag}>${html}</${tag}>`, shown)
  const link = marks?.link ?? null
  return link === null
    ? inside
    : `<a data-link="${text(link)}" title="${text(visibleText(link))}">${inside}</a>`
}

function imageHtml({ change, before, after }: Extract<Segment, { kind: 'image' }>, draw: Draw): string {
  if (change !== 'changed' || !before || !after) {
    const image = after ?? before
    if (!image) return ''
    const html = draw(image)
    return change === 'added'
      ? `<ins class="g-image">${html}</ins>`
      : change === 'removed'
        ? `<del class="g-image">${html}</del>`
        : html
  }
  const side = (image: Image, tag: 'del' | 'ins', name: string) =>
    `<span class="g-figure">${draw(image)}<span class="g-caption">${name}: <${tag}>${text(image.src)}${image.alt === '' ? '' : ` · ${text(image.alt)}`}</${tag}></span></span>`
  return `<span class="g-images">${side(before, 'del', 'Before')}${side(after, 'ins', 'After')}</span>`
}
