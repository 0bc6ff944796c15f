import { onDocumentClosed } from './registry'
import type { DocumentSession } from './session'

/**
 * What an open document has beside its text: made when it is first asked for, and closed with the document.
 * @returns what gives it
 */
export function perDocument<T>(
  make: (session: DocumentSession) => T,
  close: (made: T) => void
): (session: DocumentSession) => T {
  const open = new Map<DocumentSession, T>()
  let isListening = false
  return (session) => {
    const known = open.get(session)
    if (known) return known
    if (!isListening)
      onDocumentClosed((closed) => {
        const gone = open.get(closed)
        if (open.delete(closed) && gone) close(gone)
      })
    isListening = true
    const made = make(session)
    open.set(session, made)
    return made
  }
}
