import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { bounds, withinBounds } from '../../../../common/bounds'
import { splitName } from '../../../../common/content/paths'
import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { isPage } from '../../../../common/formats/files'
import { isMedia, kindOfPath } from '../../../../common/importing/kinds'
import type { PublishedPage } from '../../../../common/importing/page'
import type { Finding, ImportItem } from '../../../../common/importing/shapes'
import { readCustomHead } from '../../../../common/publishing/custom-head'
import type { ImportLimits } from '../../limits'
import { handOver, openFetchLine, SMALL, type Came } from '../../fetch-line'
import {
  notThere,
  type ImportSource,
  type Listed,
  type Look,
  type StoredFile,
  type Taken
} from '../../source'
import { WebFailure } from '../../web-failure'
import { hashIn, no, Redirected, redirected, refuseRedirect, typeOf } from './answers'
import { wholeOf, type Fetcher } from './fetcher'
import type { PageWork } from './page-work'
import { decoded, openSiteReader, type WebPlace } from './site-reader'

/** Pages, sheets and media of sites on other hosts, or of this one through its own address. */
export function webSource(
  fetcher: Fetcher,
  limits: ImportLimits,
  work: PageWork,
  place: WebPlace & { readonly list: (signal: AbortSignal) => Promise<Listed> }
): ImportSource {
  const { siteFor, fileOf, pageAt, sheetAt, headOf, mediaAt } = openSiteReader(fetcher, limits, work, place)

  /** What differs; both are handed over. */
  async function comparedJson(
    published: Uint8Array,
    stored: Uint8Array,
    signal: AbortSignal
  ): Promise<Finding[]> {
    if (Buffer.compare(published, stored) === 0) return []
    const bytes = published.length + stored.length
    return [...(await work.run('import-compare-json', bytes, { published, stored }, signal))]
  }

  const line = openFetchLine(limits.atOnce)

  async function lookAtMedia(item: ImportItem, signal: AbortSignal, came: Came): Promise<Look> {
    // what lies in no site of the import is not even asked
    siteFor(item.address)
    const answer = await headOf(item.address, signal)
    if (answer.redirect !== null) return redirected(answer, item)
    const type = typeOf(answer)
    const asked = new URL(item.address).pathname
    if (type === 'text/html') {
      if (item.kind === 'other' && !isPage(splitName(asked.slice(asked.lastIndexOf('/') + 1)).ext))
        return lookAtPage({ ...item, kind: 'document' }, signal, came)
      return no('type', 'The address answers a page, not the file that its name promises.')
    }
    const expected = item.kind === 'image' || item.kind === 'video' ? `${item.kind}/` : ''
    if (expected !== '' && type !== '' && type !== 'application/octet-stream' && !type.startsWith(expected))
      return no('type', `The address answers ${type}, not what its name promises.`)
    const told = answer.headers['content-length']
    const size = told === undefined ? null : Number(told)
    if (size !== null && size > limits.mediaBytes) return no('size', 'This is larger than what is imported.')
    const isSmall = size !== null && size <= HASHED_BYTES
    const hashNow = async () => shaOf((await fetcher.read(mediaAt(item.address, signal))).bytes)
    // only its head came; should all of it be read, that waits for a turn of its own
    came(0)
    return {
      kind: 'bytes',
      path: fileOf(item.address),
      itemKind: item.kind,
      size,
      hash: hashIn(answer.headers.etag),
      hashNow: isSmall ? () => line.take(hashNow) : null
    }
  }

  async function lookAtPage(item: ImportItem, signal: AbortSignal, came: Came): Promise<Look> {
    const page = await pageAt(item.address, signal, came)
    if (isSiteHead(page))
      return {
        kind: 'text',
        path: page.path,
        size: Buffer.byteLength(page.html),
        itemKind: 'document',
        structured: false,
        media: [],
        lacks: null,
        equals: (stored) => Promise.resolve(decoder.decode(stored) === page.html)
      }
    const { html, kind, media, schema } = await work.turnedBack(page, signal)
    return {
      kind: 'text',
      path: page.path,
      size: Buffer.byteLength(html),
      itemKind: 'document',
      structured: kind === 'structured',
      media,
      lacks: kind === 'structured' ? { kind: 'schema', name: schema } : null,
      equals: async (bytes) => {
        const stored = decoder.decode(bytes)
        if (stored === html) return true
        return work.run('import-same', html.length + stored.length, { html, stored, page }, signal)
      }
    }
  }

  async function lookAtSheet(item: ImportItem, signal: AbortSignal, came: Came): Promise<Look> {
    const { bytes, hasWidths } = await sheetAt(item.address, signal, came)
    return {
      kind: 'text',
      path: fileOf(item.address),
      size: bytes.length,
      itemKind: item.kind,
      structured: false,
      media: [],
      lacks: { kind: 'sheet', widths: !hasWidths },
      equals: async (stored) => (await comparedJson(bytes, stored, signal)).length === 0
    }
  }

  return {
    list: place.list,
    look: (item, signal, judge) => line.take(async (came) => judge(await lookAt(item, signal, came))),
    take: (item, signal, keep) =>
      isMedia(item.kind)
        ? fetcher.retrying(item.address, signal, () =>
            line.take(async (came) => handOver(await mediaOf(item, signal), came, keep))
          )
        : line.take(async (came) => handOver(await textOf(item, signal, came), came, keep)),
    compare: (item, stored, signal) => line.take((came) => findingsOf(item, stored, signal, came)),
    close: () => fetcher.close()
  }

  async function lookAt(item: ImportItem, signal: AbortSignal, came: Came): Promise<Look> {
    try {
      if (isMedia(item.kind)) return await lookAtMedia(item, signal, came)
      if (item.kind === 'document') return await lookAtPage(item, signal, came)
      return kindOfPath(siteFor(item.address).path) === 'document'
        ? await lookAtPage(item, signal, came)
        : await lookAtSheet(item, signal, came)
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof Redirected) return redirected(error.answer, item)
      if (error instanceof WebFailure) return no(error.why, error.message)
      if (error instanceof GalleyError && error.reason === 'bad-path') return no('name', error.message)
      throw error
    }
  }

  async function findingsOf(
    item: ImportItem,
    stored: StoredFile,
    signal: AbortSignal,
    came: Came
  ): Promise<readonly Finding[]> {
    try {
      if (isMedia(item.kind)) {
        const hash = await stored.hash()
        if (hash === null) return notThere
        return item.result?.hash === undefined || hash === item.result.hash
          ? []
          : [{ what: 'bytes', detail: 'The file was changed after it was imported.' }]
      }
      const isPage = item.kind === 'document'
      const there = await (isPage ? pageAt : sheetAt)(item.address, signal, came)
      const bytes = await stored.bytes()
      if (bytes === null) return notThere
      return 'html' in there
        ? await comparePage(item, there, { bytes, exists: stored.exists }, signal)
        : await comparedJson(there.bytes, bytes, signal)
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof Redirected) return [{ what: 'source', detail: 'The address leads elsewhere now.' }]
      if (error instanceof WebFailure || error instanceof GalleyError)
        return [{ what: 'source', detail: error.message }]
      throw error
    }
  }

  async function textOf(item: ImportItem, signal: AbortSignal, came: Came): Promise<Taken> {
    const { path, body } = await bodyOf(item, signal, came)
    // piece by piece, so that nobody waits for the hash of all of it
    return body.length > SMALL ? { path, ...hashed(piecesOf(body)) } : { path, body, hash: () => shaOf(body) }
  }

  async function bodyOf(item: ImportItem, signal: AbortSignal, came: Came) {
    if (item.kind !== 'document')
      return { path: fileOf(item.address), body: (await sheetAt(item.address, signal, came)).bytes }
    const page = await pageAt(item.address, signal, came)
    const html = isSiteHead(page) ? page.html : (await work.turnedBack(page, signal)).html
    return { path: page.path, body: new TextEncoder().encode(html) }
  }

  async function mediaOf(item: ImportItem, signal: AbortSignal): Promise<Taken> {
    const path = fileOf(item.address)
    const answer = await fetcher.open(mediaAt(item.address, signal))
    refuseRedirect(answer)
    if (typeOf(answer) === 'text/html') {
      answer.discard()
      throw new WebFailure('type', 'The address answers a page, not the file that its name promises.')
    }
    const { 'content-length': told, 'content-encoding': packed } = answer.headers
    // how large it is unpacked shows only while it is read
    if (packed !== undefined || !(Number(told ?? Infinity) <= SMALL))
      return { path, ...hashed(answer.chunks), discard: answer.discard }
    const body = await wholeOf(answer)
    return { path, body, hash: () => shaOf(body) }
  }

  async function comparePage(
    { structured }: ImportItem,
    page: PublishedPage,
    there: { readonly bytes: Uint8Array; exists(path: ContentPath): Promise<boolean> },
    signal: AbortSignal
  ): Promise<Finding[]> {
    const stored = decoder.decode(there.bytes)
    if (isSiteHead(page))
      return page.html === stored
        ? []
        : [{ what: 'head', detail: 'The head of all pages is another one here.' }]
    const pair = { page, stored, isStructured: structured === true }
    const { findings, media } = await work.compared(pair, signal)
    const missing: Finding[] = []
    for (const address of media) {
      if (!(await there.exists(fileOf(address))))
        missing.push({
          what: 'missing',
          detail: `The picture ${decoded(siteFor(address).path)} is not in the site.`
        })
    }
    return [...findings, ...missing]
  }
}

const decoder = new TextDecoder()

/** Media up to this size is read in a dry run to know whether it is the same. */
const HASHED_BYTES = 32 * 1024 * 1024

/** What a site puts into the head of each page is taken as it is. */
const isSiteHead = ({ webPath, html }: PublishedPage): boolean =>
  webPath === '/head' &&
  html.length <= bounds.siteSheet.headBytes &&
  (withinBounds(() => readCustomHead(html)) ?? null) !== null

async function* piecesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += SMALL) {
    yield body.subarray(at, at + SMALL)
    await setImmediate()
  }
}

function hashed(chunks: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let hex = ''
  async function* through(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
    hex = hash.digest('hex')
  }
  return { body: through(), hash: () => hex }
}

const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
