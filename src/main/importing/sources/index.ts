import { z } from 'zod'
import type { SourceRequest } from '../../../common/importing/shapes'
import type { SourceKind } from './kind'
import { listed } from './list'
import { published } from './published'
import { service } from './service'

/** Every kind of source, by the word that a request and a stored import have for it. */
const kinds = { published, service, list: listed }

type Kinds = typeof kinds
type StoredOf<K> = K extends { readonly stored: z.ZodType<infer Stored> } ? Stored : never

/** Where a stored import takes its things from. */
export type StoredSource = StoredOf<Kinds[keyof Kinds]>

export const storedSource: z.ZodType<StoredSource> = z.union(Object.values(kinds).map(({ stored }) => stored))

/** The addresses on other hosts that a source asks; none for what lies here. */
export const askedBy = (source: StoredSource): readonly string[] => kindOf(source).asks(source)

/** The kind of a request, or of a source that is stored. */
export function kindOf<S extends SourceRequest | StoredSource>({
  kind
}: S): SourceKind<SourceRequest, StoredSource> {
  // each kind is only given what has its word
  return kinds[kind] as unknown as SourceKind<SourceRequest, StoredSource>
}
