import { parseOutside, parseProxies } from '../../src/main/server'
import { askOverTls, startProxy } from '../support/https-proxy'
import { makeToken, openHttp } from './over-http'
import type { ServerOptions } from '../../src/main/server'
import type { Transport } from './transport'

/** A service behind a proxy that speaks TLS for it. */
export async function openBehindProxy(
  basePath: string,
  { strips, ...options }: { readonly strips: boolean } & Partial<ServerOptions>
) {
  let inside = 0
  const proxy = await startProxy({ to: () => inside, basePath, strips })
  const base = `https://localhost:${proxy.port}${basePath}`
  const outside = parseOutside(base)
  const http = await openHttp(
    { outside, isTrusted: parseProxies('127.0.0.1'), ...options },
    { origin: outside.base, importHosts: ['127.0.0.1'] }
  )
  inside = http.server.port
  return {
    ...http,
    base,
    ask: (path: string, asking?: Parameters<typeof askOverTls>[1]) => askOverTls(base + path, asking),
    async close() {
      await proxy.close()
      await http.close()
    }
  }
}

/** The contract through TLS, a base path and another hop. */
export async function behindProxy(): Promise<Transport> {
  const basePath = '/team/galley'
  const { location, ask, close } = await openBehindProxy(basePath, { strips: false })
  /** As the cases know addresses: without the base path, which is shown to be there by tests of its own. */
  const plain = (text: string) => text.replaceAll(`${basePath}/`, '/')
  const authorization = `Bearer ${await makeToken(location)}`
  return {
    email: 'maria@example.com',
    close,
    async request(method, path, { headers, body } = {}) {
      const reply = await ask(plain(path), {
        method,
        headers: {
          ...headers,
          Authorization: authorization,
          ...(method === 'GET' || method === 'HEAD'
            ? {}
            : { 'Content-Length': String(body?.byteLength ?? 0) })
        },
        ...(body && { body })
      })
      const entries = Object.entries(reply.headers).map(([name, value]) => [
        name,
        plain([value].flat().join(', '))
      ])
      const isText = /^text\/html|json/.test(reply.headers['content-type'] ?? '')
      return {
        status: reply.status,
        headers: Object.fromEntries(entries),
        // one byte a character: what is not UTF-8 comes back as it is
        body: new Uint8Array(
          isText ? Buffer.from(plain(reply.body.toString('latin1')), 'latin1') : reply.body
        )
      }
    }
  }
}
