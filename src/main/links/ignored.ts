import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ContentPath } from '../../common/content/paths'
import { GalleyError, sentence } from '../../common/errors'
import { problemKinds, type LinkProblem, type ProblemKind } from '../../common/links/answers'
import type { Store } from '../store/types'

const item = z.object({
  is: z.enum(problemKinds),
  path: z.string(),
  written: z.string(),
  by: z.string(),
  at: z.number(),
  reason: z.string()
})
const record = z.object({ site: z.string(), items: item.array() })
type Item = z.infer<typeof item>

const MOST = 5000

/** Problems that somebody looked at and does not want to hear of, with their reason. */
interface Ignored {
  of(site: ContentPath): Promise<(problem: LinkProblem) => Item | undefined>
  /** @throws too-large */
  ignore(site: ContentPath, one: Item): Promise<void>
  /** Hears of it again. */
  heed(site: ContentPath, one: Pick<Item, 'is' | 'path' | 'written'>): Promise<void>
}

export function openIgnored(store: Store): Ignored {
  const records = store.records('ignored-problems', (value) => record.parse(value))
  const keyFor = (site: ContentPath) => createHash('sha256').update(site).digest('hex')
  return {
    async of(site) {
      const items = (await records.get(keyFor(site)))?.items ?? []
      const known = new Map(items.map((one) => [nameFor(one), one]))
      return (problem) => known.get(nameFor({ ...problem, written: problem.written ?? '' }))
    },
    async ignore(site, one) {
      await records.change(keyFor(site), (before) => {
        const others = (before?.items ?? []).filter((other) => nameFor(other) !== nameFor(one))
        if (others.length >= MOST)
          throw new GalleyError(
            'too-large',
            sentence`No more than ${{ most: MOST }} problems of a site are ignored. Mend some of them.`
          )
        return { site, items: [...others, one] }
      })
    },
    async heed(site, one) {
      await records.change(keyFor(site), (before) =>
        before ? { site, items: before.items.filter((other) => nameFor(other) !== nameFor(one)) } : null
      )
    }
  }
}

const nameFor = ({ is, path, written }: { is: ProblemKind; path: string; written: string }) =>
  JSON.stringify([is, path, written])
