import { createServer } from 'node:http'
import type { JWK, JWTPayload } from 'jose'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** A real OpenID provider on this machine, whose keys can be changed. */
export interface OpenId {
  readonly issuer: string
  /** An access token as the provider makes it for one of its clients, which speaks for `client@example.com`. */
  token(client: 'anna' | 'rita', resource?: string): Promise<string>
  /** A token with any claims, signed with the provider's present key. */
  sign(claims: JWTPayload, header?: { kid?: string; alg?: string }): Promise<string>
  publicKey(): Promise<JWK>
  /** New keys from now on; the old ones are gone. */
  rotate(): Promise<void>
  /** How often the keys were fetched. */
  keyRequests(): number
  stop(): Promise<void>
  start(): Promise<void>
}

export const AUDIENCE = 'https://galley.example.com'

export async function openId(): Promise<OpenId> {
  let handler: ReturnType<Provider['callback']> | undefined
  let keys: JWK & { kid: string }
  let count = 0
  let fetched = 0
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/jwks')) fetched += 1
    void handler?.(request, response)
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`

  async function rotate() {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    count += 1
    keys = { ...(await exportJWK(privateKey)), kid: `key-${count}`, alg: 'RS256', use: 'sig' }
    handler = providerFor(issuer, keys).callback()
  }
  await rotate()

  return {
    issuer,
    rotate,
    async token(client, resource = AUDIENCE) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource })
      })
      const body: unknown = await answer.json()
      if (typeof body === 'object' && body && 'access_token' in body && typeof body.access_token === 'string')
        return body.access_token
      throw new Error(`the provider answered ${JSON.stringify(body)}`)
    },
    sign: async (claims, { kid = keys.kid, alg = 'RS256' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(await importJWK(keys, 'RS256')),
    publicKey: async () => {
      const { n, e, kty, kid } = keys
      return { n, e, kty, kid } as JWK
    },
    keyRequests: () => fetched,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
    start: () => listen(port)
  }
}

function providerFor(issuer: string, key: JWK): Provider {
  const client = (name: string) => ({
    client_id: name,
    client_secret: `${name}-secret`,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: []
  })
  return new Provider(issuer, {
    clients: [client('anna'), client('rita')],
    jwks: { keys: [key] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } }
        })
      }
    },
    extraTokenClaims: (_context, token) => ({
      email: `${token.clientId ?? ''}@example.com`,
      groups: token.clientId === 'anna' ? ['authors'] : []
    })
  })
}
