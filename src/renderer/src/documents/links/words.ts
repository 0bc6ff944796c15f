import type { DocumentLinks, LinkState } from '../../../../common/links/answers'
import { numberText } from '../../components/formats'

/** What a document links to, with how that stands. */
export type OutgoingLink = DocumentLinks['out'][number]

/** What is wrong with an address, in a sentence for whoever sees it; null where nothing is. */
export const faultOf = (state: LinkState): string | null => faults[state] ?? null

const faults: Partial<Record<LinkState, string>> = {
  old: 'What this leads to was moved by another program.',
  broken: 'Nothing is at this address.',
  anchor: 'The page is there, but no heading or id that the part behind # names.',
  case: 'The address is written otherwise there: capital and small letters count.',
  loop: 'The redirects of the site lead in a circle.'
}

/** `1 link`, `12 links` */
export const countedLinks = (count: number): string =>
  `${numberText(count)} ${count === 1 ? 'link' : 'links'}`
