import { join } from 'node:path'
import type { SetAsideItem } from '../../../common/api/types'
import type { Core } from '../core/core'
import { streamOf } from '../disk/handle-stream'
import { sideBySide } from '../../../common/side-by-side'
import type { EntryName } from '../layout/names'
import { isEntryName } from '../layout/names'
import type { SetAside } from '../seam/folder'
const AT_ONCE = 16

export function createSetAside({ fs, layout }: Pick<Core, 'fs' | 'layout'>): SetAside {
  /** Only what the folder itself names: no text of a caller becomes a path. */
  async function find(
    name: string
  ): Promise<{ name: EntryName; file: string; kind: SetAsideItem['kind'] } | null> {
    const found = (await fs.readdir(layout.damaged))?.find((entry) => entry.name === name)
    if (!found || !isEntryName(found.name)) return null
    return { name: found.name, file: join(layout.damaged, found.name), kind: found.kind }
  }

  return {
    async list() {
      const items: SetAsideItem[] = []
      await sideBySide((await fs.readdir(layout.damaged)) ?? [], AT_ONCE, async ({ name, kind }) => {
        const stat = isEntryName(name) ? await fs.lstat(join(layout.damaged, name)) : null
        if (stat)
          items.push({ name, kind, size: kind === 'file' ? stat.size : 0, at: Math.round(stat.ctimeMs) })
      })
      return items.sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
    },
    async read(name) {
      const found = await find(name)
      if (found?.kind !== 'file') return null
      const handle = await fs.open(found.file, 'read')
      const { size } = await handle.stat()
      return { size, stream: streamOf(handle, 0, size - 1) }
    },
    async remove(name) {
      const found = await find(name)
      if (!found) return false
      if (found.kind === 'folder') await fs.removeTree(found.file)
      else await fs.unlink(found.file)
      await fs.syncFolder(layout.damaged)
      return true
    }
  }
}
