import type { ContentIndex, IndexRecord } from '../layout/content-index'
import type { DurableFs } from '../disk/durable-fs'
import { recordOf } from '../logs/entries'
import type { FileLogs } from '../logs/file-log'
import type { Layout } from '../layout/layout'
import { sideBySide } from '../../../common/side-by-side'
import { logFolders } from '../logs/log-names'

/**
 * What the files' own logs know better than an index that is behind them: its lines about saves follow up to
 * two seconds later, and a process may end before. Only logs that were written since are read.
 * @param since Unix milliseconds
 */
export async function newerInLogs(
  fs: DurableFs,
  layout: Layout,
  logs: FileLogs,
  index: ContentIndex,
  since: number
): Promise<IndexRecord[]> {
  const newer: IndexRecord[] = []
  for await (const { ids } of logFolders(fs, layout)) {
    const stats = await fs.lstatAll(ids.map((id) => layout.log(id)))
    const written = ids.filter((_, at) => (stats[at]?.mtimeMs ?? 0) >= since)
    await sideBySide(written, 16, async (id) => {
      const known = index.byId(id)
      const current = known && (await logs.load(known.id))?.current
      if (known && current && !isSame(known, current)) newer.push(recordOf(known.path, known.id, current))
    })
  }
  return newer
}

type Content = Pick<IndexRecord, 'hash' | 'at' | 'mtimeMs' | 'ino'>
const isSame = (a: Content, b: Content) =>
  a.hash === b.hash && a.at === b.at && a.mtimeMs === b.mtimeMs && a.ino === b.ino
