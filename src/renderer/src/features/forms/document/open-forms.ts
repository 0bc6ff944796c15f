import { draftStore, perDocument, type DocumentSession } from '../../../documents'
import { JsonDraft } from '../json/json-draft'
import { FormDocument } from './form-document'
import { chooseView } from './view-choice'

const formAndDraft = perDocument(
  (session) => {
    const form = new FormDocument(session)
    const draft = new JsonDraft(session, draftStore(), form.json, () => chooseView(session.path, 'json'))
    return { form, draft }
  },
  ({ form, draft }) => {
    form.close()
    draft.close()
  }
)

/** The form side of an open document; it lives as long as the document, and with it the undo history. */
export const formOf = (session: DocumentSession): FormDocument => formAndDraft(session).form
