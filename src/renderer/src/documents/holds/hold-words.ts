import { nameOf, splitName, type ContentPath } from '../../../../common/content/paths'
import type { Person } from '../../../../common/person'
import { clockOf } from '../../components/formats'
import { personName } from '../../components/person'

/** A document that somebody keeps for themselves for a while (RT15). */
export interface Hold {
  readonly path: ContentPath
  readonly by: Person
  /** By the clock of this computer, Unix milliseconds. */
  readonly ends: number
  /** Who writes in it all the same. */
  readonly besides: readonly Person[]
}

/** “Held by Mara until 14:20.” */
export const heldWords = ({ by, ends }: Pick<Hold, 'by' | 'ends'>): string =>
  `Held by ${personName(by)} until ${clockOf(ends)}.`

/** What whoever holds a document hears of somebody who writes in it. */
export const passedWords = (person: Person, path: ContentPath): string =>
  `${personName(person)} writes in “${splitName(nameOf(path)).name}” all the same, which you hold.`

/** To whoever holds it. */
export function ownWords({ ends, besides }: Hold): string {
  const others = besides.map((one) => ` ${personName(one)} writes in it all the same.`)
  return `You hold this document until ${clockOf(ends)}.${others.join('')}`
}
