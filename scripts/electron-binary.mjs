import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { root, run, say } from './project.mjs'

const packageFolder = join(root, 'node_modules/electron')
const failedMark = join(root, 'node_modules/.cache/galley/electron-fetch-failed')
const FETCH_TIMEOUT_MS = 120_000
const RETRY_AFTER_MS = 60 * 60_000

/** The Electron program to use, or null: `ELECTRON_OVERRIDE_DIST_PATH` first, else the one of the electron package. */
export function electronBinary() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return runnable(join(override, nameInPackage() ?? platformName()))
  const name = nameInPackage()
  return name ? runnable(join(packageFolder, 'dist', name)) : null
}

/** Fetches the binary when there is none. Since version 42 the electron package does not do so by itself. */
export async function ensureElectron() {
  if (
    electronBinary() ||
    process.env.ELECTRON_SKIP_BINARY_DOWNLOAD ||
    !existsSync(join(packageFolder, 'install.js'))
  )
    return
  if (failedLately()) return
  say("fetching Electron's program …")
  const code = await run(process.execPath, [join(packageFolder, 'install.js')], {
    timeoutMs: FETCH_TIMEOUT_MS,
    stdio: 'ignore'
  })
  if (code === 0 && electronBinary()) {
    rmSync(failedMark, { force: true })
    return
  }
  mkdirSync(join(failedMark, '..'), { recursive: true })
  writeFileSync(failedMark, '')
  say(
    `Electron's program could not be fetched (${code === 124 ? 'no answer' : `exit ${code}`}). ` +
      'Try "npx install-electron" with a connection to github.com, or set ELECTRON_OVERRIDE_DIST_PATH to a folder that holds it.'
  )
}

function failedLately() {
  try {
    return Date.now() - statSync(failedMark).mtimeMs < RETRY_AFTER_MS
  } catch {
    return false
  }
}

function nameInPackage() {
  try {
    return readFileSync(join(packageFolder, 'path.txt'), 'utf8')
  } catch {
    return null
  }
}

function platformName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function runnable(file) {
  try {
    accessSync(file, constants.X_OK)
    return file
  } catch {
    return null
  }
}
