import {
  clashKey,
  contentPath,
  pathToUrl,
  ROOT,
  splitName,
  type ContentPath
} from '../../common/content/paths'
import { mediaTypeOf } from '../../common/content/media-types'
import { GalleyError } from '../../common/errors'
import type { Ask } from './ask'
import { contentOf, isLarge } from './content'
import { sha256 } from './local-store'
import type { Contents, RemoteItem, RemoteSide } from './sides'
import { uploadOf } from './upload'

export interface RemotePlace {
  /** `/org/site` or a folder in it. */
  readonly root: string
  /** Name of the service folder here and there, without dots; null where none belongs to the pair. */
  readonly serviceFolder: { readonly local: string; readonly remote: string } | null
}

/** Below this a server may write again within one tick of its clock, and show the same time for another content. */
const TICK_MS = 2000

/** The whole path on the server of one that is relative to the root. */
export const pathThere = ({ root, serviceFolder }: RemotePlace, path: string): ContentPath =>
  contentPath(root + (serviceFolder ? swap(path, serviceFolder.local, serviceFolder.remote) : path))

const swap = (path: string, from: string, to: string) =>
  path === `/.${from}` || path.startsWith(`/.${from}/`) ? `/.${to}${path.slice(from.length + 2)}` : path

/** A server that speaks the authoring API (description, “Endpoints”; map, M). */
export function remoteSide(ask: Ask, place: RemotePlace, spool?: Contents['spool']): RemoteSide {
  const { serviceFolder } = place
  const there = (path: string) => pathThere(place, path)
  // the root of all has no slash of its own
  const folderThere = (folder: string): string => {
    const path = there(folder)
    return path === ROOT ? '' : path
  }
  const here = (path: string) =>
    serviceFolder ? swap(path, serviceFolder.remote, serviceFolder.local) : path
  const source = (path: string) => `/source${pathToUrl(there(path))}`

  /** The path of a list's item, relative to the root. @throws GalleyError when it is in another folder */
  function pathOf(item: { readonly path: string; readonly name: string }, folder: string): string {
    const path = item.path.startsWith('/') ? item.path : `/${item.path}`
    const parent = path.slice(0, path.lastIndexOf('/'))
    const isThere = clashKey(parent) === clashKey(folderThere(folder))
    if (!isThere) throw broken(`It lists ${item.path} in ${there(folder)}.`)
    return here(path.slice(place.root.length))
  }

  function itemOf(value: unknown, folder: string, serverTime: number | null): RemoteItem | null {
    const item = listItem(value)
    if (!item) throw broken('It has an item without path and name.')
    const path = pathOf(item, folder)
    const name = path.slice(path.lastIndexOf('/') + 1)
    // hidden folders are asked for by name
    if (name.startsWith('.')) return null
    if (item.ext === undefined)
      return { path, kind: 'folder', etag: null, lastModified: null, size: null, id: null }
    const isSettled =
      item.lastModified !== undefined && serverTime !== null && serverTime - item.lastModified > TICK_MS
    return {
      path,
      kind: 'file',
      etag: item.etag ?? null,
      lastModified: isSettled ? (item.lastModified ?? null) : null,
      size: item.size ?? null,
      id: item.id ?? null
    }
  }

  async function list(folder: string): Promise<RemoteItem[] | null> {
    const items: RemoteItem[] = []
    let token: string | null = null
    const seen = new Set<string>()
    do {
      const headers: Record<string, string> =
        token === null ? {} : { 'X-Galley-Continuation': token, 'da-continuation-token': token }
      const answer = await ask('GET', `/list${folderThere(folder) === '' ? '' : pathToUrl(there(folder))}`, {
        headers,
        ok: [200, 404]
      })
      if (answer.status === 404) {
        if (token !== null) throw broken('It ended in the middle.')
        return null
      }
      const page = await answer.json()
      if (!Array.isArray(page)) throw broken('It is no list.')
      const serverTime = Date.parse(answer.headers.get('Date') ?? '')
      for (const value of page) {
        const item = itemOf(value, folder, Number.isNaN(serverTime) ? null : serverTime)
        if (item) items.push(item)
      }
      token = answer.headers.get('X-Galley-Continuation') ?? answer.headers.get('da-continuation-token')
      if (token !== null && seen.has(token)) throw broken('It goes round in a circle.')
      if (token !== null) seen.add(token)
    } while (token !== null)
    return items
  }

  return {
    list,
    async read(path, etag) {
      const headers: Record<string, string> = etag === null ? {} : { 'If-None-Match': etag }
      const answer = await ask('GET', source(path), { headers, ok: [200, 304, 404] })
      if (answer.status === 404) return { kind: 'gone' }
      if (answer.status === 304) return { kind: 'same' }
      const tag = answer.headers.get('ETag')
      const size = Number(answer.headers.get('Content-Length') ?? 0)
      if (spool && isLarge(path, size))
        return { kind: 'file', content: await spool(answer.stream()), etag: tag }
      const bytes = await answer.bytes()
      return { kind: 'file', content: contentOf(bytes, sha256(bytes)), etag: tag }
    },
    async head(path) {
      const answer = await ask('HEAD', source(path), { ok: [200, 404] })
      return answer.status === 404 ? { kind: 'gone' } : { kind: 'file', etag: answer.headers.get('ETag') }
    },
    async write(path, content, expect) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const body = uploadOf(content, name, mediaTypeOf(splitName(name).ext))
      const condition: Record<string, string> =
        expect === 'absent'
          ? { 'If-None-Match': '*' }
          : expect.etag === null
            ? {}
            : { 'If-Match': expect.etag }
      const headers = { ...condition, ...body.headers }
      const answer = await ask('POST', source(path), { ...body, headers, ok: [200, 201, 204, 412] })
      if (answer.status === 412) return { kind: 'refused' }
      return { kind: 'written', created: answer.status === 201, etag: answer.headers.get('ETag') }
    },
    async remove(path, etag) {
      const headers: Record<string, string> = etag === null ? {} : { 'If-Match': etag }
      const answer = await ask('DELETE', source(path), { headers, ok: [200, 202, 204, 404, 412] })
      if (answer.status === 412) return 'refused'
      return answer.status === 404 ? 'gone' : 'removed'
    },
    async label(path, label) {
      const answer = await ask('POST', `/versionsource${pathToUrl(there(path))}`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ label }),
        ok: [200, 201, 204, 404, 422]
      })
      return answer.status < 300
    }
  }
}

const broken = (what: string) =>
  new GalleyError('unreachable', `The server’s list of the folder cannot be read. ${what}`)

interface ListItem {
  readonly path: string
  readonly name: string
  readonly ext?: string
  readonly etag?: string
  readonly lastModified?: number
  readonly size?: number
  readonly id?: string
}

function listItem(value: unknown): ListItem | null {
  if (typeof value !== 'object' || value === null) return null
  const text = (key: string) => {
    const one: unknown = Reflect.get(value, key)
    return typeof one === 'string' && one !== '' ? one : undefined
  }
  const [path, name, ext, etag, id] = ['path', 'name', 'ext', 'etag', 'id'].map(text)
  const [lastModified, size] = ['lastModified', 'size'].map((key): unknown => Reflect.get(value, key))
  if (path === undefined || name === undefined) return null
  return {
    path,
    name,
    ...(ext !== undefined && { ext }),
    ...(etag !== undefined && { etag }),
    ...(id !== undefined && { id }),
    ...(typeof lastModified === 'number' && { lastModified }),
    ...(typeof size === 'number' && { size })
  }
}
