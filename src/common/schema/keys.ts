/**
 * Keys that hold a page's own data; block names are lower-cased, so every spelling of them is reserved (F4).
 */
const reservedKeys = new Set(['metadata', 'section-metadata'])

export function isReservedKey(key: string): boolean {
  return reservedKeys.has(key.toLowerCase())
}

/** A letter or an underscore, then letters, digits, hyphens and underscores (F4). */
export function isWellFormedKey(key: string): boolean {
  return key !== '__proto__' && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)
}

/**
 * Whether the stored form can hold the key and give it back as it was. Malformed keys that it can hold still
 * get a field, so that existing schemas work; the others are not editable.
 */
export function isStorableKey(key: string): boolean {
  return key !== '' && key === key.trim() && key !== '@items' && key !== '__proto__' && !unstorable.test(key)
}

// eslint-disable-next-line no-control-regex -- control characters are exactly what HTML cannot hold
const unstorable = /[\u0000-\u001f\ufffd]/
