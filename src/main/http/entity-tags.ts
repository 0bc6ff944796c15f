import { GalleyError, sentence } from '../../common/errors'

interface EntityTag {
  readonly weak: boolean
  /** With its quotes, without `W/`. */
  readonly text: string
}

/** The strong ETag of content with this sha256: the hash in quotes (S3). */
export function etagOf(hash: string): string {
  return `"${hash}"`
}

/**
 * The value of If-Match or If-None-Match: `*`, a list of tags, or null when the header is absent. Empty
 * elements of the list count for nothing (RFC 9110, 5.6.1.2).
 * @throws GalleyError bad-request
 */
export function parseEntityTags(
  headers: Headers,
  name: 'If-Match' | 'If-None-Match'
): '*' | EntityTag[] | null {
  const value = headers.get(name)?.trim()
  if (value === undefined) return null
  if (value === '*') return '*'
  const tags: EntityTag[] = []
  const pattern = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[ \t]*(?:,|$)/y
  while (pattern.lastIndex < value.length) {
    const match = pattern.exec(value)
    if (!match)
      throw new GalleyError('bad-request', sentence`${{ name }} is not a list of quoted entity tags.`, {
        where: name
      })
    const [, weak, text] = match
    if (text !== undefined) tags.push({ weak: weak !== undefined, text })
  }
  if (tags.length === 0)
    throw new GalleyError('bad-request', sentence`${{ name }} is empty.`, { where: name })
  return tags
}
