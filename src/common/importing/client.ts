import type { z } from 'zod'
import { failureOf, unreachable } from '../api/client-errors'
import { pathToUrl, type ContentPath } from '../content/paths'
import { GalleyError } from '../errors'
import type {
  ActionRequest,
  ImportAction,
  ImportItem,
  ImportShown,
  ImportRequest,
  ItemContents
} from './shapes'
import { importList, importShown, itemContents, itemList } from './shapes'

/** Addresses of imports, relative to the service's origin. */
export const importRoutes = {
  unfinished: '/import',
  imports: (site: ContentPath) => `/import${pathToUrl(site)}`,
  one: (site: ContentPath, name: string) => `/import${pathToUrl(site)}/${encodeURIComponent(name)}`,
  action: (site: ContentPath, name: string, action: ImportAction) =>
    `/import${pathToUrl(site)}/${encodeURIComponent(name)}/${action}`,
  items: (site: ContentPath, name: string) => `/import${pathToUrl(site)}/${encodeURIComponent(name)}/items`,
  report: (site: ContentPath, name: string) =>
    `/import${pathToUrl(site)}/${encodeURIComponent(name)}/report.csv`
} as const

interface ImportClientOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  readonly base?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type ImportClient = ReturnType<typeof createImportClient>

/** The typed client of imports. Methods reject with a GalleyError: the service's own reason, `unreachable`, `cancelled`. */
export function createImportClient(options: ImportClientOptions = {}) {
  const base = options.base ?? ''
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))

  async function call<T>(
    method: string,
    url: string,
    shape: z.ZodType<T>,
    body?: unknown,
    signal?: AbortSignal
  ): Promise<T> {
    const answer = await answerTo(method, url, body, signal)
    let value: unknown
    try {
      value = await answer.json()
    } catch (cause) {
      throw unreachable(cause, signal)
    }
    const read = shape.safeParse(value)
    if (read.success) return read.data
    throw new GalleyError(
      'internal',
      'The service gave an answer that this Galley does not understand. Restart Galley.',
      {
        cause: read.error
      }
    )
  }

  async function answerTo(
    method: string,
    url: string,
    body?: unknown,
    signal?: AbortSignal
  ): Promise<Response> {
    let answer: Response
    try {
      answer = await send(base + url, {
        method,
        headers: {
          ...options.headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {})
      })
    } catch (cause) {
      throw unreachable(cause, signal)
    }
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }

  return {
    /** Begins one: it lists what there is. */
    start: (site: ContentPath, request: ImportRequest): Promise<ImportShown> =>
      call('POST', importRoutes.imports(site), importShown, request),
    /** Newest first. */
    list: async (site: ContentPath, signal?: AbortSignal): Promise<readonly ImportShown[]> =>
      (await call('GET', importRoutes.imports(site), importList, undefined, signal)).imports,
    /** Of all sites: under way, or paused; newest first. */
    unfinished: async (signal?: AbortSignal): Promise<readonly ImportShown[]> =>
      (await call('GET', importRoutes.unfinished, importList, undefined, signal)).imports,
    read: (site: ContentPath, name: string, signal?: AbortSignal): Promise<ImportShown> =>
      call('GET', importRoutes.one(site, name), importShown, undefined, signal),
    items: async (site: ContentPath, name: string, signal?: AbortSignal): Promise<readonly ImportItem[]> =>
      (await call('GET', importRoutes.items(site, name), itemList, undefined, signal)).items,
    /** What is there and what would come, of one item. */
    contents: (
      site: ContentPath,
      name: string,
      number: number,
      signal?: AbortSignal
    ): Promise<ItemContents> =>
      call('GET', `${importRoutes.items(site, name)}/${number}`, itemContents, undefined, signal),
    act: (
      site: ContentPath,
      name: string,
      action: ImportAction,
      request: ActionRequest = {}
    ): Promise<ImportShown> => call('POST', importRoutes.action(site, name, action), importShown, request),
    /** The report as CSV. */
    report: async (site: ContentPath, name: string): Promise<string> =>
      (await answerTo('GET', importRoutes.report(site, name))).text(),
    /** Forgets it; what it imported stays. */
    remove: async (site: ContentPath, name: string): Promise<void> => {
      await answerTo('DELETE', importRoutes.one(site, name))
    }
  }
}
