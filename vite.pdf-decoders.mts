import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const library = join(import.meta.dirname, 'node_modules/pdfjs-dist')

/**
 * What `features/media/PdfView` needs for pictures of JPEG 2000, JBIG2 and fax in a PDF: the library's worker asks for these by name, so they
 * lie in a folder of its version, beside the rest of the window. In development such pictures stay empty.
 */
export function pdfDecoders(): Plugin {
  return {
    name: 'galley:pdf-decoders',
    apply: 'build',
    generateBundle() {
      const found: unknown = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
      if (typeof found !== 'object' || found === null || !('version' in found))
        this.error('pdfjs-dist has no version.')
      for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'])
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdf-${String(found.version)}/${name}`,
          source: readFileSync(join(library, 'wasm', name))
        })
    }
  }
}
