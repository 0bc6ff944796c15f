import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { GalleyError } from '../../../common/errors'

/**
 * A page of this machine that the browser comes back to after a sign-in (RFC 8252, 7.3): a free port of
 * 127.0.0.1, for one answer.
 */
interface Loopback {
  readonly redirectUri: string
  /** The address that the browser came with, once. */
  readonly answer: Promise<URL>
  /** Shows the person how it ended, and closes soon after. */
  finish(ended: { readonly ok: boolean; readonly message: string }): void
  close(): void
}

const PATH = '/signed-in'
const END_PATH = '/signed-in/end'
/** How long the browser may take to fetch the last page. */
const LINGER_MS = 5000

/** @param state of this sign-in: what comes with another one is not for us */
export async function openLoopback(state: string): Promise<Loopback> {
  let ended: { readonly ok: boolean; readonly message: string } | null = null
  const waiting = new Set<ServerResponse>()
  let told: (url: URL) => void = () => undefined
  const answer = new Promise<URL>((resolve) => {
    told = resolve
  })
  let linger: NodeJS.Timeout | undefined

  const server = createServer((request, response) => {
    const url = addressOf(request, port)
    if (!url || request.method !== 'GET' || ![PATH, END_PATH].includes(url.pathname))
      return send(response, 404, page('Nothing here', 'Go back to Galley.'))
    if (url.pathname === END_PATH) {
      if (!ended) return send(response, 404, page('Nothing here', 'Go back to Galley.'))
      send(response, 200, page(ended.ok ? 'You are signed in' : 'You are not signed in', ended.message))
      return close()
    }
    if (url.searchParams.get('state') !== state)
      return send(
        response,
        400,
        page('Not this sign-in', 'This address belongs to another sign-in. Begin again in Galley.')
      )
    if (ended) return away(response)
    waiting.add(response)
    response.on('close', () => waiting.delete(response))
    told(url)
  })

  const port = await new Promise<number>((listening, failed) => {
    server.once('error', () =>
      failed(
        new GalleyError(
          'io-failed',
          'Galley cannot listen on this computer for the end of the sign-in. Try again.'
        )
      )
    )
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      listening(typeof address === 'object' && address ? address.port : 0)
    })
  })

  function close(): void {
    clearTimeout(linger)
    server.close()
    server.closeIdleConnections()
  }

  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    answer,
    finish(how) {
      ended = how
      if (waiting.size === 0) return close()
      for (const response of waiting) away(response)
      linger = setTimeout(() => {
        close()
        server.closeAllConnections()
      }, LINGER_MS)
      linger.unref()
    },
    close() {
      close()
      server.closeAllConnections()
    }
  }
}

/** The host must be ours: a page elsewhere may know names that lead here. */
function addressOf({ url, headers }: IncomingMessage, port: number): URL | null {
  const own = `127.0.0.1:${port}`
  if (headers.host !== own || !url?.startsWith('/')) return null
  try {
    return new URL(url, `http://${own}`)
  } catch {
    return null
  }
}

/** The code of the sign-in does not stay in the browser's history (A6). */
function away(response: ServerResponse): void {
  response.writeHead(303, { ...headers, Location: END_PATH }).end()
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }).end(html)
}

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close'
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const page = (title: string, text: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(title)} – Galley</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0 24px }
  main { max-width: 32rem }
  h1 { font-size: 22px; font-weight: 600; margin: 0 0 8px }
  p { margin: 0 }
</style>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></html>
`
