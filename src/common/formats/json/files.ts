import type { FileTypes } from '../files'

/** JSON, documents of sheets among it. */
export const jsonFiles: FileTypes = {
  json: { type: 'application/json', kind: 'json', language: 'json' },
  link: { type: 'application/json', kind: 'other', language: 'json' }
}
