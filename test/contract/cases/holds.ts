import { describe, expect, it } from 'vitest'
import type { Hold, HoldsIn } from '../../../src/common/held'
import { json, page, useTransport } from '../kit'
import type { Transport } from '../transport'

export function holdCases(open: () => Promise<Transport>): void {
  const kit = useTransport(open)

  describe('holds', () => {
    it('RT15 a file is held, told with its path, and let go', async () => {
      const { put, send, email, freshSite } = kit()
      const site = freshSite()
      const path = `${site}/held.html`
      await put(path, page('x'))
      const list = async () => json<HoldsIn>(await send('GET', `/app/holds${site}`)).holds
      expect(await list()).toEqual([])
      const held = json<Hold>(await send('PUT', `/app/holds${path}`))
      expect(held).toMatchObject({ path, by: { email }, besides: [] })
      expect((await list()).map(({ until }) => until)).toEqual([held.until])
      const longer = json<Hold>(await send('PUT', `/app/holds${path}`))
      expect(longer.until).toBeGreaterThanOrEqual(held.until)
      expect((await send('DELETE', `/app/holds${path}`)).status).toBe(204)
      expect(await list()).toEqual([])
      expect((await send('PUT', `/app/holds${site}/none.html`)).status).toBe(404)
    })
  })
}
