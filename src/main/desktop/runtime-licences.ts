import { shell } from 'electron'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const file = 'LICENSES.chromium.html'

/**
 * Shows the licences of what Electron is made of, which come with it, in the program that shows such files (PK5).
 * @returns whether they are there and something showed them
 */
export async function showRuntimeLicences(): Promise<boolean> {
  for (const folder of [dirname(process.execPath), process.resourcesPath]) {
    const found = join(folder, file)
    const isThere = await access(found).then(
      () => true,
      () => false
    )
    if (isThere) return (await shell.openPath(found)) === ''
  }
  return false
}
