/**
 * The second secret of a browser's session (A5). The cookie goes to every port of its host; this one lies in
 * the storage of the page's origin, which has the port, and is sent as a header with what pages ask for
 * themselves.
 */
export const pageKey = {
  header: 'X-Galley-Page',
  /** Where the page that signs in carries it. */
  meta: 'galley-page-key',
  /** Its key in `localStorage`: all tabs of the origin share the session. */
  storage: 'galley.page-key'
} as const
