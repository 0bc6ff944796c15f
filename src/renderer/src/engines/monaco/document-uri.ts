import type * as Monaco from 'monaco-editor/editor'

/**
 * The scheme of the texts of open documents, apart from versions, configs and whatever else is shown in an
 * editor.
 */
export const DOCUMENT_SCHEME = 'galley-document'

export const isOfDocument = (uri: Monaco.Uri): boolean => uri.scheme === DOCUMENT_SCHEME
