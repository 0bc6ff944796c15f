import type { ContentPath } from '../../../../common/content/paths'
import { subscribeWorkbench, workbench } from '../../app/workbench'
import { tell } from '../../components/toast'
import { ConfigDraft } from './config-draft'

const open = new Map<ContentPath, ConfigDraft>()
let following = false

/** The config of a path as it is being changed; lives as long as its tab is open. */
export function configDraft(path: ContentPath): ConfigDraft {
  if (!following) {
    following = true
    subscribeWorkbench(closeUnused)
  }
  const known = open.get(path)
  if (known) return known
  const made = new ConfigDraft(path)
  open.set(path, made)
  return made
}

function closeUnused(): void {
  const shown = new Set(
    workbench().tabs.flatMap((tab) => (tab.kind === 'tool' && tab.tool === 'config' ? [tab.path] : []))
  )
  for (const [path, draft] of open) {
    if (shown.has(path)) continue
    open.delete(path)
    draft.close()
    if (!draft.dirty) continue
    tell(
      `The changes of the config of “${path}” are not saved. They are kept here and come back when you open it.`
    )
  }
}
