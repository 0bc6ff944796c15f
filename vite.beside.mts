import { readFileSync } from 'node:fs'
import { basename, posix } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts a file beside the chunks of a bundle, under its own name: for a package that looks for it where its code
 * lies.
 */
export function besideChunks(file: string): Plugin {
  return {
    name: 'galley-beside-chunks',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: posix.join('chunks', basename(file)),
        source: readFileSync(file)
      })
    }
  }
}
