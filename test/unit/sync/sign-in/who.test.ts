import { SignJWT } from 'jose'
import type { TokenEndpointResponse } from 'openid-client'
import { expect, it } from 'vitest'
import { sessionOf } from '../../../../src/main/sync/sign-in/session'

it('Y20 who signed in is shown by a claim in which nothing is hidden, nothing turns the direction of writing, and which ends', async () => {
  const who = async (email: string) => {
    const access_token = await new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    const answer: TokenEndpointResponse = { access_token, token_type: 'bearer' }
    const tokens = Object.assign(answer, { claims: () => undefined, expiresIn: () => 60 })
    return sessionOf({ issuer: 'https://a.example', clientId: 'galley' }, tokens, 0).who
  }
  expect(await who('ada@example.com')).toBe('ada@example.com')
  expect(await who('ada\u202e\u200b\u0007@example.com')).toBe('ada<U+202E><U+200B><U+0007>@example.com')
  expect((await who('a'.repeat(5000)))?.length).toBe(201)
})
