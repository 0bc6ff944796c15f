import type { Person } from '../../../common/person'
import { sideBySide } from '../../../common/side-by-side'
import type { Core } from '../core/core'
import type { IndexRecord } from '../layout/content-index'

/** The logs follow; the index has the binding already, so a note that is lost costs nothing. */
export async function noteMoved(core: Core, moved: readonly IndexRecord[], by?: Person): Promise<void> {
  await sideBySide(moved, 16, async ({ id, path }) => {
    await core.logs.note(id, { event: 'moved', path, at: core.now(), by }).catch(() => undefined)
  })
}
