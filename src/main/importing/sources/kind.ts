import type { z } from 'zod'
import { contentPath, type ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { ImportItem, ImportShown } from '../../../common/importing/shapes'
import type { AddressPolicy } from '../../outgoing'
import type { SecretKeeper } from '../../secrets'
import type { Store } from '../../store/types'
import type { Workers } from '../../workers'
import type { ImportLimits } from '../limits'
import type { ImportSource } from '../source'

/**
 * A kind of source that an import can take things from: what is asked for, what is stored of it, and how it
 * is opened. A new kind is a folder here and a line in `index.ts`; what a person asks for is told in
 * `common/importing/sources`.
 */
export interface SourceKind<Request, Stored extends { readonly kind: string }> {
  /** Where a stored import takes its things from. Its tokens are elsewhere. */
  readonly stored: z.ZodType<Stored>
  /** Reads what is asked for. @throws GalleyError bad-request, bad-path, too-large */
  read(request: Request, site: ContentPath, limits: ImportLimits): Read<Stored>
  /** Whoever opens it closes it. */
  open(source: Stored, parts: SourceParts): Promise<ImportSource>
  /** As people are told of it. */
  shown(source: Stored): Omit<ImportShown['source'], 'kind'>
  /** Addresses on other hosts that it asks; none for what lies here. */
  asks(source: Stored): readonly string[]
  /** The site of this workspace that is read; null for none. */
  readsHere(source: Stored): ContentPath | null
}

/** What a request for a source means. */
export interface Read<Stored> {
  readonly source: Stored
  /** Tokens by the name under which they are kept. */
  readonly secrets: ReadonlyMap<string, string>
  /** Known at once for lists that a person gave; else the source is asked. */
  readonly items: readonly ImportItem[] | null
  readonly refused: readonly { readonly text: string; readonly why: string }[]
  readonly repeated: number
}

export interface SourceParts {
  readonly store: Store
  readonly workers: Workers
  readonly limits: ImportLimits
  readonly secrets: SecretKeeper
  readonly userAgent: string
  readonly mayRead: (path: ContentPath) => Promise<boolean>
  readonly serviceFolder: () => Promise<string>
  /** Where the import goes. */
  readonly target: ContentPath
  /** Other hosts from which redirected media may be taken. */
  readonly hosts: readonly string[]
  /** Who began it: a token is used only for who gave it. */
  readonly email: string
  /** What may be asked of this machine's own network. */
  readonly policy: AddressPolicy
}

/** Of what is told of a list, at most so many lines. */
export const MOST_REFUSED = 1000

export const nothingYet = {
  items: null,
  refused: [],
  repeated: 0,
  secrets: new Map<string, string>()
} as const

/** Paths of a site, `/docs/*` for all below. @throws GalleyError bad-request, bad-path */
export function patternsOf(paths: readonly string[] | undefined): { paths?: string[] } {
  if (paths === undefined) return {}
  for (const path of paths) {
    if (!path.startsWith('/'))
      throw new GalleyError(
        'bad-request',
        'A path begins with a slash and is one of the site: /docs/page, or /docs/*.',
        { where: path.slice(0, 200) }
      )
    contentPath(path.replace(/\/\*+$|(?<!\*)\*+$|\/$/, ''))
  }
  return { paths: [...paths] }
}
