import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { useDocument } from '../documents'
import { Waiting } from '../editors/Waiting'
import { draftOf } from './schema-draft'
import { SchemaEditor } from './SchemaEditor'

interface SchemaDocumentProps {
  readonly path: ContentPath
  readonly asText: (views: ReactNode) => ReactNode
}

/** A stored schema in the schema editor; what is not text or not there shows as any document does. */
export function SchemaDocument({ path, asText }: SchemaDocumentProps) {
  const { session } = useDocument(path)
  const kind = useSyncExternalStore(session.subscribe, () => session.snapshot().phase.kind)
  if (kind === 'loading') return <Waiting what={nameOf(path)} />
  if (kind !== 'text') return asText(null)
  return (
    <Suspense fallback={<Waiting what={nameOf(path)} />}>
      <SchemaEditor key={session.id} session={session} draft={draftOf(session)} path={path} />
    </Suspense>
  )
}
