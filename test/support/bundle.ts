import { mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** Bundles a TypeScript program for a child process; the file lies below node_modules, so that packages are found. */
export async function bundleProgram(entry: string): Promise<string> {
  const outDir = await mkdtemp(resolve('node_modules', '.galley-test-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(entry),
      outDir,
      target: 'node18',
      emptyOutDir: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'program.cjs' } }
    },
    ssr: { noExternal: true, external: ['fs-native-extensions'] }
  })
  return join(outDir, 'program.cjs')
}
