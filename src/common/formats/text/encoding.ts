import { diffArrays } from 'diff'

/** How a file's bytes differ from the text an editor shows, so that they can be put back exactly (V6). */
export interface TextShape {
  readonly bom: boolean
  readonly eol: '\n' | '\r\n' | 'mixed'
  /** Only for mixed line ends: the text as it was stored. */
  readonly stored: string | null
}

type Decoded =
  /** `text` has `\n` line ends only and no byte order mark. */
  | { readonly kind: 'text'; readonly text: string; readonly shape: TextShape }
  /** The bytes are not UTF-8: `shown` stands in for them, and nothing may be saved from it. */
  | { readonly kind: 'bytes'; readonly shown: string }

export const plainShape: TextShape = { bom: false, eol: '\n', stored: null }

const BOM = '\ufeff'
const lineEnd = /\r\n|\n|\r/

/** Reads a file's bytes as text; `encodeText` gives the same bytes back. */
export function decodeText(bytes: Uint8Array): Decoded {
  let raw: string
  try {
    raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return { kind: 'bytes', shown: normalLineEnds(new TextDecoder('utf-8').decode(bytes)) }
  }
  const bom = raw.startsWith(BOM)
  const stored = bom ? raw.slice(BOM.length) : raw
  const eol = lineEndsOf(stored)
  return {
    kind: 'text',
    text: normalLineEnds(stored),
    shape: { bom, eol, stored: eol === 'mixed' ? stored : null }
  }
}

/** The bytes to store. Lines that were not touched keep the line end they had. */
export function encodeText(text: string, shape: TextShape): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode((shape.bom ? BOM : '') + withLineEnds(text, shape))
}

/** `\r\n` and lone `\r` become `\n`. */
function normalLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n|\r/g, '\n') : text
}

function lineEndsOf(text: string): TextShape['eol'] {
  if (!text.includes('\r')) return '\n'
  return /(?<!\r)\n|\r(?!\n)/.test(text) ? 'mixed' : '\r\n'
}

function withLineEnds(text: string, shape: TextShape): string {
  if (shape.eol === '\n') return text
  if (shape.eol === '\r\n') return text.replaceAll('\n', '\r\n')
  return shape.stored === null ? text : mixedLineEnds(text, shape.stored)
}

/**
 * Each line keeps the line end it had in `stored`, also when it was changed; new lines take that of the line
 * before them.
 */
function mixedLineEnds(text: string, stored: string): string {
  const oldLines = stored.split(lineEnd)
  const oldEnds = stored.match(new RegExp(lineEnd, 'g')) ?? []
  const lines = text.split('\n')
  const ends = endsFor(lines, oldLines, oldEnds)
  return lines
    .map((line, index) => (index === lines.length - 1 ? line : line + (ends[index] ?? '\n')))
    .join('')
}

/**
 * The line end after each line. The same lines at both ends of the text are matched first: one edit touches
 * nothing else.
 */
function endsFor(
  lines: readonly string[],
  oldLines: readonly string[],
  oldEnds: readonly string[]
): string[] {
  const shorter = Math.min(lines.length, oldLines.length)
  let head = 0
  while (head < shorter && lines[head] === oldLines[head]) head++
  let tail = 0
  while (tail < shorter - head && lines.at(-1 - tail) === oldLines.at(-1 - tail)) tail++
  const now = lines.slice(head, lines.length - tail)
  const old = oldLines.slice(head, oldLines.length - tail)
  const parts = diffArrays(old, now, { timeout: 500 }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now }
  ]
  const ends = oldEnds.slice(0, head)
  let oldIndex = head
  let replaced: string[] = []
  for (const part of parts) {
    if (part.removed) {
      replaced = oldEnds.slice(oldIndex, oldIndex + part.value.length)
      oldIndex += part.value.length
      continue
    }
    for (const _line of part.value) {
      const own = part.added ? replaced.shift() : oldEnds[oldIndex++]
      ends.push(own ?? ends.at(-1) ?? oldEnds[0] ?? '\n')
    }
    replaced = []
  }
  return [...ends, ...oldEnds.slice(oldIndex)]
}
