import type { FileTypes } from '../files'

/** What people write line by line. */
export const textFiles: FileTypes = {
  css: { type: 'text/css', kind: 'other', language: 'css' },
  csv: { type: 'text/csv', kind: 'other' },
  js: { type: 'text/javascript', kind: 'other', language: 'javascript' },
  md: { type: 'text/markdown', kind: 'other', language: 'markdown' },
  txt: { type: 'text/plain', kind: 'other' },
  xml: { type: 'application/xml', kind: 'other', language: 'xml' },
  yaml: { type: 'application/yaml', kind: 'other', language: 'yaml' },
  yml: { type: 'application/yaml', kind: 'other', language: 'yaml' }
}
