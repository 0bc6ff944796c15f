import { escapeHtml } from '../publishing/html-edits'
import type { Element } from '../html'
import { attribute } from '../html'

/** A picture as authors' tools write it: two sources and a lazy image (map, F). */
export function authoredPicture(image: Element, address: string): string {
  const src = escapeHtml(address)
  const kept = ['alt', 'title', 'width', 'height'].flatMap((name) => {
    const value = attribute(image, name)
    return value === null ? [] : [` ${name}="${escapeHtml(value)}"`]
  })
  return (
    `<picture><source srcset="${src}"><source srcset="${src}" media="(min-width: 600px)">` +
    `<img src="${src}"${kept.join('')} loading="lazy"></picture>`
  )
}
