import type { Asked } from '../../../engines/page/slash/asking'

/** One thing that can be put where somebody asked. */
export interface Pick {
  /** Different from all others. */
  readonly id: string
  readonly title: string
  /** Said behind the title, and searched too. */
  readonly detail?: string
  /** Other words by which somebody may search for it. */
  readonly words?: string
  readonly shortcut?: string | undefined
  readonly group: string
  readonly take: (asked: Asked) => void
}
