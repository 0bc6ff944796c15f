import { createClient } from '../../../common/api/client'
import { basePath } from './base-path'
import { fetchEvents } from './event-source'
import { isServedOverHttp, pageKeyHeader } from './page-key'
import { patiently } from './patient'
import { noteAnswer } from './session-state'
import { openShared } from './shared/tab'

/** The service of this window: the same origin, in the app and in a browser. */
export const api = createClient({
  base: basePath,
  fetch: send,
  eventSource: (url) => (pageKeyHeader() ? fetchEvents(url, send) : new EventSource(url))
})

/** A request of this page's own: whatever is asked without an element of the page goes through here. */
export async function send(url: string, init: RequestInit = {}): Promise<Response> {
  const key = pageKeyHeader()
  const whole = key ? { ...init, headers: withHeader(init.headers, key) } : init
  const lasts = isLasting.test(url)
  const ask = lasts ? lasting() : fetch
  // what stays open comes again by itself
  const reads = !lasts && (init.method ?? 'GET') === 'GET'
  const answer = await patiently(() => ask(url, whole), { signal: init.signal, reads })
  noteAnswer(answer)
  return answer
}

/** What stays open for as long as the window does. */
const isLasting = /\/(events|rooms\/line(\/[^/]*)?)(\?|$)/

let opened: typeof fetch | ReturnType<typeof openShared> = null

/** In a browser its tabs share what stays open; windows of the app need not. */
function lasting(): (url: string, init: RequestInit) => Promise<Response> {
  opened ??= (isServedOverHttp() ? openShared() : null) ?? fetch
  return opened
}

function withHeader(given: HeadersInit | undefined, key: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(given)
  for (const [name, value] of Object.entries(key)) headers.set(name, value)
  return headers
}
