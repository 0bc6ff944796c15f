import { diffArrays } from 'diff'

/** An edit as Monaco takes it; lines and columns count from 1. */
export interface LineEdit {
  readonly range: {
    readonly startLineNumber: number
    readonly startColumn: number
    readonly endLineNumber: number
    readonly endColumn: number
  }
  readonly text: string
}

/** Edits that turn one text into the other, by whole lines. Both use `\n`. */
export function lineEdits(before: string, after: string): LineEdit[] {
  const old = before.split('\n')
  const parts = diffArrays(old, after.split('\n'), { timeout: 200 })
  if (!parts) return [{ range: rangeOf(1, 1, old.length, (old.at(-1)?.length ?? 0) + 1), text: after }]
  const edits: LineEdit[] = []
  let line = 1
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (!part) break
    if (!part.added && !part.removed) {
      line += part.value.length
      continue
    }
    const other = parts[index + 1]
    const paired = other && (other.added || other.removed) ? other : null
    if (paired) index++
    const removed = [part, paired].filter((one) => one?.removed).flatMap((one) => one?.value ?? [])
    const added = [part, paired].filter((one) => one?.added).flatMap((one) => one?.value ?? [])
    edits.push(lineEdit(old, line, removed, added))
    line += removed.length
  }
  return edits
}

/**
 * Replaces `removed` lines from `line` on by `added`; whole lines take a line end of a neighbour with them.
 */
function lineEdit(
  old: readonly string[],
  line: number,
  removed: readonly string[],
  added: readonly string[]
): LineEdit {
  const text = added.join('\n')
  const last = line + removed.length - 1
  const lengthOf = (n: number) => old[n - 1]?.length ?? 0
  if (removed.length > 0 && added.length > 0) {
    return { range: rangeOf(line, 1, last, lengthOf(last) + 1), text }
  }
  if (removed.length > 0) {
    if (last < old.length) return { range: rangeOf(line, 1, last + 1, 1), text: '' }
    return { range: rangeOf(line - 1, lengthOf(line - 1) + 1, last, lengthOf(last) + 1), text: '' }
  }
  if (line <= old.length) return { range: rangeOf(line, 1, line, 1), text: `${text}\n` }
  return {
    range: rangeOf(line - 1, lengthOf(line - 1) + 1, line - 1, lengthOf(line - 1) + 1),
    text: `\n${text}`
  }
}

const rangeOf = (startLineNumber: number, startColumn: number, endLineNumber: number, endColumn: number) => ({
  startLineNumber,
  startColumn,
  endLineNumber,
  endColumn
})
