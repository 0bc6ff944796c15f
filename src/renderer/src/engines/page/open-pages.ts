import { perDocument } from '../../documents'
import { PageBuffer } from './page-buffer'
import { pagePlugins } from './plugins'
import { PageSurface } from './surface'

/**
 * An open document as a page, and where it is drawn; both live as long as the document, and with them what
 * can be taken back.
 */
export const pageOf = perDocument(
  (session) => {
    const buffer = new PageBuffer(session, pagePlugins)
    return { buffer, surface: new PageSurface(buffer, session) }
  },
  ({ surface }) => surface.close()
)
