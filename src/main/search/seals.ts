import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspaceFolder } from '../store/types'

/**
 * The file of a workspace's index: its name holds a number that only this computer knows, so that one which
 * came with the folder is never opened (FI5).
 * @param seals folder outside of any workspace
 */
export async function indexFileOf(folder: Placed, id: string, seals: string): Promise<string> {
  return fileOf(folder, await sealIn(sealFile(folder, id, seals)))
}

/** The same of one that has its seal already; null where this computer never made one. */
export async function knownIndexFile(folder: Placed, id: string, seals: string): Promise<string | null> {
  const seal = await knownSeal(sealFile(folder, id, seals))
  return seal && fileOf(folder, seal)
}

type Placed = Pick<WorkspaceFolder, 'location' | 'caches'>

const fileOf = ({ caches }: Placed, seal: string) => join(caches, `search-${seal}.db`)

const sealFile = ({ location }: Placed, id: string, seals: string) =>
  join(seals, createHash('sha256').update(`${id}\n${location}`).digest('hex').slice(0, 32))

async function knownSeal(file: string): Promise<string | null> {
  const known = await readFile(file, 'utf8').catch(() => '')
  return /^[0-9a-f]{32}$/.test(known) ? known : null
}

async function sealIn(file: string): Promise<string> {
  const known = await knownSeal(file)
  if (known !== null) return known
  const seal = randomBytes(16).toString('hex')
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  await writeFile(file, seal, { mode: 0o600 })
  return seal
}
