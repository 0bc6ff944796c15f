import type { BlockDiff, HtmlDiff, SectionDiff, SectionPart } from '../../../../../common/compare'
import { sectionPlaces, type SectionPlaces } from './section-places'
import type { ChangeItem, ItemKind, RestoreChoice } from './items'

export interface PageItem extends ChangeItem {
  /** The anchor of the place in the shown page. */
  readonly anchor: string
}

const elementNames: Readonly<Record<string, string>> = {
  p: 'Paragraph',
  h1: 'Heading',
  h2: 'Heading',
  h3: 'Heading',
  h4: 'Heading',
  h5: 'Heading',
  h6: 'Heading',
  ul: 'List',
  ol: 'List',
  table: 'Table',
  blockquote: 'Quotation',
  pre: 'Code',
  img: 'Image',
  picture: 'Image',
  hr: 'Line'
}

export function nameOfBlock({ element, name }: Pick<BlockDiff, 'element' | 'name'>): string {
  return name !== null ? `Block “${name}”` : (elementNames[element] ?? 'Text')
}

export const anchorOfSection = (section: number) => `change-s${section}`
export const anchorOfBlock = (section: number, block: number) => `change-s${section}b${block}`

/** What changed for a reader, in the order of the page. */
export function pageItems(diff: HtmlDiff): PageItem[] {
  const places = sectionPlaces(diff)
  return diff.sections.flatMap((section, at) => [
    ...sectionItem(section, at, places),
    ...section.blocks.flatMap((block, index) =>
      block.change === 'same' ? [] : [blockItem(block, at, index, section, places)]
    )
  ])
}

function sectionItem(section: SectionDiff, at: number, places: SectionPlaces): PageItem[] {
  const { change, before, after, attributes, kind } = section
  if (change !== 'moved' && attributes.length === 0) return []
  const name = kind === 'section' ? 'Section' : kind
  const words = [
    ...(change === 'moved' && before && after
      ? [`moved from place ${places.before(before.index)} to ${places.after(after.index)}`]
      : []),
    ...attributes.map((one) => `${one.name} ${one.before ?? 'none'} → ${one.after ?? 'none'}`)
  ]
  return [
    {
      key: `section:${at}`,
      kind: change === 'moved' ? 'moved' : 'changed',
      title: name,
      words: words.join(', '),
      restore: [
        ...(change === 'moved' ? [sectionRestore('Restore the place', section, 'place')] : []),
        ...(attributes.length > 0 ? [sectionRestore('Restore the attributes', section, 'attributes')] : [])
      ],
      blame: null,
      anchor: anchorOfSection(at)
    }
  ]
}

function sectionRestore(label: string, section: SectionDiff, part: SectionPart): RestoreChoice {
  return { label, pick: { kind: 'section', section, part } }
}

function blockItem(
  block: BlockDiff,
  section: number,
  index: number,
  inside: SectionDiff,
  places: SectionPlaces
): PageItem {
  const { change, before, after } = block
  const place = change === 'removed' ? before : after
  const whole = (inside.change === 'added' || inside.change === 'removed') && inside.kind === 'section'
  const restorable = (before === null || before.range !== null) && (after === null || after.range !== null)
  return {
    key: `block:${section}:${index}`,
    kind: kindOf(block),
    title: nameOfBlock(block),
    words: wordsOf(block, places),
    restore: [
      ...(restorable ? [{ label: 'Restore this block', pick: { kind: 'block', block } } as const] : []),
      // a section that came or went is put back as a whole, too
      ...(whole ? [sectionRestore('Restore the section', inside, 'whole')] : [])
    ],
    blame: place
      ? { in: change === 'removed' ? 'before' : 'after', place: { kind: 'block', index: place.index } }
      : null,
    anchor: anchorOfBlock(section, index)
  }
}

const kindOf = ({ change }: BlockDiff): ItemKind => (change === 'same' ? 'changed' : change)

function wordsOf({ change, lines, attributes, before, after }: BlockDiff, places: SectionPlaces): string {
  const said: string[] = []
  if (change === 'moved' && before && after)
    said.push(
      before.section === after.section
        ? 'moved'
        : `moved from section ${places.before(before.section)} to ${places.after(after.section)}`
    )
  if (change === 'added' || change === 'removed') {
    const text = lines
      .flatMap(({ segments }) => segments.map((one) => (one.kind === 'text' ? one.text : imageName(one))))
      .join(' ')
    return short(text)
  }
  const changed = lines.flatMap(({ segments }) => segments.filter((one) => one.change !== 'same'))
  const texts = changed.flatMap((one) => {
    if (one.kind === 'image') return [`image ${one.change}`]
    if (one.change === 'restyled')
      return one.before?.link !== one.after?.link
        ? [`link of “${short(one.text)}” changed`]
        : [`“${short(one.text)}” styled`]
    return [`${one.change === 'added' ? '+' : '−'} ${short(one.text)}`]
  })
  said.push(...texts.slice(0, 4))
  if (texts.length > 4) said.push(`and ${texts.length - 4} more`)
  for (const { name, before: was, after: now } of attributes.slice(0, 3))
    said.push(`${name} ${short(was ?? 'none')} → ${short(now ?? 'none')}`)
  return said.join(' · ')
}

const imageName = ({ after, before }: { after: { alt: string } | null; before: { alt: string } | null }) =>
  (after ?? before)?.alt || 'image'

const short = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
