import type { Client } from '../../../../common/api/client'
import { GalleyError } from '../../../../common/errors'
import { api } from '../../api'
import type { DocumentService } from './service'

/** Milliseconds after which a save that was not answered counts as failed; it is tried again. */
const PATIENCE = 30_000

/** The service of this window, as open documents need it. */
export const documentService = documentServiceOf(api)

export function documentServiceOf(client: Pick<Client, 'read' | 'write'>): DocumentService {
  return {
    read: async (path) => {
      try {
        const file = await client.read(path)
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
        return await client.write(path, bytes, {
          ...condition,
          ...(session === undefined ? {} : { session }),
          signal: patience.signal
        })
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
