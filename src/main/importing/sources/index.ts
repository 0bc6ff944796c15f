import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import type { ImportShown } from '../../../common/importing/shapes'
import type { SourceRequest } from '../../../common/importing/sources'
import type { ImportLimits } from '../limits'
import type { ImportSource } from '../source'
import type { Read, SourceKind, SourceParts } from './kind'
import { listed } from './list'
import { published } from './published'
import { service } from './service'

type Name = SourceRequest['kind']

/** What opens each source, by the word that a request and a stored import have for it. */
const kinds = { published, service, list: listed }

/** Where a stored import takes its things from. */
export type StoredSource = z.infer<(typeof kinds)[Name]['stored']>

type Requested<N extends Name> = { [P in N]: Extract<SourceRequest, { kind: P }> }[N]
type Stored<N extends Name> = { [P in N]: Extract<StoredSource, { kind: P }> }[N]

const opened: { readonly [N in Name]: SourceKind<Requested<N>, Stored<N>> } = kinds

export const storedSource: z.ZodType<StoredSource> = z.union(Object.values(kinds).map(({ stored }) => stored))

/** Reads what is asked for. @throws GalleyError bad-request, bad-path, too-large */
export const readRequest = <N extends Name>(
  request: Requested<N>,
  site: ContentPath,
  limits: ImportLimits
): Read<StoredSource> => opened[request.kind].read(request, site, limits)

/** Whoever opens it closes it. */
export const openSource = <N extends Name>(source: Stored<N>, parts: SourceParts): Promise<ImportSource> =>
  opened[source.kind].open(source, parts)

/** The addresses on other hosts that a source asks; none for what lies here. */
export const askedBy = <N extends Name>(source: Stored<N>): readonly string[] =>
  opened[source.kind].asks(source)

/** The site of this workspace that is read; null for none. */
export const siteReadBy = <N extends Name>(source: Stored<N>): ContentPath | null =>
  opened[source.kind].readsHere(source)

/** As people are told of it. */
export const shownSource = <N extends Name>(source: Stored<N>): ImportShown['source'] => ({
  kind: source.kind,
  ...opened[source.kind].shown(source)
})
