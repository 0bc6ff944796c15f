import { z } from 'zod'
import { list } from './list'
import { published } from './published'
import { service } from './service'

/** Every source that imports can take things from, in the order in which a person is shown them. */
export const importSources = [published, service, list] as const

const [first, ...others] = importSources

/**
 * Where an import takes its list from (IM1). Tokens are never told again, nor written down with the import
 * (IM9).
 */
export const sourceRequest = z.discriminatedUnion('kind', [first.shape, ...others.map(({ shape }) => shape)])

export type SourceRequest = z.infer<typeof sourceRequest>

/** The word that a request has for a source. */
export const kindOfSource = ({ shape }: (typeof importSources)[number]): SourceRequest['kind'] =>
  shape.shape.kind.value
