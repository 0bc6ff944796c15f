import type { ContentPath } from '../../../../common/content/paths'
import type { PageReference, PageReferences } from '../../../../common/publishing/reference-answers'
import { numberText } from '../../components/formats'

/** What this window was told to leave out, by page: it is asked about once. */
const left = new Map<ContentPath, ReadonlySet<string>>()

export const mayPublish = ({ permissions }: PageReference): boolean => permissions.includes('write')

/** What a page links to that readers do not get as it is here. */
export const offeredIn = ({ links }: PageReferences): readonly PageReference[] =>
  links.filter(({ change }) => change !== 'same')

/**
 * What readers would find nothing behind, and may be published with the page: chosen unless somebody says
 * otherwise.
 */
export const missingIn = (references: PageReferences): readonly PageReference[] =>
  references.links.filter((one) => one.change === 'new' && mayPublish(one))

/** Whether a page is not published without a word, because readers would find nothing behind its links. */
export const asksAboutLinks = (path: ContentPath, references: PageReferences): boolean =>
  missingIn(references).some(({ resourcePath }) => left.get(path)?.has(resourcePath) !== true)

/** Somebody published the page with some of what it links to: the rest is not asked about again by itself. */
export function leaveOut(path: ContentPath, references: PageReferences, chosen: readonly string[]): void {
  const names = missingIn(references).map(({ resourcePath }) => resourcePath)
  left.set(path, new Set(names.filter((name) => !chosen.includes(name))))
}

/** How what a page links to and shows stands for its readers. */
export function referenceSentence(references: PageReferences): string {
  const offered = offeredIn(references)
  const count = (change: PageReference['change']) => offered.filter((one) => one.change === change).length
  const [missing, older] = [count('new'), count('changed')]
  const shown = references.media.filter(({ change }) => change !== 'same').length
  const parts = [
    missing === 0 ? '' : `${numberText(missing)} ${missing === 1 ? 'is' : 'are'} not live yet`,
    older === 0 ? '' : `${numberText(older)} ${older === 1 ? 'was' : 'were'} changed since`
  ].filter((part) => part !== '')
  return [
    parts.length === 0 ? '' : `Of what it links to, ${parts.join(', and ')}.`,
    shown === 0
      ? ''
      : `${shown === 1 ? 'One picture or other file' : `${numberText(shown)} pictures and other files`} that it shows ${shown === 1 ? 'goes' : 'go'} with it.`,
    references.complete ? '' : 'It has more links than were looked behind.'
  ]
    .filter((part) => part !== '')
    .join(' ')
}
