#!/usr/bin/env node
// Bundles test/bench and runs it on plain Node, as the service itself is run. Figures are shown, never asserted by tests.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ensureBuild } from './build.mjs'
import { electronBinary } from './electron-binary.mjs'
import { withAppArchive } from './package/app-archive.mjs'
import { become, main, root, say } from './project.mjs'
import { inPath } from './system-packages.mjs'

main(async () => {
  const args = process.argv.slice(2)
  const out = join(root, 'node_modules', '.cache', `galley-bench-code-${process.pid}`)
  try {
    await bundle(out)
    await bundleSearch(out)
    const command = [process.execPath, join(out, 'main.mjs'), ...args]
    const only = args.filter((_arg, index) => args[index - 1] === '--only')
    if (
      args.includes('--help') ||
      (only.length > 0 &&
        !only.some((row) => ['start', 'packed', 'forms', 'grid', 'pages', 'page', 'company'].includes(row)))
    )
      return await measure(command)
    if (!only.includes('packed')) return await measureWithWindow(command)
    return await withAppArchive((archive) => {
      process.env.GALLEY_BENCH_ARCHIVE = archive
      return measureWithWindow(command)
    })
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})

/** The row `start` opens the built app; where there is no Electron or no display it says so in its place. */
async function measureWithWindow(command) {
  const electron = electronBinary()
  const shown = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
  if (!electron || (!shown && !inPath('xvfb-run'))) {
    say('no Electron or no display: the row “start” is left out')
    return measure(command)
  }
  await ensureBuild()
  return measure(shown ? command : ['xvfb-run', '-a', '-s', '-screen 0 1920x1080x24', ...command], {
    GALLEY_BENCH_ELECTRON: electron
  })
}

function measure([program, ...args], env = {}) {
  return become(program, args, { cwd: root, env: { ...process.env, ...env } })
}

function bundle(out) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['fs-native-extensions', 'node-sqlite3-wasm', 'playwright-core'] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: {
          main: join(root, 'test/bench/main.ts'),
          open: join(root, 'test/bench/open.ts'),
          served: join(root, 'test/bench/served.ts'),
          joining: join(root, 'test/bench/joining.ts'),
          searching: join(root, 'test/bench/searching.ts'),
          'search-process': join(root, 'test/bench/search-process.ts'),
          worker: join(root, 'src/main/workers/program.ts'),
          room: join(root, 'src/main/rooms/program.ts')
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs', format: 'es' }
      }
    }
  })
}

/** The thread of the search index, as a program of its own: its database is a module of the older kind. */
function bundleSearch(out) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['node-sqlite3-wasm'] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: { search: join(root, 'src/main/search/program.ts') },
        output: { entryFileNames: '[name].cjs', format: 'cjs', codeSplitting: false }
      }
    }
  })
}
