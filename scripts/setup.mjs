#!/usr/bin/env node
// Makes a fresh clone ready: packages, Electron's program, and on Debian the system packages. Needs nothing but Node
// and npm. Quick when everything is there. Run by `prestart`, `pretest` and
// `pretest:package`.
import { ensureDependencies } from './dependencies.mjs'
import { ensureElectron } from './electron-binary.mjs'
import { main, Problem } from './project.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const usage = 'usage: node scripts/setup.mjs start|test|package'

main(async () => {
  const purpose = process.argv[2]
  if (purpose === '--help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (!['start', 'test', 'package'].includes(purpose)) throw new Problem(usage)
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
  const wantsWindow = purpose !== 'start' || hasDisplay
  // first, because packages may be built with them
  if (wantsWindow) await ensureSystemPackages(purpose)
  await ensureDependencies()
  if (wantsWindow) await ensureElectron()
  return 0
})
