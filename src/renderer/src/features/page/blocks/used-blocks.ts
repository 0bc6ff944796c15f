import type { ContentPath } from '../../../../../common/content/paths'
import { isMetadata, namesIn } from '../../../engines/page/block-names'
import type { Sample } from '../../library'
import type { PageFacts } from '../links/page-facts'

/** A block as pages of a site use it. */
export interface UsedBlock {
  readonly name: string
  /** Its class lists as they are written, the most used first. */
  readonly forms: readonly { readonly classes: string; readonly pages: number }[]
  /** How many pages have one. */
  readonly pages: number
  /** Cells of its first row, as most of them have. */
  readonly columns: number
  /** A page that has one, for whoever wants to see it. */
  readonly example: ContentPath
}

/** The blocks of these pages, the most used first; structured documents hold none that an author adds. */
export function usedBlocks(pages: ReadonlyMap<ContentPath, PageFacts>): UsedBlock[] {
  const found = new Map<string, Counted>()
  for (const [path, { blocks }] of pages) {
    if (blocks.some(({ classes }) => namesIn(classes).name === 'da-form')) continue
    for (const { classes, columns } of blocks) {
      const { name } = namesIn(classes)
      if (isMetadata(classes)) continue
      const counted = found.get(name) ?? {
        example: path,
        pages: new Set(),
        forms: new Map(),
        columns: new Map()
      }
      found.set(name, counted)
      counted.pages.add(path)
      counted.forms.set(classes, (counted.forms.get(classes) ?? new Set()).add(path))
      counted.columns.set(columns, (counted.columns.get(columns) ?? 0) + 1)
    }
  }
  return [...found]
    .map(([name, { example, pages: on, forms, columns }]) => ({
      name,
      example,
      pages: on.size,
      forms: mostFirst([...forms].map(([classes, { size }]) => ({ classes, pages: size }))),
      columns: [...columns].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 1
    }))
    .sort((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1))
}

/** The same with the blocks of a library behind them, which no page need use. */
export function withSamples(used: readonly UsedBlock[], samples: readonly Sample[]): UsedBlock[] {
  const found = new Map(used.map((block) => [block.name, block]))
  for (const { classes, page } of samples) {
    const { name } = namesIn(classes)
    const block = found.get(name) ?? { name, example: page, pages: 0, forms: [], columns: 1 }
    const isKnown = block.forms.some((form) => form.classes === classes)
    found.set(name, isKnown ? block : { ...block, forms: [...block.forms, { classes, pages: 0 }] })
  }
  return [...found.values()]
}

interface Counted {
  readonly example: ContentPath
  readonly pages: Set<ContentPath>
  readonly forms: Map<string, Set<ContentPath>>
  readonly columns: Map<number, number>
}

const mostFirst = <T extends { readonly pages: number }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => b.pages - a.pages)
