import { Suspense } from 'react'
import { seemsSheets } from '../../../../common/formats/sheet'
import { nameOf } from '../../../../common/content/paths'
import type { EditorProps } from '../../workbench/contributions'
import { lazyView } from '../../components/lazy-view'
import { documentAt, type DocumentSession } from '../../documents'
import { Waiting } from '../../components/Waiting'
import { useRead } from '../../state/signal'

const SheetDocumentView = lazyView(() =>
  import('./SheetDocumentView').then((module) => module.SheetDocumentView)
)

/**
 * Decides how a JSON document opens: as a grid when it is one of sheets, whole or broken; all others in the
 * next editor.
 */
export function SheetGate({ path, otherwise: asText }: EditorProps) {
  const session = documentAt(path)
  const phase = useRead(session, () => session.snapshot().phase.kind)
  if (phase === 'loading') return <Waiting what={nameOf(path)} />
  if (phase !== 'text' || !holdsSheets(session)) return asText(null)
  return (
    <Suspense fallback={<Waiting what={nameOf(path)} />}>
      <SheetDocumentView key={session.id} session={session} path={path} asText={asText} />
    </Suspense>
  )
}

const known = new WeakMap<DocumentSession, boolean>()

/** Decided when the document is opened: no view is taken away while somebody types in its source. */
function holdsSheets(session: DocumentSession): boolean {
  const decided = known.get(session) ?? seemsSheets(session.text())
  known.set(session, decided)
  return decided
}
