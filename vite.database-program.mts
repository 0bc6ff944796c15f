import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const program = 'node-sqlite3-wasm.wasm'
const folder = join(import.meta.dirname, 'node_modules/node-sqlite3-wasm/dist')
const reading = 'var ret=fs.readFileSync(filename);return ret'

/**
 * The database reads its program from beside its code: the built app has it there, packed to a third, and
 * unpacks it in some ten milliseconds as the index is opened.
 */
export function databaseProgram(): Plugin {
  return {
    name: 'galley:database-program',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/node-sqlite3-wasm.js')) return null
      if (code.split(reading).length !== 2) this.error('The database reads its program in another way.')
      const unpacking = 'return require("zlib").brotliDecompressSync(fs.readFileSync(filename+".br"))'
      return { code: code.replace(reading, unpacking), map: null }
    },
    generateBundle() {
      const packed = brotliCompressSync(readFileSync(join(folder, program)), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9 }
      })
      this.emitFile({ type: 'asset', fileName: `chunks/${program}.br`, source: packed })
    }
  }
}
