import { linkFor } from '../../../../common/links'
import { sentenceOf } from '../../api'
import { sync } from '../../api/sync'
import { notify, notifyFailure } from '../../workbench/toast'
import { activeTab, workbench } from '../../workbench/workbench'
import { placeForOthers } from './served'

/** The document in front; null where there is none. */
export function linkedDocument() {
  const tab = activeTab(workbench())
  return tab?.kind === 'document' ? tab.path : null
}

/** Puts a link to the document in front onto the clipboard (LI5). */
export async function copyLink(): Promise<void> {
  const path = linkedDocument()
  if (path === null) return
  try {
    const place = placeForOthers(await sync.overview(), path)
    const link = linkFor(place)
    if (link === null)
      return notifyFailure('No link was copied', 'The path of this document is too long for one.')
    await navigator.clipboard.writeText(link)
    notify(
      place.server === null
        ? 'Link copied. It opens the document in this workspace.'
        : `Link copied. It opens the document in workspaces that sync with ${new URL(place.server).host}.`
    )
  } catch (error) {
    notifyFailure('No link was copied', sentenceOf(error))
  }
}
