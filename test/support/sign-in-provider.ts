import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** A real OpenID provider on this machine where people sign in: Galley is its native client `galley-app`. */
export interface SignInProvider {
  readonly issuer: string
  readonly audience: string
  /** What its people answer; default: Anna, who says yes. */
  answers: 'yes' | 'no'
  /** How long its access tokens count, in seconds. */
  tokenSeconds: number
  /** Refresh tokens given so far that still count: none after `endAll`. */
  readonly renewals: number
  readonly revocations: number
  /** Every token that it gave: none of them may lie about anywhere. */
  readonly given: readonly string[]
  /** No renewal counts any more. */
  endAll(): void
  /** While it is stopped nobody can be signed in. */
  stop(): Promise<void>
  start(): Promise<void>
}

export const CLIENT = 'galley-app'

export async function signInProvider(): Promise<SignInProvider> {
  const audience = 'https://galley.example.com'
  let handler: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | null = null
  const server = createServer((request, response) => void handler?.(request, response))
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const issuer = `http://127.0.0.1:${port}`

  const given: string[] = []
  let renewals = 0
  let revocations = 0
  let endedAt = 0
  const state: SignInProvider = {
    issuer,
    audience,
    answers: 'yes',
    tokenSeconds: 3600,
    given,
    get renewals() {
      return renewals
    },
    get revocations() {
      return revocations
    },
    endAll: () => {
      endedAt = Date.now()
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
    start: () => listen(port)
  }

  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/signed-in']
      }
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['for tests'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    scopes: ['openid', 'offline_access', 'email', 'profile'],
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    ttl: {
      AccessToken: () => state.tokenSeconds,
      IdToken: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 3600
    },
    renderError: (context, out) => {
      context.type = 'text/plain'
      context.body = out.error
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'content',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } }
        })
      }
    },
    extraTokenClaims: () => ({ email: 'anna@example.com' }),
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: 'anna@example.com', name: 'Anna' })
    })
  })

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state.answers === 'no') {
      const no = { error: 'access_denied', error_description: 'Anna said no' }
      return provider.interactionFinished(request, response, no, { mergeWithLastSubmission: false })
    }
    const { params, grantId } = await provider.interactionDetails(request, response)
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId: 'anna', clientId: CLIENT })
    grant.addOIDCScope('openid email profile offline_access')
    if (typeof params['resource'] === 'string') grant.addResourceScope(params['resource'], 'content')
    const result = { login: { accountId: 'anna' }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }

  provider.on('grant.success', (context) => {
    const body: unknown = context.body
    if (typeof body !== 'object' || body === null) return
    for (const name of ['access_token', 'refresh_token', 'id_token']) {
      const token: unknown = Reflect.get(body, name)
      if (typeof token === 'string') given.push(token)
    }
    if (context.oidc.params?.['grant_type'] === 'refresh_token') renewals += 1
  })

  const callback = provider.callback()
  handler = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname.startsWith('/interaction/')) return interact(request, response)
    if (pathname === '/token/revocation') revocations += 1
    if (pathname === '/token' && endedAt > 0) {
      response.writeHead(400, { 'Content-Type': 'application/json' })
      response.end('{"error":"invalid_grant","error_description":"grant request is invalid"}')
      return
    }
    await callback(request, response)
  }
  return state
}

/** How long a page may take, in milliseconds: who waits in vain says for which. */
const STEP_MS = 30_000

/** What a browser does with an address: it follows where it is sent, with its cookies. @returns the last page */
export async function visit(start: string): Promise<{
  readonly url: string
  readonly status: number
  readonly text: string
  readonly seen: readonly string[]
}> {
  const cookies = new Map<string, Map<string, string>>()
  const seen: string[] = []
  let url = start
  for (let step = 0; step < 20; step += 1) {
    seen.push(url)
    const { host } = new URL(url)
    const own = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, own)
    const answer = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(STEP_MS),
      headers: { Cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; ') }
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      own.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await answer.text()
    const next = answer.headers.get('Location')
    if (next === null) return { url, status: answer.status, text, seen }
    url = new URL(next, url).href
  }
  throw new Error(`${start} goes round in a circle.`)
}
