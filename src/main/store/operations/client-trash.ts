import type { ContentPath } from '../../../common/content/paths'
import { contentPath, isInClientTrash, isWithin, segmentsOf } from '../../../common/content/paths'
import { beforeClientTrash } from '../../../common/moment/client-trash'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'
import { sideBySide } from '../../../common/side-by-side'
import type { ClientTrashed } from '../seam/content'
import { eventsSince } from './file-history'

const AT_ONCE = 16

/**
 * Everything of that kind at or below a path. Its id is the file's.
 * @param id that one alone, if it is there
 */
export async function clientTrashOf(core: Core, scope: ContentPath, id?: string): Promise<ClientTrashed[]> {
  const [org, site] = segmentsOf(scope)
  const folder = org !== undefined && site !== undefined ? contentPath(`/${org}/${site}`) : scope
  const one = id === undefined ? undefined : core.index.memory.byId(id)
  const asked = id === undefined ? core.index.memory.within(folder) : one ? [one] : []
  const records = asked.filter(
    ({ path }) => path.includes('/.trash/') && isInClientTrash(path) && isWithin(path, folder)
  )
  const found: ClientTrashed[] = []
  await sideBySide(records, AT_ONCE, async (record) => void found.push(await clientTrashed(core, record)))
  return found
}

async function clientTrashed(core: Core, record: IndexRecord): Promise<ClientTrashed> {
  const places = (await eventsSince(core, record.id, 0)).flatMap((event) =>
    event.event === 'created' || event.event === 'moved' || event.event === 'restored' ? [event] : []
  )
  const { path, deleted } = beforeClientTrash(record.path, places)
  const item = {
    id: record.id,
    path,
    kind: 'file',
    files: 1,
    deletedAt: deleted?.at ?? record.at,
    deletedBy: deleted?.by ?? record.by,
    cause: 'deleted'
  } as const
  return { item, path: record.path }
}
