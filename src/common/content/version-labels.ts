/**
 * The labels that the service itself gives to versions (VR5, U1). They are stored: what is there keeps the
 * one it has.
 */

/** Of what was there before it was emptied, deleted, or replaced by an earlier state. */
export const RESTORE_POINT = 'Restore Point'

/** Of what is replaced while several edit the document at the same time. */
export const COLLAB_PARSE = 'Collab Parse'

/** Of a content that was published, by where; clients give them too. */
export const publishedLabels = { preview: 'Previewed', live: 'Published' } as const
