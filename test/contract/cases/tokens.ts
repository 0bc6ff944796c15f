import { describe, expect, it } from 'vitest'
import type { NewTokenAnswer, TokenInfo } from '../../../src/common/api/types'
import { expectRefusal, json, jsonParts, text, useTransport } from '../kit'
import type { Transport } from '../transport'

/** Tokens as the owner makes, lists and revokes them (A2, A3). */
export function tokenCases(open: () => Promise<Transport>): void {
  describe('tokens', () => {
    const kit = useTransport(open)
    const list = async () => json<TokenInfo[]>(await kit().send('GET', '/app/tokens'))
    const make = (request: unknown) => kit().send('POST', '/app/tokens', jsonParts(request))

    it('A2 a token is made, told once, listed without its text, and revoked', async () => {
      const request = {
        kind: 'access',
        email: 'lia@example.com',
        groups: ['a', 'b', 'a'],
        expiresAt: Date.now() + 60_000
      }
      const reply = await make(request)
      expect(reply.status).toBe(201)
      const { token, info } = json<NewTokenAnswer>(reply)
      expect(token).toMatch(/^galley_access_[\w-]{43}$/)
      expect(info).toMatchObject({
        kind: 'access',
        email: 'lia@example.com',
        groups: ['a', 'b'],
        state: 'valid'
      })
      const listed = await kit().send('GET', '/app/tokens')
      expect(text(listed)).not.toContain(token)
      expect(text(listed)).not.toContain('hash')
      expect(json<TokenInfo[]>(listed).find(({ id }) => id === info.id)).toMatchObject(info)
      expect((await kit().send('DELETE', `/app/tokens/${info.id}`)).status).toBe(204)
      expect((await kit().send('DELETE', `/app/tokens/${info.id}`)).status).toBe(204)
      expect((await list()).find(({ id }) => id === info.id)?.state).toBe('revoked')
    })

    it('A3 site tokens name their site, admin tokens may', async () => {
      expect(
        json<NewTokenAnswer>(await make({ kind: 'site', email: 's@example.com', site: '/o/s' })).info.site
      ).toBe('o/s')
      expect((await make({ kind: 'admin', email: 's@example.com' })).status).toBe(201)
      expect(
        expectRefusal(await make({ kind: 'site', email: 's@example.com' }), 400, 'bad-request').where
      ).toBe('site')
      expectRefusal(await make({ kind: 'site', email: 's@example.com', site: 'o' }), 400, 'bad-request')
      expectRefusal(await make({ kind: 'access', email: 's@example.com', site: 'o/s' }), 400, 'bad-request')
    })

    it.each([
      [undefined],
      [[]],
      [{}],
      [{ email: 'nobody' }],
      [{ email: 'a@b.c', kind: 'root' }],
      [{ email: 'a@b.c', groups: 'x' }],
      [{ email: 'a@b.c', groups: ['x,y'] }],
      [{ email: 'a@b.c', expiresAt: 1 }],
      [{ email: 'a@b.c', expiresAt: 'soon' }],
      [{ email: 'a@b.c', hash: 'x' }]
    ])('X3 %j makes no token', async (request) => {
      const before = (await list()).length
      expectRefusal(await make(request), 400, 'bad-request')
      expect(await list()).toHaveLength(before)
    })

    it('A2 an unknown token is not revoked', async () => {
      expectRefusal(await kit().send('DELETE', '/app/tokens/ffffffffffff'), 404, 'not-found')
    })
  })
}
