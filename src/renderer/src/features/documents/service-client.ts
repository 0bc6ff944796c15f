import { GalleyError } from '../../../../common/errors'
import { api } from '../../api'
import type { DocumentService } from './service'

/** Milliseconds after which a save that was not answered counts as failed; it is tried again. */
const PATIENCE = 30_000

/** The service of this window, as open documents need it. */
export const documentService: DocumentService = {
  read: async (path) => {
    try {
      const file = await api.read(path)
      return { bytes: file.bytes, etag: file.etag, by: file.modifiedBy, at: file.lastModified }
    } catch (problem) {
      if (problem instanceof GalleyError && problem.reason === 'not-found') return null
      throw problem
    }
  },
  write: async (path, bytes, { replaces, session }) => {
    const condition = replaces === null ? { ifNoneMatch: '*' } : { ifMatch: replaces }
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), PATIENCE)
    try {
      return await api.write(path, bytes, {
        ...condition,
        ...(session === undefined ? {} : { session }),
        signal: patience.signal
      })
    } finally {
      clearTimeout(timer)
    }
  }
}
