import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** Puts a file beside the bundle, under its own name: for a package that looks for it there. */
export function besideBundle(file: string): Plugin {
  return {
    name: 'galley-beside-bundle',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: basename(file), source: readFileSync(file) })
    }
  }
}
