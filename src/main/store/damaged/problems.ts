import type { WorkspaceProblem } from '../../../common/api/types'
import type { ContentPath } from '../../../common/content/paths'
import type { DurableFs } from '../disk/durable-fs'
import { copyAside, moveAside } from './aside'
import type { Layout } from '../layout/layout'

const MAX_PROBLEMS = 200

/** What is damaged or cannot be used, for people to see; the originals are kept in `damaged/` (W8). */
export interface Problems {
  list(): WorkspaceProblem[]
  report(where: string, message: string, cause?: unknown): void
  /** A name in a content folder that cannot be used as it is. */
  reportIn(folder: ContentPath, where: string, message: string): void
  /** A look at the folder found only these names unusable: what was told of others is over. */
  onlyIn(folder: ContentPath, still: ReadonlySet<string>): void
  /** The place no longer has a problem. */
  resolved(where: string): void
  /** Moves a damaged file out of the way and reports it. */
  setAside(file: string, message: string): Promise<void>
  /** Keeps a copy of a damaged file that goes on being used, and reports it. */
  setAsideCopy(file: string, message: string): Promise<void>
}

export function createProblems(
  fs: DurableFs,
  layout: Layout,
  now: () => number,
  changed: () => void
): Problems {
  const problems = new Map<string, WorkspaceProblem>()
  const unusable = new Map<ContentPath, Set<string>>()

  const report = (where: string, message: string, cause?: unknown) => {
    const because = cause instanceof Error ? ` (${cause.message})` : ''
    const problem = { where, message: `${message}${because}`, at: now() }
    if (problems.get(where)?.message === problem.message || problems.size >= MAX_PROBLEMS) return
    problems.set(where, problem)
    changed()
  }

  const resolved = (where: string, folder?: ContentPath) => {
    if (folder !== undefined) unusable.get(folder)?.delete(where)
    if (problems.delete(where)) changed()
  }

  return {
    list: () => [...problems.values()],
    report,
    reportIn: (folder, where, message) => {
      unusable.set(folder, (unusable.get(folder) ?? new Set()).add(where))
      report(where, message)
    },
    onlyIn: (folder, still) => {
      for (const where of unusable.get(folder) ?? []) if (!still.has(where)) resolved(where, folder)
    },
    resolved,
    setAside: async (file, message) => {
      report(file, message)
      await moveAside(fs, layout, file)
    },
    setAsideCopy: async (file, message) => {
      report(file, message)
      await copyAside(fs, layout, file)
    }
  }
}
