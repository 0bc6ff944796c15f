import { isWithin, segmentsOf, siteOf, type ContentPath } from '../../../../../common/content/paths'
import type { DocumentLinks } from '../../../../../common/links/answers'
import { faultOf, type OutgoingLink } from '../../../documents/links/words'

/** The links of a document as its panel shows them: what needs a look first (LK8). */
interface LinkGroups {
  readonly broken: readonly OutgoingLink[]
  readonly into: DocumentLinks['in']
  readonly links: readonly OutgoingLink[]
  readonly fragments: readonly OutgoingLink[]
  readonly media: readonly OutgoingLink[]
  /** They lead out of the workspace, and are not looked at. */
  readonly elsewhere: readonly OutgoingLink[]
}

/** Parts of markup that lead elsewhere, such as the style of another server, are nothing to look at. */
export function groupsOf({ in: into, out }: DocumentLinks): LinkGroups {
  const fine = out.filter(({ state }) => faultOf(state) === null)
  const within = fine.filter(({ state }) => state !== 'elsewhere')
  const isFragment = ({ to }: OutgoingLink) => to !== null && liesInFragments(to)
  const isMedia = ({ kind }: OutgoingLink) => kind === 'media'
  return {
    broken: out.filter(({ state }) => faultOf(state) !== null),
    into,
    links: within.filter((link) => !isFragment(link) && !isMedia(link)),
    fragments: within.filter((link) => isFragment(link) && !isMedia(link)),
    media: within.filter(isMedia),
    elsewhere: fine.filter(({ state, kind }) => state === 'elsewhere' && kind !== 'part')
  }
}

/** Pages that others show as a part of theirs lie in a folder of this name. */
const liesInFragments = (path: string): boolean => path.split('/').slice(3, -1).includes('fragments')

/** `help/tickets` of a document in the same site; else its whole path. */
export function shownPath(path: ContentPath, from: ContentPath): string {
  const site = siteOf(from)
  if (!isWithin(path, site) || segmentsOf(path).length < 3) return path
  return path.slice(site.length + 1).replace(/\.html$/, '')
}
