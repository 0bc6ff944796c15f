import type { Client } from '../../../common/api/client'
import { GalleyError } from '../../../common/errors'
import { schemaNameIn } from '../../../common/formats/structured/schema-name'
import { api } from '../api'
import type { DocumentService } from './service'

/** Milliseconds after which a save that was not answered counts as failed; it is tried again. */
const PATIENCE = 30_000

/** The service of this window, as open documents need it. */
export const documentService = documentServiceOf(api)

export function documentServiceOf(client: Pick<Client, 'read' | 'write' | 'keepGivenUp'>): DocumentService {
  return {
    read: async (path) => {
      try {
        const file = await client.read(path)
        return {
          bytes: file.bytes,
          etag: file.etag,
          by: file.modifiedBy,
          at: file.lastModified
        }
      } catch (problem) {
        if (problem instanceof GalleyError && problem.reason === 'not-found') return null
        throw problem
      }
    },
    write: (path, bytes, { replaces, session }) => {
      const condition = replaces === null ? { ifNoneMatch: '*' } : { ifMatch: replaces }
      return patiently((signal) =>
        client.write(path, bytes, { ...condition, ...(session === undefined ? {} : { session }), signal })
      )
    },
    schemaText: async (path, html) => {
      if (schemaNameIn(html) === null) return null
      const { schemaTextFor } = await import('./schemas/library')
      return schemaTextFor(path, html)
    },
    keepGivenUp: (path, bytes, ifMatch) =>
      patiently((signal) => client.keepGivenUp(path, bytes, { ifMatch, signal }))
  }
}

async function patiently<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE)
  try {
    return await work(patience.signal)
  } finally {
    clearTimeout(timer)
  }
}
