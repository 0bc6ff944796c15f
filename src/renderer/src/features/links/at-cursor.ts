import { openDocumentAt } from '../../documents'
import { offsetOf, placeIn } from '../../documents/go-to'
import { followAt } from '../../documents/links/follow'
import { notify } from '../../workbench/toast'
import { askToLeave } from '../site-look'
import { linkedDocument } from './copy-link'

/** Where the cursor is in the source of the document in front; null where no editor can say it. */
export function cursorNow() {
  const path = linkedDocument()
  const session = path && openDocumentAt(path)
  const place = path && placeIn(path)
  return session && place ? { path, text: session.text(), place } : null
}

/** Opens what the address at the cursor leads to (LK10). */
export function followAtCursor(): void {
  const now = cursorNow()
  if (!now) return
  if (!followAt(now.path, now.text, offsetOf(now.text, now.place), askToLeave))
    notify('There is no address at the cursor.')
}
