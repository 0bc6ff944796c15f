import { dirname } from 'node:path'
import { closing, type DurableFs, type FileStat, type NewFile } from '../disk/durable-fs'
import { makeFolders } from '../disk/durable-write'

const MOST_FILES = 500
const MOST_BYTES = 8 * 1024 * 1024

/** Files of a workspace that is being made: written in groups, which the disk takes quicker. */
export interface Writing {
  /** Makes it with those above it. */
  folder(path: string): Promise<void>
  /** @param then what else is written once the file lies there, and how it looks is known */
  add(path: string, data: Uint8Array, then?: (stat: FileStat) => readonly NewFile[]): Promise<void>
  /** One that is too large for the memory: as it comes. @returns nothing before it lies there */
  addStream(
    path: string,
    data: AsyncIterable<Uint8Array>,
    then?: (stat: FileStat) => readonly NewFile[]
  ): Promise<void>
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
    async addStream(path, data, then) {
      await folder(dirname(path))
      added.add(path)
      const handle = await fs.open(path, 'create')
      const stat = await closing(handle, async () => {
        for await (const piece of data) await handle.write(piece)
        await handle.sync()
        return handle.stat()
      })
      await fs.syncFolder(dirname(path))
      const next = then?.(stat) ?? []
      if (next.length > 0) await fs.writeAllSynced(next)
    },
    finish: flush
  }
}
