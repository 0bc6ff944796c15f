import type { ContentPath } from '../../../common/content/paths'
import { GalleyError, sentence } from '../../../common/errors'
import { isBeyondBounds } from '../../../common/bounds'
import type { DefinitionReading, IndexDefinition } from '../../../common/query-index'
import { OUT_OF_TIME, type Workers } from '../../workers'
import type { IndexedPage, SourcePage } from '../../workers/work/index-page'

/** What is read for the index of one site, away from the thread that answers requests. */
export interface IndexWork {
  readonly definition: (text: string) => Promise<DefinitionReading>
  /**
   * The rows of a page. A page that takes too long has none, and a warning.
   * @param urgent before what is not
   */
  readonly page: (
    indices: readonly IndexDefinition[],
    bytes: number,
    page: () => Promise<SourcePage>,
    urgent: boolean
  ) => Promise<IndexedPage>
  /**
   * For each index the paths that it takes.
   * @throws GalleyError bad-request when the patterns cannot be used, or take too long
   */
  readonly match: (
    indices: readonly IndexDefinition[],
    paths: readonly string[]
  ) => Promise<readonly (readonly string[])[]>
}

/** @param limit milliseconds for one page: an expression without end costs a worker no longer */
export function indexWork(workers: Workers, site: ContentPath, limit = 5_000): IndexWork {
  return {
    definition: (text) =>
      workers.run('index-definition', { tenant: site, bytes: text.length, urgent: true }, () => ({ text })),
    async page(indices, bytes, page, urgent) {
      try {
        const how = { tenant: site, bytes, urgent, limit }
        return await workers.run('index-page', how, async () => ({ indices, page: await page() }))
      } catch (error) {
        if (error instanceof GalleyError && !isBeyondBounds(error)) throw error
        const message = isBeyondBounds(error) && error.where === OUT_OF_TIME ? TOO_LONG : saidBy(error)
        return { rows: {}, warnings: [{ index: '', property: '', message }] }
      }
    },
    async match(indices, paths) {
      try {
        const how = { tenant: site, bytes: 0, urgent: true, limit }
        const matches = await workers.run('index-match', how, () => ({ indices, paths }))
        return matches.map((numbers) => numbers.flatMap((at) => paths[at] ?? []))
      } catch (error) {
        if (error instanceof GalleyError && !isBeyondBounds(error)) throw error
        throw new GalleyError(
          'bad-request',
          sentence`The patterns of “include” or “exclude” cannot be used: ${{ problem: saidBy(error) }}`
        )
      }
    }
  }
}

const TOO_LONG = 'Reading this page took too long. Look for a pattern in “match” that tries without end.'

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error))
