import { blockTitle, namesIn } from '../../../engines/page/block-names'
import type { NameOffer } from '../../../engines/page/context'
import type { UsedBlock } from './used-blocks'

const MOST = 12

/**
 * What the typed name of a block may become, by what the site uses: whole names with their variants, and
 * behind a bracket or a comma the variants that this block has elsewhere.
 */
export function nameOffers(
  typed: string,
  used: readonly UsedBlock[],
  inPages: (count: number) => string
): NameOffer[] {
  const [, name = '', inside] = /^([^(]*)(?:\((.*?)\)?)?$/.exec(typed.trim()) ?? []
  const block = used.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const offers = inside !== undefined && block ? withVariant(block, inside) : withName(name, used)
  return offers
    .filter(({ title }) => title !== typed.trim())
    .slice(0, MOST)
    .map(({ title, pages }) => ({ title, detail: inPages(pages) }))
}

interface Counted {
  readonly title: string
  readonly pages: number
}

function withName(name: string, used: readonly UsedBlock[]): Counted[] {
  const wanted = name.trim().toLowerCase()
  const all = used.flatMap(({ forms }) =>
    forms.map(({ classes, pages }) => ({ title: blockTitle(classes), pages }))
  )
  const begins = ({ title }: Counted) => title.toLowerCase().startsWith(wanted)
  return [
    ...all.filter(begins),
    ...all.filter((one) => !begins(one) && one.title.toLowerCase().includes(wanted))
  ]
}

/** The variants before the last comma stay; the last one is what is searched. */
function withVariant({ name, forms }: UsedBlock, inside: string): Counted[] {
  const parts = inside.split(',').map((one) => one.trim())
  const wanted = (parts.at(-1) ?? '').toLowerCase()
  const before = parts.slice(0, -1).filter((one) => one !== '')
  const counts = new Map<string, number>()
  for (const { classes, pages } of forms)
    for (const variant of namesIn(classes).variants) counts.set(variant, (counts.get(variant) ?? 0) + pages)
  return [...counts]
    .filter(([variant]) => !before.includes(variant) && variant.toLowerCase().startsWith(wanted))
    .sort(([, a], [, b]) => b - a)
    .map(([variant, pages]) => ({ title: `${name} (${[...before, variant].join(', ')})`, pages }))
}
