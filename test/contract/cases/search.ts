import { describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../../src/common/search/answer'
import { until } from '../../support/workspace'
import { expectRefusal, json, page, useTransport } from '../kit'
import type { Transport } from '../transport'

/** What is found and told is in search.test.ts; here, that every way in answers alike. */
export function searchCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('search', () => {
    it('FI2 FI5 finds what was saved a moment ago, and refuses what cannot be asked', async () => {
      const { send, put, freshSite } = kit()
      const site = freshSite()
      await put(`${site}/a.html`, page('Wallaby'))
      const hits = await until(async () => {
        const { hits } = json<SearchAnswer>(await send('GET', `/search${site}?q=wallab`))
        return hits.length > 0 ? hits : null
      })
      expect(hits.map(({ path, places }) => [path, places[0]?.text])).toEqual([[`${site}/a.html`, 'Wallaby']])
      expectRefusal(await send('GET', `/search${site}`), 400, 'bad-request')
      expectRefusal(await send('GET', '/search/a//b?q=x'), 400, 'bad-path')
    })
  })
}
