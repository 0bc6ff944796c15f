import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium'
]

/** A Chromium for the tests in a browser, or null. `GALLEY_CHROMIUM` names another one. */
export function chromiumBinary() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.GALLEY_CHROMIUM, ...found, ...elsewhere].find((file) => file && isProgram(file)) ?? null
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
