import type * as Monaco from 'monaco-editor/editor'

/**
 * The scheme of the texts of open documents, apart from versions, configs and whatever else is shown in an
 * editor.
 */
export const DOCUMENT_SCHEME = 'galley-document'

/** The scheme of the JSON of configs that are open; the path is that of a file in the folder that one is of. */
export const CONFIG_SCHEME = 'galley-config'

/** Whether addresses of the site are offered in a text. */
export const hasAddresses = (uri: Monaco.Uri): boolean => isOfDocument(uri) || uri.scheme === CONFIG_SCHEME

export const isOfDocument = (uri: Monaco.Uri): boolean => uri.scheme === DOCUMENT_SCHEME
