import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A dump of a process that crashed. */
interface Dump {
  readonly name: string
  readonly file: string
  /** Unix milliseconds. */
  readonly at: number
  /** Bytes. */
  readonly size: number
}

/** So many are kept, and so long (CR4). */
const MOST = 10
const KEPT_MS = 30 * 24 * 3_600_000

/** Newest first. @param folder of Crashpad, which keeps them in folders of its own */
export async function listDumps(folder: string): Promise<Dump[]> {
  const found: Dump[] = []
  for (const part of ['', 'pending', 'completed', 'new', 'reports']) {
    const inside = join(folder, part)
    for (const name of await readdir(inside).catch(() => []))
      if (/\.dmp(?:\.gz)?$/.test(name)) {
        const file = join(inside, name)
        const known = await stat(file).catch(() => null)
        if (known?.isFile()) found.push({ name, file, at: known.mtimeMs, size: known.size })
      }
  }
  return found.sort((a, b) => b.at - a.at)
}

/** Deletes what is too old, or too much. */
export async function pruneDumps(folder: string, now = Date.now()): Promise<void> {
  const dumps = await listDumps(folder)
  await Promise.all(dumps.filter(({ at }, index) => index >= MOST || now - at > KEPT_MS).map(deleted))
}

export async function deleteReports(folder: string): Promise<void> {
  await Promise.all((await listDumps(folder)).map(deleted))
}

/** With what Crashpad notes beside it. */
const deleted = async ({ file }: Dump) => {
  await rm(file, { force: true })
  await rm(file.replace(/\.dmp(?:\.gz)?$/, '.meta'), { force: true })
}
