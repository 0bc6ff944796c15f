import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import { databaseProgram } from './vite.database-program.mts'
import { oneLanguageWorker, unusedEditorParts } from './vite.editor-parts.mts'
import { moduleLists } from './vite.module-list.mts'
import { pdfDecoders } from './vite.pdf-decoders.mts'
import { visibleText } from './vite.visible-text.mts'

const names = { function: true, class: true } as const
/** Names of functions and classes stay: reports of errors name them. */
const minify = {
  compress: { keepNames: names },
  mangle: { keepNames: names },
  codegen: { removeWhitespace: true }
} as const

const windowModules = moduleLists()

/** The code editor and what draws PDFs: each is loaded where it is needed alone. */
const isLarge = /node_modules[\\/](monaco-editor|@monaco-editor|pdfjs-dist)[\\/]|engines[\\/]monaco[\\/]/

const native = ['electron', 'fs-native-extensions', 'keytar']

/** Targets are the oldest runtime the bundles must run on, not the installed Electron. */
export default defineConfig({
  main: {
    plugins: [moduleLists().build(), databaseProgram()],
    build: {
      target: 'node18',
      externalizeDeps: false,
      rollupOptions: {
        external: native,
        input: {
          index: resolve('src/main/index.ts'),
          cli: resolve('src/main/cli/index.ts'),
          worker: resolve('src/main/workers/program.ts'),
          check: resolve('src/main/health/program.ts'),
          rooms: resolve('src/main/rooms/program.ts'),
          search: resolve('src/main/search/program.ts')
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          // an installed `galley` is run by the shell
          banner: (chunk) => (chunk.isEntry && chunk.name === 'cli' ? '#!/usr/bin/env node' : ''),
          // one file, which is left out of the app (scripts/package/packed-files.mjs)
          codeSplitting: {
            groups: [{ name: 'object-storage', test: /node_modules[\\/](@aws|@aws-sdk|@smithy|bowser)[\\/]/ }]
          },
          minify
        }
      }
    }
  },
  preload: {
    plugins: [moduleLists().build()],
    build: {
      target: 'node18',
      externalizeDeps: false,
      rollupOptions: {
        external: native,
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].js', minify }
      }
    }
  },
  renderer: {
    root: 'src/renderer',
    plugins: [visibleText(), oneLanguageWorker(), react(), pdfDecoders(), windowModules.build()],
    worker: { plugins: () => [windowModules.worker()] },
    // The page's own host is `galley://app`, so the live reload is told where the server is.
    server: { host: '127.0.0.1', hmr: { protocol: 'ws', host: '127.0.0.1' } },
    build: {
      target: 'chrome114',
      minify: true,
      assetsInlineLimit: 0,
      // the code editor alone is larger; everything is read from the disk
      chunkSizeWarningLimit: 8000,
      rollupOptions: {
        input: { index: resolve('src/renderer/index.html') },
        // what is loaded later by one part and at once by another lies in a file that both share
        checks: { ineffectiveDynamicImport: false },
        output: {
          // each file is a request, which the main process answers: one for all that a start needs, and few for what several parts share
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'] },
              { name: 'shared', minShareCount: 2, test: (id) => !isLarge.test(id) }
            ]
          }
        },
        // an index of a feature only hands on: who takes one thing through it loads that thing alone
        treeshake: {
          moduleSideEffects: [
            { test: /renderer\/src\/features\/[^/]+\/index\.ts$/, sideEffects: false },
            { test: unusedEditorParts, sideEffects: false }
          ]
        }
      }
    }
  }
})
