import { onDocumentClosed, type DocumentSession } from '../../documents'
import { SheetDocument } from './sheet-document'

const open = new Map<DocumentSession, SheetDocument>()
let listening = false

/** The sheets of an open document; they live as long as the document, and with them what can be taken back. */
export function sheetsOf(session: DocumentSession): SheetDocument {
  if (!listening) {
    listening = true
    onDocumentClosed((closed) => {
      open.get(closed)?.close()
      open.delete(closed)
    })
  }
  const known = open.get(session)
  if (known) return known
  const made = new SheetDocument(session)
  open.set(session, made)
  return made
}
