import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import type { WorkspaceProblem } from '../../common/api/types'
import type { DurableFs } from './durable-fs'
import { writeSynced } from './durable-write'
import type { Layout } from './layout'

const MAX_PROBLEMS = 200

/** What is damaged or cannot be used, for people to see; the originals are kept in `damaged/` (W8). */
export interface Problems {
  list(): WorkspaceProblem[]
  report(where: string, message: string, cause?: unknown): void
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
  const keptName = (file: string) => join(layout.damaged, `${basename(file)}.${randomUUID()}`)

  const report = (where: string, message: string, cause?: unknown) => {
    const because = cause instanceof Error ? ` (${cause.message})` : ''
    const problem = { where, message: `${message}${because}`, at: now() }
    if (problems.get(where)?.message === problem.message || problems.size >= MAX_PROBLEMS) return
    problems.set(where, problem)
    changed()
  }

  return {
    list: () => [...problems.values()],
    report,
    resolved: (where) => {
      if (problems.delete(where)) changed()
    },
    setAside: async (file, message) => {
      report(file, message)
      await fs.rename(file, keptName(file))
      await fs.syncFolder(layout.damaged)
    },
    setAsideCopy: async (file, message) => {
      report(file, message)
      await writeSynced(fs, keptName(file), await fs.readFile(file))
      await fs.syncFolder(layout.damaged)
    }
  }
}
