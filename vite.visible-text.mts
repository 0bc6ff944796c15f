import { join } from 'node:path'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, 'src/renderer/src/components/visible-text')

const ours: Readonly<Record<string, string>> = {
  'react/jsx-runtime': join(folder, 'jsx-runtime.ts'),
  'react/jsx-dev-runtime': join(folder, 'jsx-dev-runtime.ts')
}

/**
 * Every text that JSX draws, ours and that of libraries, goes through `components/visible-text` (E13): a new place that shows a name cannot
 * forget it.
 */
export function visibleText(): Plugin {
  return {
    name: 'galley:visible-text',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = ours[source]
      return file !== undefined && importer !== file ? file : null
    }
  }
}
