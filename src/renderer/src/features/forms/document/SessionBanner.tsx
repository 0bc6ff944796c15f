import type { DocumentSession } from '../../../documents'
import { Banner } from '../../../documents/Banner'
import { useRead } from '../../../state/signal'

/** What happened to the document meanwhile: the same words as for text. */
export function SessionBanner({ session }: { readonly session: DocumentSession }) {
  const snapshot = useRead(session, session.snapshot)
  return <Banner session={session} snapshot={snapshot} plain={false} />
}
