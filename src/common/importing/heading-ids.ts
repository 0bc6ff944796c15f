import { bounds } from '../bounds'
import type { Element } from '../html'
import { attribute, textOf } from '../html'

/**
 * Whether a heading's id is one that publishing makes of its text, or of a structured document's key: authors
 * do not write it.
 */
export function generatedId(element: Element): boolean {
  const id = attribute(element, 'id')
  if (id === null || !/^h[1-6]$/.test(element.tagName)) return false
  const text = textOf(element, bounds.html.idText)
  if (attribute(element, 'data-pointer') !== null && id === text) return true
  const bare = id.replace(/-\d+$/, '')
  return slugs(text).some((slug) => slug === id || slug === bare)
}

/** As Galley makes them, and as other publishing services do, which leave signs out. */
function slugs(text: string): string[] {
  const lower = text.toLowerCase()
  const own = trimmed(lower.replace(/[^\p{L}\p{N}]+/gu, '-'))
  const plain = lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return [
    own === '' ? 'section' : own,
    trimmed(plain.replace(/[^a-z0-9]+/g, '-')),
    trimmed(plain.replace(/[^a-z0-9\s_-]+/g, '').replace(/[\s_-]+/g, '-'))
  ]
}

const trimmed = (text: string) => text.replace(/^-+|(?<!-)-+$/g, '')
