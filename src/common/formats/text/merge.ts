import type { Stop } from '../core/stop'
import { createDecisions, type Choices, type Conflict } from '../core/conflict'
import { changerOf, chunksOf } from '../core/chunks'
import type { ThreeTexts } from '../core/validity'

interface TextMerge {
  readonly text: string
  readonly conflicts: readonly Conflict[]
}

/**
 * Merges three texts line by line. Lines that both changed are a conflict; the text never gets markers (MG6).
 */
export function mergeText({ base, local, remote }: ThreeTexts, choices: Choices, stop: Stop): TextMerge {
  const decisions = createDecisions(choices)
  const known = new Map<string, number>()
  // what a text ends with is a line of its own, so that one who adds at the end leaves the last line alone
  const lines = { base: base.split('\n'), local: local.split('\n'), remote: remote.split('\n') }
  const numbered = (all: readonly string[]) =>
    all.map((line) => {
      const number = known.get(line) ?? known.size
      known.set(line, number)
      return number
    })
  const numbers = {
    base: numbered(lines.base),
    local: numbered(lines.local),
    remote: numbered(lines.remote)
  }
  const merged: string[] = []
  const add = (lines: readonly string[]) => {
    for (const line of lines) merged.push(line)
  }
  for (const chunk of chunksOf(numbers.base, numbers.local, numbers.remote, stop)) {
    const [old, mine, theirs] = [
      lines.base.slice(...chunk.base),
      lines.local.slice(...chunk.local),
      lines.remote.slice(...chunk.remote)
    ]
    const changer = changerOf(chunk, numbers)
    if (changer !== 'both') {
      add(changer === 'remote' ? theirs : mine)
      continue
    }
    const from = chunk.base[0] + 1
    const choice = decisions.decide({
      id: `line ${from}`,
      kind: 'text',
      place: { at: `line ${from}`, names: [`Line ${from}`] },
      base: ended(old, chunk.base[1] === lines.base.length),
      local: ended(mine, chunk.local[1] === lines.local.length),
      remote: ended(theirs, chunk.remote[1] === lines.remote.length),
      choices: ['local', 'remote', 'base', 'both']
    })
    if (choice === 'remote') add(theirs)
    else if (choice === 'base') add(old)
    else if (choice === 'both') add([...(mine.at(-1) === '' ? mine.slice(0, -1) : mine), ...theirs])
    else add(mine)
  }
  return { text: merged.join('\n'), conflicts: decisions.conflicts }
}

/** Lines as they stand in their text. */
const ended = (lines: readonly string[], isEnd: boolean): string =>
  lines.join('\n') + (isEnd || lines.length === 0 ? '' : '\n')
