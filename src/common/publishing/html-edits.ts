import type { Element } from '../html'

/** A piece of a text that is to be replaced; `start === end` inserts. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The part of a text from `start` to `end` with its edits done. An edit inside another, or outside the part,
 * is left out.
 */
export function edited(text: string, edits: readonly Edit[], start = 0, end = text.length): string {
  let result = ''
  let at = start
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at || edit.end > end) continue
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at, end)
}

/** Replaces the value of an attribute where it is written. Null for an element that the parser made up. */
export function attributeEdit(element: Element, name: string, value: string): Edit | null {
  const place = element.sourceCodeLocation?.attrs?.[name]
  return place
    ? { start: place.startOffset, end: place.endOffset, text: `${name}="${escapeHtml(value)}"` }
    : null
}

/** Adds an attribute behind the tag's name. */
export function addedAttribute(element: Element, name: string, value: string): Edit | null {
  const tag = element.sourceCodeLocation?.startTag
  if (!tag) return null
  const at = tag.startOffset + 1 + element.tagName.length
  return { start: at, end: at, text: ` ${name}="${escapeHtml(value)}"` }
}

/** Text for use in HTML, inside and outside attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
