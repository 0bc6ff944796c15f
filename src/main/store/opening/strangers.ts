import { join } from 'node:path'
import type { DurableFs } from '../disk/durable-fs'
import type { Layout } from '../layout/layout'
import { foldersOf } from '../layout/layout'

/** Something below `.galley/` that Galley never put there. */
interface Stranger {
  readonly file: string
  readonly message: string
}

const LINK =
  'This is a link or a special file, which Galley neither follows nor reads. It is left alone; what should be here is not there for Galley.'
const NO_FOLDER =
  'A file lies where Galley keeps a folder. It is left alone; what needs the folder fails until it is gone.'

/**
 * Links, fifos, devices and sockets in `.galley/` and in its folders, and files where folders should be. What
 * lies deeper is met by who looks for it, and refused there.
 */
export async function strangersIn(fs: DurableFs, layout: Layout): Promise<Stranger[]> {
  const strangers: Stranger[] = []
  const { published, sync, rooms, index } = layout
  const homes = new Set([...foldersOf(layout), published, sync, rooms, index])
  const spreads = new Set([layout.logs, layout.shadows, layout.blobs])
  for (const { name, kind } of (await fs.readdir(layout.service)) ?? []) {
    const file = join(layout.service, name)
    if (kind === 'other') strangers.push({ file, message: LINK })
    else if (kind === 'file' && homes.has(file)) strangers.push({ file, message: NO_FOLDER })
    // what was set aside may be a link, and lies well there
    if (kind !== 'folder' || file === layout.damaged) continue
    for (const entry of (await fs.readdir(file)) ?? []) {
      const below = join(file, entry.name)
      if (entry.kind === 'other') strangers.push({ file: below, message: LINK })
      else if (entry.kind === 'file' && spreads.has(file)) strangers.push({ file: below, message: NO_FOLDER })
    }
  }
  return strangers
}
