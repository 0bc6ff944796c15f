import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspaceFolder } from '../store/types'

/**
 * The file of a workspace's index: its name holds a number that only this computer knows, so that one which
 * came with the folder is never opened (FI5).
 * @param seals folder outside of any workspace
 */
export async function indexFileOf(folder: WorkspaceFolder, id: string, seals: string): Promise<string> {
  const name = createHash('sha256').update(`${id}\n${folder.location}`).digest('hex').slice(0, 32)
  return join(folder.caches, `search-${await sealIn(join(seals, name))}.db`)
}

async function sealIn(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (/^[0-9a-f]{32}$/.test(known)) return known
  const seal = randomBytes(16).toString('hex')
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  await writeFile(file, seal, { mode: 0o600 })
  return seal
}
