import { Suspense } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import type { EditorProps } from '../../workbench/contributions'
import { documentAt, type DocumentSession } from '../../documents'
import { Waiting } from '../../components/Waiting'
import { useRead } from '../../state/signal'
import { openSave } from './open-save'
import { draftOf } from './schema-draft'
import { SchemaEditor } from './SchemaEditor'

/** A stored schema in the schema editor; what is not text or not there shows as any document does. */
export function SchemaDocument({ path, otherwise }: EditorProps) {
  const session = documentAt(path)
  const kind = useRead(session, () => session.snapshot().phase.kind)
  if (kind === 'loading') return <Waiting what={nameOf(path)} />
  if (kind !== 'text') return otherwise(null)
  return <Found session={session} path={path} />
}

function Found({ session, path }: { readonly session: DocumentSession; readonly path: ContentPath }) {
  const draft = draftOf(session, (changed) => openSave(session, changed))
  const ready = useRead(draft, () => draft.ready)
  const waiting = <Waiting what={nameOf(path)} />
  if (!ready) return waiting
  return (
    <Suspense fallback={waiting}>
      <SchemaEditor key={session.id} session={session} draft={draft} path={path} />
    </Suspense>
  )
}
