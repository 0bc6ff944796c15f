import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { codeType, MOST_CODE_BYTES, type SiteCodeSource } from './code-files'

/**
 * The code in a folder of this computer. Links lead nowhere out of it; hidden files and packages are not in
 * it.
 */
export function folderCode(folder: string): SiteCodeSource {
  return {
    async read(path) {
      const type = codeType(path)
      if (type === null) return null
      const found = await plainFile(folder, path)
      return found && { bytes: found, type }
    }
  }
}

async function plainFile(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const root = await realpath(folder)
    const real = await realpath(join(root, ...path.split('/')))
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return null
    // neither waits for a fifo nor follows what was put in the file's place meanwhile
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const facts = await file.stat()
      if (!facts.isFile() || facts.size > MOST_CODE_BYTES) return null
      return new Uint8Array(await file.readFile())
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}
