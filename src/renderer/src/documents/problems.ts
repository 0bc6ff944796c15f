import { createEntries, useSelected } from '../state/store'
import type { Problem } from '../../../common/checks/problem'
import type { ContentPath } from '../../../common/content/paths'

const none: readonly Problem[] = []
const problems = createEntries<ContentPath, readonly Problem[]>()

export function setProblems(path: ContentPath, found: readonly Problem[]): void {
  const sorted = [...found].sort((a, b) => a.line - b.line || a.column - b.column)
  if (JSON.stringify(sorted) === JSON.stringify(problems.now().get(path) ?? none)) return
  problems.put(path, sorted)
}

export function clearProblems(path: ContentPath): void {
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
