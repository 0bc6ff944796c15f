import type { FileTypes } from '../files'

/** Pages, structured documents among them. */
export const pageFiles: FileTypes = {
  html: { type: 'text/html', kind: 'html', language: 'html' }
}
