import type { ThreeTexts } from '../../../common/formats/core/validity'
import { mergeTexts } from '../../../common/formats/merge'
import { readSchema } from '../../../common/schema'

/** A merge as it is asked of a worker: plain data in and out. */
export interface MergeAsk {
  readonly ext: string
  readonly texts: ThreeTexts
  /** The JSON text of the document's schema. */
  readonly schema: string | null
}

/** The one text; null when only a person can decide. */
export type MergeAnswer = string | null

export function merged({ ext, texts, schema }: MergeAsk): MergeAnswer {
  const { text, open } = mergeTexts(ext, texts, {
    schemaOf: () => (schema === null ? null : readSchema(schema).schema)
  })
  return open === 0 ? text : null
}
