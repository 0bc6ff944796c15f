import type { ContentPath } from '../../../../common/content/paths'
import { subscribeWorkbench, workbench } from '../../workbench/workbench'
import { notify } from '../../workbench/toast'
import { keptOnClosing } from '../../documents'
import { ConfigDraft } from './config-draft'
import { ConfigSheets } from './config-sheets'

interface Open {
  readonly draft: ConfigDraft
  sheets: ConfigSheets | null
}

const open = new Map<ContentPath, Open>()
let following = false

/** The config of a path as it is being changed; lives as long as its tab, or a comparison of it, is open. */
export function configDraft(path: ContentPath): ConfigDraft {
  return openAt(path).draft
}

/** The sheets of a config that has been read. */
export function configSheets(path: ContentPath): ConfigSheets {
  const found = openAt(path)
  return (found.sheets ??= new ConfigSheets(found.draft))
}

function openAt(path: ContentPath): Open {
  if (!following) {
    following = true
    subscribeWorkbench(closeUnused)
  }
  const known = open.get(path)
  if (known) return known
  const made: Open = { draft: new ConfigDraft(path), sheets: null }
  open.set(path, made)
  return made
}

function closeUnused(): void {
  const shown = new Set(
    workbench().tabs.flatMap((tab) => {
      if (tab.kind === 'tool') return tab.tool === 'config' ? [tab.path] : []
      const compared = tab.kind === 'compare' ? [tab.before, tab.after] : []
      return compared.flatMap(({ kind, path }) =>
        kind === 'config' || kind === 'config-draft' ? [path] : []
      )
    })
  )
  for (const [path, { draft, sheets }] of open) {
    if (shown.has(path)) continue
    open.delete(path)
    sheets?.close()
    draft.close()
    if (!draft.dirty) continue
    notify(keptOnClosing(`The changes of the config of “${path}”`, draft.kept))
  }
}
