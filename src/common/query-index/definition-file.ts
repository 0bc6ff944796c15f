/** The name of a site's query-index definition, in its root (U3). */
export const DEFINITION_FILE = 'helix-query.yaml'
