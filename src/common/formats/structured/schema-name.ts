/** Metadata stands first in a page, so only this much of it is looked at. */
const HEAD = 20_000

/**
 * The schema that a stored document names, without reading the document: for those who only want to know
 * which one it is. Null where none is named in the usual way.
 */
export function schemaNameIn(html: string): string | null {
  const at = html.search(/x-schema-name\s*</i)
  if (at < 0) return null
  const found = /^x-schema-name\s*(?:<[^<>]*>\s*){1,5}([^<]+)</i.exec(html.slice(at, at + HEAD))
  const name = found?.[1]
    ?.trim()
    .replace(/&(amp|lt|gt|quot|#13);/g, (written) => meanings[written] ?? written)
  return name === undefined || name === '' ? null : name
}

const meanings: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#13;': '\r'
}
