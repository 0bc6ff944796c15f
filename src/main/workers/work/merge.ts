import { isBeyondBounds } from '../../../common/bounds'
import { parseJson } from '../../../common/json'
import { mergeFiles, type Choice, type FileMerge, type ThreeFiles } from '../../../common/formats'
import { readSchema, type Schema } from '../../../common/schema'
import { readSchemaDocument, schemaIdFor } from '../../../common/formats/structured'

/** Three states of a file and all that their merge asks for, so that it can be done in any thread. */
export interface MergeSource extends ThreeFiles {
  readonly choices: readonly (readonly [conflict: string, choice: Choice])[]
  readonly isConfig: boolean
  /** The schema that the document names, as it is stored. */
  readonly schema: StoredSchema | null
}

export interface StoredSchema {
  readonly id: string
  readonly page: string
}

/** See `mergeFiles`. */
export function mergedFiles({ choices, isConfig, schema, ...files }: MergeSource): FileMerge {
  return mergeFiles(files, {
    choices: new Map(choices),
    isConfig,
    schemaOf: (name) => (schema && schemaIdFor(name) === schema.id ? schemaIn(schema.page) : null)
  })
}

/** Whether bytes are JSON that is more than a single value. @throws GalleyError too-large · too-complex */
export function isObjectText({ bytes }: { readonly bytes: Uint8Array }): boolean {
  try {
    const value = parseJson(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null
  } catch (error) {
    if (isBeyondBounds(error)) throw error
    return false
  }
}

function schemaIn(page: string): Schema | null {
  const text = readSchemaDocument(page)
  return text === null ? null : readSchema(text).schema
}
