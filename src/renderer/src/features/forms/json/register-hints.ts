import { jsonDefaults } from 'monaco-editor/languages/features/json/register'
import type { JsonValue } from '../../../../../common/schema'

const registered = new Map<string, Record<string, JsonValue>>()

/**
 * Lets the code editor offer names and values of a schema in the text at the address.
 * @returns a function that ends it
 */
export function registerHints(uri: string, schema: Record<string, JsonValue>): () => void {
  registered.set(uri, schema)
  apply()
  return () => {
    if (registered.get(uri) !== schema) return
    registered.delete(uri)
    apply()
  }
}

function apply(): void {
  jsonDefaults.setDiagnosticsOptions({
    ...jsonDefaults.diagnosticsOptions,
    // The form's own check says what is wrong, in the same words as in the form.
    schemaValidation: 'ignore',
    schemas: [...registered].map(([uri, schema]) => ({ uri: `${uri}.schema`, fileMatch: [uri], schema }))
  })
}
