import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The least that a durable save can be: write, fsync, rename, fsync of the folder. The baseline of every save. */
export async function bareSave(file: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(file)
  const temp = join(folder, `.${randomUUID()}.tmp`)
  const handle = await open(temp, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temp, file)
  const names = await open(folder, 'r')
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}
