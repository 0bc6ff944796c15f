import type { Stop } from '../core/stop'
import { createDecisions, type Choices, type Conflict } from '../core/conflict'
import { changerOf, chunksOf } from '../core/chunks'

export interface TextMerge {
  readonly text: string
  readonly conflicts: readonly Conflict[]
}

/** Merges three texts line by line. Lines that both changed are a conflict; the text never gets markers (MG6). */
export function mergeText(
  base: string,
  local: string,
  remote: string,
  choices: Choices,
  stop: Stop
): TextMerge {
  const decisions = createDecisions(choices)
  const known = new Map<string, number>()
  const lines = { base: linesOf(base), local: linesOf(local), remote: linesOf(remote) }
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
      base: old.join(''),
      local: mine.join(''),
      remote: theirs.join(''),
      choices: ['local', 'remote', 'base', 'both']
    })
    if (choice === 'remote') add(theirs)
    else if (choice === 'base') add(old)
    else if (choice === 'both') add([...ended(mine), ...theirs])
    else add(mine)
  }
  return { text: merged.join(''), conflicts: decisions.conflicts }
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The last line ended, so that another one may follow. */
function ended(lines: readonly string[]): string[] {
  const last = lines.at(-1)
  return last === undefined || last.endsWith('\n') ? [...lines] : [...lines.slice(0, -1), `${last}\n`]
}
