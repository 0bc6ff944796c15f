import type { HttpWorkspace } from './over-http'
import type { Asker } from './people'
import { replyOf } from './transport'

/** A browser that opened a link: what it keeps, and how its pages ask. */
export interface SignedIn extends Asker {
  readonly cookie: string
  readonly pageKey: string
  /** What a page sends with each request that it makes itself. */
  readonly headers: Readonly<Record<string, string>>
}

/** Opens a link as a browser does. @param link default: the one that was told last */
export async function signIn(
  {
    server,
    links
  }: { readonly server: Pick<HttpWorkspace['server'], 'origin'>; readonly links: readonly string[] },
  link = links.at(-1) ?? ''
): Promise<SignedIn> {
  const answer = await fetch(link)
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const pageKey = /<meta name="galley-page-key" content="([\w-]+)">/.exec(await answer.text())?.[1] ?? ''
  const headers = { Cookie: cookie, Origin: new URL(server.origin).origin, 'X-Galley-Page': pageKey }
  return {
    cookie,
    pageKey,
    headers,
    send: async (method, path, { headers: more, body } = {}) =>
      replyOf(
        await fetch(server.origin + path, {
          method,
          headers: { ...more, ...headers },
          ...(body === undefined ? {} : { body })
        })
      )
  }
}
