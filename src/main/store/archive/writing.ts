import { dirname } from 'node:path'
import type { DurableFs, FileStat, NewFile } from '../disk/durable-fs'
import { makeFolders } from '../disk/durable-write'

const MOST_FILES = 500
const MOST_BYTES = 8 * 1024 * 1024

/** Files of a workspace that is being made: written in groups, which the disk takes quicker. */
export interface Writing {
  /** Makes it with those above it. */
  folder(path: string): Promise<void>
  /** @param then what else is written once the file lies there, and how it looks is known */
  add(path: string, data: Uint8Array, then?: (stat: FileStat) => readonly NewFile[]): Promise<void>
  /** Whether it was added. */
  has(path: string): boolean
  /** All of it is on the disk. */
  finish(): Promise<void>
}

export function createWriting(fs: DurableFs): Writing {
  const folders = new Set<string>()
  const added = new Set<string>()
  let waiting: (NewFile & { readonly then?: (stat: FileStat) => readonly NewFile[] })[] = []
  let bytes = 0

  async function flush(): Promise<void> {
    const group = waiting
    waiting = []
    bytes = 0
    if (group.length === 0) return
    const stats = await fs.writeAllSynced(group.map(({ path, data }) => ({ path, data })))
    const next = group.flatMap(({ then }, at) => {
      const stat = stats[at]
      return then && stat ? then(stat) : []
    })
    if (next.length > 0) await fs.writeAllSynced(next)
  }

  async function folder(path: string): Promise<void> {
    if (folders.has(path)) return
    await makeFolders(fs, path)
    folders.add(path)
  }

  return {
    folder,
    has: (path) => added.has(path),
    async add(path, data, then) {
      await folder(dirname(path))
      added.add(path)
      waiting.push({ path, data, ...(then && { then }) })
      bytes += data.length
      if (waiting.length >= MOST_FILES || bytes >= MOST_BYTES) await flush()
    },
    finish: flush
  }
}
