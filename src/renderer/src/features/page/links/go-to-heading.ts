import { TextSelection } from 'prosemirror-state'
import { slug } from '../../../../../common/publishing/page'
import type { PageSurface } from '../../../engines/page/surface'

/** Puts the caret into the heading that readers find by this id. @returns whether there is one */
export function goToHeading(id: string, surface: PageSurface): boolean {
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
