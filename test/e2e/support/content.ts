import type { Page } from 'playwright-core'
import { excuseOne } from './refused-by-test'
import { within } from './wait'

/** Requests of the page itself, as its own code makes them. */
export async function request(
  page: Page,
  method: string,
  path: string,
  options: { body?: string; headers?: Record<string, string> } = {}
): Promise<{ status: number; text: string; headers: Record<string, string> }> {
  const answer = page.evaluate(
    async ({ method, path, body, headers }) => {
      const isHttp = location.protocol.startsWith('http')
      const base = isHttp ? location.pathname.replace(/\/[^/]*$/, '') : ''
      const key = isHttp ? localStorage.getItem(`galley.page-key${base}`) : null
      const init = {
        method,
        headers: { ...headers, ...(key === null ? {} : { 'X-Galley-Page': key }) },
        ...(body === undefined ? {} : { body: new TextEncoder().encode(body) })
      }
      const answer = await fetch(base + path, init)
      return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
    },
    { method, path, ...options }
  )
  const said = await within(`the answer to ${method} ${path}`, answer)
  if (said.status >= 400) excuseOne(page, path)
  return said
}

/** Writes a file through the service. */
export async function put(page: Page, path: string, body: string): Promise<void> {
  const type = path.endsWith('.json') ? 'application/json' : 'text/html'
  const { status, text } = await request(page, 'PUT', `/source${path}`, {
    body,
    headers: { 'Content-Type': type }
  })
  if (status !== 200 && status !== 201) throw new Error(`PUT ${path}: ${status} ${text}`)
}

/** The stored text of a file, or of what else the address below `under` names; null when it is not there. */
export async function stored(page: Page, path: string, under = '/source'): Promise<string | null> {
  const { status, text } = await request(page, 'GET', `${under}${path}`)
  return status === 200 ? text : null
}

export interface StoredVersion {
  readonly url: string
  readonly timestamp: number
  readonly label?: string
  readonly users: readonly { readonly email: string }[]
}

export async function versions(page: Page, path: string): Promise<StoredVersion[]> {
  const { text } = await request(page, 'GET', `/versionlist${path}`)
  return JSON.parse(text) as StoredVersion[]
}
