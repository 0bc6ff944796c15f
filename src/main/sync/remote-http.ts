import { clashKey, contentPath, ROOT, splitName, type ContentPath } from '../../common/content/paths'
import { urlOf } from '../../common/api/url'
import { unpackedIn } from '../../common/api/packed-tag'
import { fromHeaderText } from '../../common/api/header-text'
import { headers as names } from '../../common/api/headers'
import { mediaTypeOf } from '../../common/formats/files'
import { GalleyError, sentence } from '../../common/errors'
import { isShowableName } from '../../common/person'
import type { Theirs } from '../../common/sync'
import type { Answer, Ask } from './ask'
import { answers, listBounds } from '../outgoing'
import { contentOf, isMedia, LARGE } from './content'
import { conditions } from './if-match'
import { sha256 } from './local-store'
import { lastInHistory, writerIn } from './remote-history'
import type { Contents, RemoteItem, RemoteRead, RemoteSide } from './sides'
import { alteredHere, createTrust, isPage, MOST_READS, type Trust } from './trust'
import { fieldOf, uploadOf } from './upload'

interface RemotePlace {
  /** `/org/site` or a folder in it. */
  readonly root: string
  /** Name of the service folder here and there, without dots; null where none belongs to the pair. */
  readonly serviceFolder: { readonly local: string; readonly remote: string } | null
}

/**
 * Below this a server may write again within one tick of its clock, and show the same time for another
 * content.
 */
const TICK_MS = 2000

/** The whole path on the server of one that is relative to the root. */
export const pathThere = ({ root, serviceFolder }: RemotePlace, path: string): ContentPath =>
  contentPath(root + (serviceFolder ? swap(path, serviceFolder.local, serviceFolder.remote) : path))

const swap = (path: string, from: string, to: string) =>
  path === `/.${from}` || path.startsWith(`/.${from}/`) ? `/.${to}${path.slice(from.length + 2)}` : path

/** A server that speaks the authoring API (description, “Endpoints”; map, M). */
export function remoteSide(
  ask: Ask,
  place: RemotePlace,
  spool?: Contents['spool'],
  trust: Trust = createTrust()
): RemoteSide {
  const { serviceFolder } = place
  const onlyIf = conditions()
  const there = (path: string) => pathThere(place, path)
  // the root of all has no slash of its own
  const folderThere = (folder: string): string => {
    const path = there(folder)
    return path === ROOT ? '' : path
  }
  const here = (path: string) =>
    serviceFolder ? swap(path, serviceFolder.remote, serviceFolder.local) : path
  const source = (path: string) => urlOf('readFile', { at: there(path) })

  /** The path of a list's item, relative to the root. @throws GalleyError when it is in another folder */
  function pathOf(item: { readonly path: string; readonly name: string }, folder: string): string {
    // a server may write one letter as two characters: for its length to count, that is settled first (N5)
    const path = (item.path.startsWith('/') ? item.path : `/${item.path}`).normalize('NFC')
    const parent = path.slice(0, path.lastIndexOf('/'))
    const isThere = clashKey(parent) === clashKey(folderThere(folder))
    if (!isThere) throw broken(`It lists ${item.path.slice(0, 200)} in ${there(folder)}.`)
    if (path.endsWith('/')) throw broken('It has an item without a name.')
    return here(path.slice(place.root.length))
  }

  function itemOf(value: unknown, folder: string, serverTime: number | null): RemoteItem | null {
    const item = listItem(value)
    if (!item) throw broken('It has an item without path and name.')
    trust.listed(item)
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
    // between two pages a name may move on, and be told twice
    const items = new Map<string, RemoteItem>()
    let token: string | null = null
    const seen = new Set<string>()
    const told = { pages: 0, items: 0, bytes: 0 }
    do {
      // by its id a file is known that was moved and changed; servers that tell none leave the question be
      const answer = await ask('GET', urlOf('list', { at: there(folder) }), {
        headers: {
          [names.ids]: 'true',
          ...(token !== null && { [names.continuation]: token, 'da-continuation-token': token })
        },
        ok: [200, 404],
        limits: answers.list
      })
      if (answer.status === 404) {
        if (token !== null) throw broken('It ended in the middle.')
        return null
      }
      const page = await answer.json()
      if (!Array.isArray(page)) throw broken('It is no list.')
      told.pages += 1
      told.items += page.length
      told.bytes += answer.taken()
      for (const what of ['pages', 'items', 'bytes'] as const)
        if (told[what] > listBounds[what]) throw endless(what)
      const serverTime = Date.parse(answer.headers.get('Date') ?? '')
      for (const value of page) {
        const item = itemOf(value, folder, Number.isNaN(serverTime) ? null : serverTime)
        if (item) items.set(`${item.kind} ${item.path}`, item)
      }
      token = answer.headers.get(names.continuation) ?? answer.headers.get('da-continuation-token')
      if (token !== null && seen.has(token)) throw broken('It goes round in a circle.')
      if (token !== null) seen.add(token)
    } while (token !== null)
    return [...items.values()]
  }

  async function contentOfAnswer(path: string, answer: Answer): Promise<RemoteRead> {
    const etag = tagIn(answer)
    const theirs = theirsIn(answer)
    const { size } = answer
    // also what does not say how large it is
    if (spool && isMedia(path) && (size === null || size > LARGE))
      return { kind: 'file', content: await spool(answer.stream(answers.film), size), etag, theirs }
    const bytes = await answer.bytes()
    return { kind: 'file', content: contentOf(bytes, sha256(bytes)), etag, theirs }
  }

  async function read(path: string, etag: string | null): Promise<RemoteRead> {
    const headers: Record<string, string> = etag === null ? {} : { 'If-None-Match': etag }
    const question = () => ask('GET', source(path), { headers, ok: [200, 304, 404] })
    const answer = await question()
    if (answer.status === 404) return { kind: 'gone' }
    if (answer.status === 304) return { kind: 'same' }
    const isDoubtful = trust.doubts(path, answer, etag)
    const found = await soundContent(path, answer, question)
    if (found.kind !== 'file') return found
    try {
      if (isDoubtful) await confirmed(found.content.hash, question, path)
    } catch (error) {
      await found.content.drop()
      throw error
    }
    return found
  }

  /**
   * What broke off, or is not what its ETag says, is asked for again, a few times.
   * @throws GalleyError io-failed
   */
  async function soundContent(
    path: string,
    first: Answer,
    question: () => Promise<Answer>
  ): Promise<RemoteRead> {
    let answer = first
    for (let reads = 1; ; reads += 1) {
      let problem: unknown
      try {
        const found = await contentOfAnswer(path, answer)
        if (found.kind === 'file') trust.told(found.content, found.etag)
        if (found.kind !== 'file' || trust.fits(found.content, found.etag)) return found
        await found.content.drop()
        problem = alteredHere(path)
      } catch (error) {
        if (!(error instanceof GalleyError && error.reason === 'io-failed')) throw error
        problem = error
      }
      if (reads === MOST_READS) throw problem
      // if the whole line is cut, that says so
      answer = await question()
      if (answer.status !== 200) throw problem
    }
  }

  /**
   * What may be a page of a network in between is believed when the service is there, and says the same once
   * more (Y4).
   */
  async function confirmed(hash: string, question: () => Promise<Answer>, path: string): Promise<void> {
    await list('')
    const again = await question()
    const there = again.status === 200 ? await contentOfAnswer(path, again) : null
    if (there?.kind === 'file') await there.content.drop()
    if (there?.kind !== 'file' || there.content.hash !== hash)
      throw new GalleyError(
        'io-failed',
        'Something else answered instead of the server. The next sync tries again.'
      )
    trust.calm()
  }

  return {
    list,
    read,
    async head(path) {
      const answer = await ask('HEAD', source(path), { ok: [200, 404] })
      return answer.status === 404 ? { kind: 'gone' } : { kind: 'file', etag: tagIn(answer) }
    },
    async write(path, content, expect) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const body = uploadOf(content, name, mediaTypeOf(splitName(name).ext))
      const send = (condition: Record<string, string>) =>
        ask('POST', source(path), {
          ...body,
          headers: { ...condition, ...body.headers },
          ok: [200, 201, 204, 412]
        })
      const answer = await (expect === 'absent' ? send({ 'If-None-Match': '*' }) : onlyIf(expect.etag, send))
      if (answer.status === 412) return { kind: 'refused' }
      // a page of a network in between has taken nothing, whatever it says of itself
      const etag = isPage(answer) ? null : tagIn(answer)
      trust.told(content, etag)
      return { kind: 'written', created: answer.status === 201, etag }
    },
    async respell(from, to) {
      const answer = await ask('POST', urlOf('move', { at: there(from) }), {
        ...fieldOf('destination', Buffer.from(there(to))),
        ok: [200, 201, 204, 400, 404, 405, 409, 412, 501]
      })
      return answer.status < 300
    },
    async remove(path, etag) {
      const answer = await onlyIf(etag, (headers) =>
        ask('DELETE', source(path), { headers, ok: [200, 202, 204, 404, 412] })
      )
      if (answer.status === 412) return 'refused'
      return answer.status === 404 ? 'gone' : 'removed'
    },
    async label(path, label) {
      const answer = await ask('POST', urlOf('createVersion', { at: there(path) }), {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ label }),
        ok: [200, 201, 204, 404, 422]
      })
      return answer.status < 300
    },
    lastInHistory: (path) => lastInHistory(ask, there(path))
  }
}

const broken = (what: string) =>
  new GalleyError('unreachable', sentence`The server’s list of the folder cannot be read. ${{ what }}`)

function endless(what: 'pages' | 'items' | 'bytes'): GalleyError {
  const most = String(listBounds[what]).replace(/\B(?=(\d{3})+$)/g, ',')
  return new GalleyError(
    'too-large',
    sentence`The server’s list of the folder does not end: more than ${{ most }} ${{ what }}. Nothing is done with the folder; pair a smaller one.`
  )
}

/** Told by a server, and sent back in a header: only what fits there. */
const asTag = (text: string | null | undefined): string | undefined =>
  typeof text === 'string' && text.length <= 1024 && /^[\x21-\x7e\x80-\xff]+$/.test(text) ? text : undefined

/** Of the content, also where the answer came packed, and has another for that. */
const tagIn = ({ headers }: Answer): string | null =>
  asTag(unpackedIn(headers.get('ETag'), headers.get('Content-Encoding'))) ?? null

function theirsIn({ headers }: Answer): Theirs {
  const by = writerIn(fromHeaderText(headers.get(names.modifiedBy) ?? ''))
  const name = by === null ? '' : fromHeaderText(headers.get(names.modifiedByName) ?? '').trim()
  const at = Date.parse(headers.get('Last-Modified') ?? '')
  return {
    ...(by !== null && { by }),
    ...(name !== '' && isShowableName(name) && { name }),
    ...(at >= 0 && { at })
  }
}

const MOST_CHARACTERS = 4096

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
  const [path, name, ext, told, id] = ['path', 'name', 'ext', 'etag', 'id'].map(text)
  const [lastModified, size] = ['lastModified', 'size'].map((key): unknown => Reflect.get(value, key))
  if (path === undefined || name === undefined) return null
  // longer than any path of a content service (N5), however it is encoded
  if (path.length > MOST_CHARACTERS) throw broken(`It has a name of ${path.length} characters.`)
  const etag = asTag(told)
  return {
    path,
    name,
    ...(ext !== undefined && { ext }),
    ...(etag !== undefined && { etag }),
    ...(id !== undefined && id.length <= 1024 && { id }),
    ...(isCount(lastModified) && { lastModified }),
    ...(isCount(size) && { size })
  }
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
