import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { isWithin, nameOf, splitName, type ContentPath, siteOf } from '../../../../../common/content/paths'
import { documentAt, type DocumentSession } from '../../../documents'
import { Waiting } from '../../../components/Waiting'
import { isSchemaHome, schemaFolderOf } from '../../../documents/schemas/library'
import { lazyView } from '../../../components/lazy-view'
import { useBinding } from '../../../documents/rights/bindings'

const StructuredDocument = lazyView(() =>
  import('./StructuredDocument').then((module) => module.StructuredDocument)
)
const SchemaDocument = lazyView(() =>
  import('../../schemas/SchemaDocument').then((module) => module.SchemaDocument)
)
const SchemaHome = lazyView(() => import('../../schemas/SchemaHome').then((module) => module.SchemaHome))

interface GateProps {
  readonly path: ContentPath
  /** The document as any other text; `views` switches back. */
  readonly asText: (views: ReactNode) => ReactNode
}

/**
 * Decides how an HTML document opens: structured content, and everything in a bound folder (description, “Editor binding”),
 * as a form; schemas in their own editor; all others as text.
 */
export function StructuredGate({ path, asText }: GateProps) {
  const folder = schemaFolderOf(siteOf(path))
  if (isSchemaHome(path)) return <SchemaHome site={siteOf(path)} />
  if (isWithin(path, folder)) return <SchemaDocument path={path} asText={asText} />
  if (splitName(nameOf(path)).ext.toLowerCase() !== 'html') return asText(null)
  return <PageGate path={path} asText={asText} />
}

function PageGate({ path, asText }: GateProps) {
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
  return useSyncExternalStore(session.subscribe, () => session.snapshot().phase.kind)
}

const structured = new WeakMap<DocumentSession, boolean>()

/** Once it has been a form, a document stays one while it is open, whatever is being typed in its source. */
function looksStructured(session: DocumentSession): boolean {
  const known = structured.get(session)
  if (known) return true
  const text = session.text()
  const found = /class="?da-form\b/i.test(text) && /x-schema-name/i.test(text)
  if (found) structured.set(session, true)
  return found
}
