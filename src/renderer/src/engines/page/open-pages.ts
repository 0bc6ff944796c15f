import { onDocumentClosed, type DocumentSession } from '../../documents'
import { PageBuffer } from './page-buffer'
import { pagePlugins } from './plugins'
import { PageSurface } from './surface'

interface OpenPage {
  readonly buffer: PageBuffer
  readonly surface: PageSurface
}

const open = new Map<DocumentSession, OpenPage>()
let listening = false

/**
 * An open document as a page, and where it is drawn; both live as long as the document, and with them what
 * can be taken back.
 */
export function pageOf(session: DocumentSession): OpenPage {
  if (!listening) {
    listening = true
    onDocumentClosed((closed) => {
      open.get(closed)?.surface.close()
      open.delete(closed)
    })
  }
  const known = open.get(session)
  if (known) return known
  const buffer = new PageBuffer(session, pagePlugins)
  const made = { buffer, surface: new PageSurface(buffer, session) }
  open.set(session, made)
  return made
}
