import { onDocumentClosed, type DocumentSession } from '../../documents'
import { FormDocument } from './form-document'

const open = new Map<DocumentSession, FormDocument>()
let listening = false

/** The form side of an open document; it lives as long as the document, and with it the undo history. */
export function formOf(session: DocumentSession): FormDocument {
  if (!listening) {
    listening = true
    onDocumentClosed((closed) => {
      open.get(closed)?.close()
      open.delete(closed)
    })
  }
  const known = open.get(session)
  if (known) return known
  const made = new FormDocument(session)
  open.set(session, made)
  return made
}
