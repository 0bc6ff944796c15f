import { Suspense } from 'react'
import { nameOf } from '../../../../../common/content/paths'
import { seemsStructured } from '../../../../../common/formats/structured'
import { documentAt, type DocumentSession } from '../../../documents'
import { Waiting } from '../../../components/Waiting'
import type { EditorProps } from '../../../workbench/contributions'
import { lazyView } from '../../../components/lazy-view'
import { useBinding } from '../../../documents/rights/bindings'
import { useRead } from '../../../state/signal'

const StructuredDocument = lazyView(() =>
  import('./StructuredDocument').then((module) => module.StructuredDocument)
)
/**
 * Decides how an HTML document opens: structured content, and everything in a bound folder (description,
 * “Editor binding”), as a form; all others in the next editor.
 */
export function StructuredGate({ path, otherwise: asText }: EditorProps) {
  const session = documentAt(path)
  const binding = useBinding(path)
  const kind = usePhase(session)
  if (kind === 'loading' || binding === undefined) return <Waiting what={nameOf(path)} />
  if (kind !== 'text') return asText(null)
  if (binding === null && !looksStructured(session)) return asText(null)
  return (
    <Suspense fallback={<Waiting what={nameOf(path)} />}>
      <StructuredDocument
        key={session.id}
        session={session}
        path={path}
        bound={binding !== null}
        asText={asText}
      />
    </Suspense>
  )
}

function usePhase(session: DocumentSession): string {
  return useRead(session, () => session.snapshot().phase.kind)
}

const structured = new WeakMap<DocumentSession, boolean>()

/** Once it has been a form, a document stays one while it is open, whatever is being typed in its source. */
function looksStructured(session: DocumentSession): boolean {
  const known = structured.get(session)
  if (known) return true
  const found = seemsStructured(session.text())
  if (found) structured.set(session, true)
  return found
}
