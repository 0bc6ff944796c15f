import type { ContentPath } from '../../../../../common/content/paths'
import type { PageSurface } from '../../../engines/page/surface'
import { tree } from '../../../engines/tree/tree-store'
import { notify } from '../../../workbench/toast'
import { openDocument } from '../../../workbench/workbench'
import { askToLeave } from '../../site-look'
import { goToHeading } from './go-to-heading'
import { filesMeant, isMissing } from './where-to'
import { words } from './words'

/**
 * Goes where a link of a page leads: to a heading of it, to another document, or, when asked, out of the
 * site.
 */
export function openLink(address: string, page: ContentPath, surface: PageSurface): void {
  if (address.startsWith('#')) {
    if (!goToHeading(address.slice(1), surface)) notify(words.noHeading(address))
    return
  }
  const files = filesMeant(address, page)
  if (files === null) return askToLeave(address)
  const found = files.find((path) => !isMissing(tree(), path))
  if (found === undefined) notify(words.leadsNowhere(address))
  else openDocument(found)
}
