#!/usr/bin/env node
// Runs end-to-end tests with the app in its archive, as a package holds it: what is read, loaded and started from there is what people have.
// The program is Electron's own: that of a package cannot be driven by the tools of these tests (its fuses; test/package/deb.test.ts drives it).
// Arguments are test files; without them, a third that uses what lies in the archive.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { sourceEpoch } from './package/epoch.mjs'
import { makeFolder } from './package/folder.mjs'
import { appVersion } from './package/identity.mjs'
import { chosenRuntime } from './package/runtime.mjs'
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

main(async () => {
  const files = process.argv.slice(2)
  const into = mkdtempSync(join(tmpdir(), 'galley-packed-app-'))
  try {
    await ensureBuild()
    const runtime = await chosenRuntime({})
    const folder = await makeFolder({ runtime, version: appVersion(), epoch: sourceEpoch(), into })
    const args = [join(root, 'scripts/test.mjs'), ...(files.length > 0 ? files : third), '--project', 'e2e']
    const env = { ...process.env, GALLEY_STARTED_APP: join(folder, 'resources/app.asar') }
    return await run(process.execPath, args, { env, stdio: 'inherit' })
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
})
