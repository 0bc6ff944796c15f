import { numberText } from '../../../components/formats'
import type { LinkProblem, ProblemKind } from '../../../../../common/links/answers'

/** What the kinds of problems of a site are called, and what is wrong. */
export const kindWords: Readonly<Record<ProblemKind, { readonly title: string; readonly fault: string }>> = {
  old: { title: 'Old addresses', fault: 'What this leads to was moved by another program.' },
  broken: { title: 'Broken links', fault: 'Nothing is at this address.' },
  anchor: { title: 'Missing anchors', fault: 'The page has no heading or id of this name.' },
  case: { title: 'Capital letters', fault: 'The address is written otherwise there.' },
  redirect: { title: 'Redirects in a circle', fault: 'The redirects lead to each other.' },
  alt: { title: 'Pictures without words', fault: 'A picture has no alternative text.' },
  title: { title: 'Double titles', fault: 'Another page has the same title.' },
  orphan: { title: 'Orphans', fault: 'No page links here.' },
  unused: { title: 'Unused media', fault: 'No page shows this file.' }
}

/** `Broken links (3)` */
export const countedKind = (kind: ProblemKind, count: number): string =>
  `${kindWords[kind].title} (${numberText(count)})`

/** One problem among all of its site. */
export const keyOfProblem = ({ is, path, n, line }: LinkProblem): string =>
  JSON.stringify([is, path, n, line])
