import { useMemo } from 'react'
import { readStructured, type FormatName } from '../../../../common/compare'
import { type ContentPath, siteOf } from '../../../../common/content/paths'
import type { Schema } from '../../../../common/schema'
import { findSchema, useSchemas } from './library'

export interface KnownSchema {
  readonly text: string | null
  readonly schema: Schema | null
}

/** The schema of a structured document; `undefined` while it is being read, null for what has none. */
export function useSchemaOf(
  path: ContentPath,
  format: FormatName,
  text: string | null
): KnownSchema | null | undefined {
  const schemas = useSchemas(siteOf(path))
  const name = useMemo(
    () => (format === 'page' && text !== null ? (readStructured(text)?.metadata.schemaName ?? null) : null),
    [format, text]
  )
  return useMemo(() => {
    if (name === null) return null
    if (schemas.status === 'loading') return undefined
    const stored = findSchema(schemas, name)
    return stored ? { text: stored.text, schema: stored.schema } : null
  }, [name, schemas])
}
