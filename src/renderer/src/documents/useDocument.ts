import { useEffect } from 'react'
import type { ContentPath } from '../../../common/content/paths'
import { useRead } from '../state/signal'
import { documentAt, openDocumentAt, recoverDrafts, subscribeDocuments } from './registry'
import type { DocumentSession } from './session'
import type { DocumentSnapshot } from './snapshot'
import type { SaveStatus } from './status'

/** The open document at the path, with what is true about it now; opens it when it is not open. */
export function useDocument(path: ContentPath): { session: DocumentSession; snapshot: DocumentSnapshot } {
  const session = documentAt(path)
  return { session, snapshot: useRead(session, session.snapshot) }
}

/** What is true about the document when it is open; null when it is not. Opens nothing. */
export function useOpenDocument(path: ContentPath | null): DocumentSnapshot | null {
  return useRead({ subscribe: subscribeDocuments }, () =>
    path ? (openDocumentAt(path)?.snapshot() ?? null) : null
  )
}

/** Counts up whenever the text of an open document changes: for what draws the text itself. */
export function useRevision(session: DocumentSession): number {
  return useRead(session, session.revision)
}

/** What is true about the words in the document; null when it is not open or is no text. */
export function useSaveStatus(path: ContentPath | null): SaveStatus | null {
  return useOpenDocument(path)?.status ?? null
}

/** Once per window: brings back what a crash left unsaved. */
export function useDraftRecovery(): void {
  useEffect(() => {
    recoverDrafts().catch((problem: unknown) => console.warn('Drafts could not be read.', problem))
  }, [])
}
