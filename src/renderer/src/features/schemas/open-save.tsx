import { modals } from '@mantine/modals'
import { notifyFailure } from '../../workbench/toast'
import type { DocumentSession } from '../../documents'
import { SaveDialog } from './SaveDialog'
import type { SchemaDraft } from './schema-draft'

/** Asks before a changed schema is saved; says why when it cannot be. */
export function openSave(session: DocumentSession, draft: SchemaDraft): void {
  if (draft.read().value === null) {
    notifyFailure(
      'The schema is not saved',
      'Its text is not a JSON object. Mend it beside the builder first.'
    )
    return
  }
  const id = modals.open({
    title: 'Save the schema',
    size: 'lg',
    children: <SaveDialog draft={draft} path={session.path} onDone={() => modals.close(id)} />
  })
}
