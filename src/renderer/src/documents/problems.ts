import { useSyncExternalStore } from 'react'
import type { Problem } from '../../../common/checks/problem'
import type { ContentPath } from '../../../common/content/paths'

const none: readonly Problem[] = []
const problems = new Map<ContentPath, readonly Problem[]>()
const listeners = new Set<() => void>()

export function setProblems(path: ContentPath, found: readonly Problem[]): void {
  const sorted = [...found].sort((a, b) => a.line - b.line || a.column - b.column)
  if (JSON.stringify(sorted) === JSON.stringify(problems.get(path) ?? none)) return
  problems.set(path, sorted)
  listeners.forEach((tell) => tell())
}

export function clearProblems(path: ContentPath): void {
  if (problems.delete(path)) listeners.forEach((tell) => tell())
}

/** In the order of the text. */
export function useProblems(path: ContentPath | null): readonly Problem[] {
  return useSyncExternalStore(subscribeProblems, () => (path ? (problems.get(path) ?? none) : none))
}

/** How many problems the document at the path has; 0 when it is not open. */
export function problemCount(path: ContentPath | null): number {
  return path ? (problems.get(path)?.length ?? 0) : 0
}

/** @returns a function that ends it */
export function subscribeProblems(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
