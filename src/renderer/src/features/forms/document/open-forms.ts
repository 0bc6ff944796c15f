import { draftStore, onDocumentClosed, type DocumentSession } from '../../../documents'
import { JsonDraft } from '../json/json-draft'
import { FormDocument } from './form-document'
import { chooseView } from './view-choice'

const open = new Map<DocumentSession, FormDocument>()
const drafts = new Map<DocumentSession, JsonDraft>()
let listening = false

/** The form side of an open document; it lives as long as the document, and with it the undo history. */
export function formOf(session: DocumentSession): FormDocument {
  if (!listening) {
    listening = true
    onDocumentClosed((closed) => {
      open.get(closed)?.close()
      open.delete(closed)
      drafts.get(closed)?.close()
      drafts.delete(closed)
    })
  }
  const known = open.get(session)
  if (known) return known
  const made = new FormDocument(session)
  open.set(session, made)
  drafts.set(session, new JsonDraft(session, draftStore(), made.json, () => chooseView(session.path, 'json')))
  return made
}
