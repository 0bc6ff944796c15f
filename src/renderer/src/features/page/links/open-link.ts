import type { ContentPath } from '../../../../../common/content/paths'
import type { PageSurface } from '../../../engines/page/surface'
import { tree } from '../../../engines/tree/tree-store'
import { notify } from '../../../workbench/toast'
import { openDocument } from '../../../workbench/workbench'
import { askToLeave } from '../../site-look'
import { filesMeant, isMissing } from './where-to'
import { words } from './words'
import { TextSelection } from 'prosemirror-state'
import { slug } from '../../../../../common/publishing/page'

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

/** Puts the caret into the heading that readers find by this id. @returns whether there is one */
function goToHeading(id: string, surface: PageSurface): boolean {
  const { state } = surface
  let at = -1
  state?.doc.descendants((node, pos) => {
    if (at < 0 && node.type.name === 'heading' && (node.attrs['id'] ?? slug(node.textContent)) === id)
      at = pos
    return at < 0
  })
  if (!state || at < 0) return false
  surface.choose(TextSelection.create(state.doc, at + 1))
  return true
}
