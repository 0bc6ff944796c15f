import { openDocumentAt } from '../../documents'
import { offsetOf, placeIn, valueIn } from '../../documents/go-to'
import { addressAt } from '../../documents/links/faults'
import { followAddress, followAt } from '../../documents/links/follow'
import { addressesShown } from '../../documents/links/shown-addresses'
import { addressIn } from '../../documents/links/value-faults'
import { askToLeave } from '../site-look'
import { linkedDocument } from './copy-link'

/** The address at the cursor of the editor in front; null where none stands there, or no editor can say it. */
export function addressAtCursor() {
  const now = cursorNow()
  if (now) return addressAt(now.path, now.text, now.offset)?.value ?? null
  const path = linkedDocument()
  return path ? addressIn(valueIn(path)) : (addressesShown()?.address() ?? null)
}

/** Opens what the address at the cursor leads to (LK10). */
export function followAtCursor(): void {
  const now = cursorNow()
  if (now) return void followAt(now.path, now.text, now.offset, askToLeave)
  const [path, address] = [linkedDocument(), addressAtCursor()]
  if (address === null) return
  if (path) void followAddress(path, address, askToLeave)
  else addressesShown()?.follow(address)
}

function cursorNow() {
  const path = linkedDocument()
  const session = path && openDocumentAt(path)
  const place = path && placeIn(path)
  if (!session || !place) return null
  const text = session.text()
  return { path, text, offset: offsetOf(text, place) }
}
