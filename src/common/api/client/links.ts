import type { ContentPath } from '../../content/paths'
import {
  change,
  changed,
  documentLinks,
  externalLinks,
  linkPlan,
  movedOutside,
  siteProblems,
  type ChangeAnswer,
  type Changed,
  type DocumentLinks,
  type ExternalLinks,
  type LinkPlanAnswer,
  type MovedOutsideAnswer,
  type SiteProblems
} from '../../links/answers'
import { siteFolder, resourcePathOf } from '../../publishing/addresses'
import type { BodyOf } from '../operations'
import type { CallOptions, Calls } from './calls'

/** Links, what a move means for them, and changes of several files (LK1 to LK6). */
export const linkCalls = ({ read }: Calls) => ({
  /** What links to a file, and what it links to; a page of both at a time. @param after `next` of the page before */
  links: (
    path: ContentPath,
    { signal, ...asked }: CallOptions & { limit?: number; after?: string } = {}
  ): Promise<DocumentLinks> =>
    read(
      documentLinks,
      'readLinks',
      { at: siteFolder(path), path: resourcePathOf(path), ...asked },
      { signal }
    ),
  /** What is wrong in a site. @param after `next` of the page before */
  linkProblems: (
    site: ContentPath,
    {
      signal,
      ...asked
    }: CallOptions & { is?: string; ignored?: boolean; limit?: number; after?: string } = {}
  ): Promise<SiteProblems> => read(siteProblems, 'listLinkProblems', { at: site, ...asked }, { signal }),
  /** The links of a site to other hosts. @param after `next` of the page before */
  externalLinks: (
    site: ContentPath,
    { signal, ...asked }: CallOptions & { host?: string; limit?: number; after?: string } = {}
  ): Promise<ExternalLinks> => read(externalLinks, 'listExternalLinks', { at: site, ...asked }, { signal }),
  /** What other programs moved, the newest first (LK12). */
  movedOutside: (options?: CallOptions): Promise<MovedOutsideAnswer[]> =>
    read(movedOutside.array(), 'listMoved', {}, options),
  /** What a move would write, or who links to what is deleted; writes nothing. */
  planLinks: (request: BodyOf<'planLinks'>, options?: CallOptions): Promise<LinkPlanAnswer> =>
    read(linkPlan, 'planLinks', {}, { ...options, json: request }),
  /** Mends addresses as one change, or ignores a problem with a reason, or heeds it again. */
  changeLinks: (site: ContentPath, request: BodyOf<'changeLinks'>): Promise<Changed> =>
    read(changed, 'changeLinks', { at: site }, { json: request }),
  /** Changes of several files, newest first. */
  changes: (options?: CallOptions): Promise<ChangeAnswer[]> =>
    read(change.array(), 'listChanges', {}, options),
  /** Takes one back as a whole. */
  undoChange: (id: string): Promise<Changed> => read(changed, 'undoChange', { id })
})
