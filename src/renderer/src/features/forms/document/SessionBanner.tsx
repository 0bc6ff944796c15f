import { useSyncExternalStore } from 'react'
import type { DocumentSession } from '../../../documents'
import { Banner } from '../../../documents/Banner'

/** What happened to the document meanwhile: the same words as for text. */
export function SessionBanner({ session }: { readonly session: DocumentSession }) {
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot)
  return <Banner session={session} snapshot={snapshot} plain={false} />
}
