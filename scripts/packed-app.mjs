#!/usr/bin/env node
// Runs end-to-end tests with the app in its archive, as a package holds it: what is read, loaded and started from there is what people have.
// The program is Electron's own: that of a package cannot be driven by the tools of these tests (its fuses; test/package/deb.test.ts drives it).
// Arguments are test files; without them, a third that uses what lies in the archive.
import { join } from 'node:path'
import { withAppArchive } from './package/app-archive.mjs'
import { main, root, run } from './project.mjs'

const third = [
  'crash',
  'crash-reports',
  'diff',
  'first-start',
  'forms',
  'help',
  'import',
  'media',
  'moment',
  'offline',
  'page-writing',
  'pdf',
  'preview-coupling',
  'publishing',
  'query-index',
  'search',
  'settings',
  'sheets',
  'spelling',
  'sync',
  'tabs',
  'templates',
  'trust'
].map((name) => `test/e2e/${name}.test.ts`)

main(() => {
  const files = process.argv.slice(2)
  const args = [join(root, 'scripts/test.mjs'), ...(files.length > 0 ? files : third), '--project', 'e2e']
  return withAppArchive((archive) =>
    run(process.execPath, args, {
      env: { ...process.env, GALLEY_STARTED_APP: archive },
      stdio: 'inherit'
    })
  )
})
