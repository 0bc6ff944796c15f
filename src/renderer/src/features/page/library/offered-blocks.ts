import type { ContentPath } from '../../../../../common/content/paths'
import { blockTitle, namesIn } from '../../../engines/page/block-names'
import { api } from '../../../api'
import { samplesIn, type Sample } from '../../library'
import type { UsedBlock } from '../blocks/used-blocks'
import { words } from './words'

/** A block that can be looked at and put into the page. */
export interface OfferedBlock {
  readonly id: string
  readonly classes: string
  readonly title: string
  readonly detail: string
  /** Cells of a row, for one that is added empty. */
  readonly columns: number
  /** With its content: known, or in a page that has one. */
  readonly sample: Sample | { readonly page: ContentPath }
}

/** What a site offers: the samples of its library, then the blocks that its pages use, with each of their variants. */
export function offeredBlocks(samples: readonly Sample[], used: readonly UsedBlock[]): OfferedBlock[] {
  const counts = new Map(used.flatMap(({ forms }) => forms.map(({ classes, pages }) => [classes, pages])))
  const inLibrary = samples.map((sample, index) => ({
    id: `sample ${index}`,
    classes: sample.classes,
    title: blockTitle(sample.classes),
    detail: [sample.title, sample.about, words.inLibrary, ...usesOf(counts.get(sample.classes))]
      .filter((text) => text !== '')
      .join(' · '),
    columns: 1,
    sample
  }))
  const known = new Set(samples.map(({ classes }) => classes))
  const inPages = used.flatMap(({ forms, columns, example }) =>
    forms
      .filter(({ classes }) => !known.has(classes))
      .map(({ classes, pages }) => ({
        id: `used ${classes}`,
        classes,
        title: blockTitle(classes),
        detail: words.inPages(pages),
        columns,
        sample: { page: example }
      }))
  )
  return [...inLibrary, ...inPages]
}

const usesOf = (pages: number | undefined): string[] => (pages === undefined ? [] : [words.inPages(pages)])

/** The block with content, as a page has it; null where none that could be read does. */
export async function sampleOf({ sample, classes }: OfferedBlock): Promise<Sample | null> {
  if ('source' in sample) return sample
  try {
    const all = samplesIn((await api.read(sample.page)).text, { path: sample.page, title: '' })
    const { name } = namesIn(classes)
    return (
      all.find((one) => one.classes === classes) ??
      all.find((one) => namesIn(one.classes).name === name) ??
      null
    )
  } catch {
    return null
  }
}
