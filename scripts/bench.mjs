// Bundles test/bench and runs it on plain Node, as the service itself is run. Timings are shown, never asserted.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'node_modules', '.cache', `galley-bench-code-${process.pid}`)

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['fs-native-extensions', 'playwright-core'] },
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { main: join(root, 'test/bench/main.ts'), open: join(root, 'test/bench/open.ts') },
      output: { entryFileNames: '[name].mjs', format: 'es' }
    }
  }
})

const { status, error } = spawnSync(process.execPath, [join(out, 'main.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit'
})
rmSync(out, { recursive: true, force: true })
if (error) throw error
process.exitCode = status ?? 1
