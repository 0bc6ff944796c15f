import type { Node } from 'prosemirror-model'

/** So much of what stands before the sections is looked through. */
const MOST_HEAD = 5_000

/** The language that a page says it is in: its document, or else its metadata; null where neither does. */
export function languageOf(doc: Node): string | null {
  const written = /<(?:html|body|main)\b[^>]*?\slang\s*=\s*["']?([\w-]{2,35})/i.exec(headOf(doc))?.[1]
  return written ?? inMetadata(doc)
}

/** The direction that all of a page runs in, as its document says. */
export function directionOf(doc: Node): string | null {
  const dir = /<(?:html|body|main)\b[^>]*?\sdir\s*=\s*["']?(rtl|ltr)\b/i.exec(headOf(doc))?.[1]
  return dir?.toLowerCase() ?? null
}

const headOf = (doc: Node) => String(doc.attrs['head'] ?? '').slice(0, MOST_HEAD)

function inMetadata(doc: Node): string | null {
  for (const section of doc.children)
    for (const block of section.children) {
      if (block.type.name !== 'block' || !/^\s*metadata\b/i.test(String(block.attrs['classes']))) continue
      const row = block.children.find(({ firstChild }) =>
        /^\s*(lang|language|locale)\s*$/i.test(firstChild?.textContent ?? '')
      )
      const value = row?.maybeChild(1)?.textContent.trim().replace('_', '-') ?? ''
      if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(value)) return value
    }
  return null
}
