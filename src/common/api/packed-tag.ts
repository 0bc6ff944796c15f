/** How an answer may be packed on its way, the one that is preferred first. */
export const codings = ['br', 'gzip'] as const

export type Coding = (typeof codings)[number]

/**
 * The ETag of an answer that is packed: other bytes travel, so it is another one (RFC 9110, 8.8.3.3), which
 * still tells what it is of.
 */
export const packedTag = (etag: string, coding: Coding): string => etag.replace(/"$/, `-${coding}"`)

/** The ETag of what was packed; any other stays as it is. */
export const unpackedTag = (etag: string): string => etag.replace(/-(?:br|gzip)"$/, '"')

/** The ETag of the content of an answer; what came as it is has no other. */
export const unpackedIn = (etag: string | null, coding: string | null): string | null =>
  etag === null || coding === null ? etag : unpackedTag(etag)
