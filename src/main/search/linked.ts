import { contentPath } from '../../common/content/paths'
import type { FurtherAsk, LinkAsk } from '../../common/search/filters'
import type { Question } from '../../common/search/question'
import type { Known } from '../http/asked'
import type { Candidate } from './engine/types'

/** Whether a file is such a one, by the links that a caller may know of. */
export type LinkTest = (asked: Known, ask: LinkAsk) => Promise<(path: string) => boolean>

/** The same, also by the versions that it has. */
export type FurtherTest = (asked: Known, ask: FurtherAsk) => Promise<(path: string) => boolean>

/** What of a question asks for links or labels, put to those who know them. */
export async function linkedOnly(
  test: FurtherTest,
  asked: Known,
  { linked }: Question
): Promise<(found: readonly Candidate[]) => Candidate[]> {
  if (linked.length === 0) return (found) => [...found]
  const clauses = await Promise.all(
    linked.map((parts) =>
      Promise.all(parts.map(async ({ not, ask }) => ({ not, holds: await test(asked, ask) })))
    )
  )
  return (found) =>
    found.filter(([, path]) =>
      clauses.every((parts) => parts.some(({ not, holds }) => holds(contentPath(path)) !== not))
    )
}
