import type { DurableFs } from '../disk/durable-fs'
import type { Layout } from '../layout/layout'
import type { Guid } from '../layout/names'
import { isGuid } from '../layout/names'

/**
 * The ids of the histories that lie in a workspace, a folder of them at a time; what is no plain file or
 * folder is not among them.
 */
export async function* logFolders(
  fs: DurableFs,
  layout: Layout
): AsyncGenerator<{ readonly ids: readonly Guid[] }> {
  if ((await fs.lstat(layout.logs))?.kind !== 'folder') return
  for (const { name, kind } of (await fs.readdir(layout.logs)) ?? []) {
    if (kind !== 'folder') continue
    const folder = `${layout.logs}/${name}`
    const ids = ((await fs.readdir(folder)) ?? []).flatMap((file) => {
      const id = file.name.replace(/\.log$/, '')
      return file.kind === 'file' && isGuid(id) ? [id] : []
    })
    yield { ids }
  }
}
