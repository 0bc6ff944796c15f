import { createEntries, useSelected } from '../state/store'
import type { Problem } from '../../../common/checks/problem'
import type { ContentPath } from '../../../common/content/paths'

/** Who found something: the check of the text itself, or the one of what it names in its site. */
type ProblemSource = 'text' | 'site'

type Found = Readonly<Record<ProblemSource, readonly Problem[]>>

const none: readonly Problem[] = []
const nothing: Found = { text: none, site: none }
const found = new Map<ContentPath, Found>()
const problems = createEntries<ContentPath, readonly Problem[]>()

/** What was found in a document last, by one of those who look; what others found stays. */
export function setProblems(path: ContentPath, here: readonly Problem[], by: ProblemSource = 'text'): void {
  const all = { ...(found.get(path) ?? nothing), [by]: here }
  found.set(path, all)
  const sorted = [...all.text, ...all.site].sort((a, b) => a.line - b.line || a.column - b.column)
  if (JSON.stringify(sorted) === JSON.stringify(problems.now().get(path) ?? none)) return
  problems.put(path, sorted)
}

export function clearProblems(path: ContentPath): void {
  found.delete(path)
  problems.put(path, null)
}

/** In the order of the text. */
export function useProblems(path: ContentPath | null): readonly Problem[] {
  return useSelected(problems, (known) => (path ? (known.get(path) ?? none) : none))
}

/** How many problems the document at the path has; 0 when it is not open. */
export function problemCount(path: ContentPath | null): number {
  return path ? (problems.now().get(path)?.length ?? 0) : 0
}

export const subscribeProblems = problems.subscribe
