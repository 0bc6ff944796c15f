import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourceEpoch } from './epoch.mjs'
import { makeFolder } from './folder.mjs'
import { appVersion } from './identity.mjs'
import { chosenRuntime } from './runtime.mjs'

/**
 * Makes the folder of the app with the runtime of the tests, and hands its archive to the work; it is gone afterwards.
 * @param work called with the path of `app.asar`
 * @returns what the work returns
 */
export async function withAppArchive(work) {
  const into = mkdtempSync(join(tmpdir(), 'galley-packed-app-'))
  try {
    const runtime = await chosenRuntime({})
    const folder = await makeFolder({ runtime, version: appVersion(), epoch: sourceEpoch(), into })
    return await work(join(folder, 'resources/app.asar'))
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}
