import { isPage } from '../../../../common/formats/files'
import { createHash } from 'node:crypto'
import type { ContentPath } from '../../../../common/content/paths'
import { nameOf, splitName } from '../../../../common/content/paths'
import { isBeyondBounds, withinBounds } from '../../../../common/bounds'
import { GalleyError } from '../../../../common/errors'
import { isMedia, kindOfPath } from '../../../../common/importing/kinds'
import { normalForm } from '../../../../common/importing/normal-form'
import { importPage, type ImportedPage, type PublishedPage } from '../../../../common/importing/page'
import type { Finding, ImportItem, Obstacle } from '../../../../common/importing/shapes'
import { parseJson } from '../../../../common/json'
import { rowsMissing } from '../../../../common/importing/sheet-rows'
import { pathIn, siteText, targetOf, type SourceSite } from '../../../../common/importing/source-site'
import { compareJson, comparePages } from '../../../../common/importing/validate'
import { readCustomHead } from '../../../../common/publishing/custom-head'
import { schemaNameIn } from '../../../../common/formats/structured'
import { bulkMetadata, type PageMetadata } from '../../../../common/publishing/page-metadata'
import { readSheets } from '../../../../common/publishing/sheets'
import type { Fetcher, WebAnswer, WebRequest } from './fetcher'
import type { ImportLimits } from '../../limits'
import { mayLead } from '../../../outgoing'
import type { ImportSource, Listed, Look } from '../../source'
import type { TargetSite } from './target-site'
import { WebFailure } from '../../web-failure'

interface WebPlace {
  /** The sites that the person named: nothing else is asked, but by redirects of media. */
  readonly sites: readonly SourceSite[]
  /** Origins to which media may lead. */
  readonly hosts: readonly string[]
  /** Sent to this origin and to no other. */
  readonly siteToken: { readonly origin: string; readonly token: string } | null
  readonly target: ContentPath
  readonly targetSite: () => Promise<TargetSite>
  readonly list: (signal: AbortSignal) => Promise<Listed>
}

/** Pages, sheets and media of sites on other hosts, or of this one through its own address. */
export function webSource(fetcher: Fetcher, limits: ImportLimits, place: WebPlace): ImportSource {
  const { target } = place
  const rules = new Map<string, Promise<readonly Readonly<Record<string, unknown>>[]>>()
  let known: Promise<TargetSite> | null = null
  const targetSite = () => (known ??= place.targetSite())
  /** Below the target site: what goes before its paths in links. */
  const root = target
    .split('/')
    .slice(3)
    .map((part) => `/${part}`)
    .join('')

  const request = (
    method: 'GET' | 'HEAD',
    url: string,
    maxBytes: number,
    signal: AbortSignal,
    media: boolean
  ): WebRequest => ({
    method,
    url,
    maxBytes,
    signal,
    headers: ({ origin }) =>
      place.siteToken?.origin === origin ? { Authorization: `token ${place.siteToken.token}` } : {},
    follow: (from, to) => media && (to.protocol === 'https:' || to.protocol === 'http:') && isNamed(to, from)
  })

  /** A redirect on the same host, or to one that the person allowed. */
  const isNamed = (to: URL, from: URL) =>
    to.origin === from.origin ||
    place.sites.some(({ origin }) => origin === to.origin) ||
    place.hosts.includes(to.origin)

  function siteFor(address: string): { readonly site: SourceSite; readonly path: string } {
    const url = new URL(address)
    const found = place.sites
      .flatMap((site) => {
        const path = pathIn(site, url)
        return path === null ? [] : [{ site, path }]
      })
      .sort((a, b) => b.site.base.length - a.site.base.length)[0]
    if (found) return found
    throw new WebFailure('host', 'This address does not lie in the site that is imported.')
  }

  /** The rows of the site's `metadata` sheet, read once. */
  function bulkOf(
    site: SourceSite,
    signal: AbortSignal
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const key = siteText(site)
    const known = rules.get(key)
    if (known) return known
    const reading = sheetText(`${key}/metadata.json`, signal).then(
      (text) => readSheets(JSON.parse(text))?.sheets[0]?.rows ?? [],
      (error: unknown) => {
        if (signal.aborted) {
          rules.delete(key)
          throw error
        }
        return []
      }
    )
    rules.set(key, reading)
    return reading
  }

  async function pageAt(
    address: string,
    signal: AbortSignal
  ): Promise<PublishedPage & { readonly path: ContentPath }> {
    const { site, path } = siteFor(address)
    const answer = await fetcher.read(request('GET', address, limits.pageBytes, signal, false))
    refuseRedirect(answer)
    const type = typeOf(answer)
    if (type !== 'text/html' && type !== 'application/xhtml+xml' && type !== '')
      throw new WebFailure('type', `The address answers ${type}, not a page.`)
    const file = targetOf(target, path, true)
    const webPath = decoded(path.replace(/\.plain\.html$|\.html$/i, '').replace(/\/index$/, '/'))
    const bulk: PageMetadata = bulkMetadata(await bulkOf(site, signal), webPath)
    const html = new TextDecoder(charsetOf(answer)).decode(answer.bytes)
    const { name } = splitName(nameOf(file))
    const of = { ...(await targetSite()), webPath, bulk, name }
    return { html, site, page: answer.url, root, ...of, path: file }
  }

  /** A sheet with all its rows, exactly as the site gives it. */
  async function sheetText(address: string, signal: AbortSignal): Promise<string> {
    const read = async (url: string) => {
      const answer = await fetcher.read(request('GET', url, limits.sheetBytes, signal, false))
      refuseRedirect(answer)
      const text = new TextDecoder().decode(answer.bytes)
      return { text, value: jsonIn(text, typeOf(answer)) }
    }
    const first = await read(address)
    const rows = rowsMissing(first.value)
    const url = new URL(address)
    if (rows === null || url.searchParams.has('limit') || url.searchParams.has('offset')) return first.text
    url.searchParams.set('limit', String(rows))
    const whole = await read(url.href)
    if (rowsMissing(whole.value) === null) return whole.text
    throw new WebFailure('size', `The source gives only a part of this sheet, which has ${rows} rows.`)
  }

  async function lookAtMedia(item: ImportItem, signal: AbortSignal): Promise<Look> {
    const { path } = siteFor(item.address)
    const answer = await headOf(item.address, signal)
    if (answer.redirect !== null) return redirected(answer, item)
    const type = typeOf(answer)
    const asked = new URL(item.address).pathname
    if (type === 'text/html') {
      if (item.kind === 'other' && !isPage(splitName(asked.slice(asked.lastIndexOf('/') + 1)).ext))
        return lookAtPage({ ...item, kind: 'document' }, signal)
      return no('type', 'The address answers a page, not the file that its name promises.')
    }
    const expected = item.kind === 'image' || item.kind === 'video' ? `${item.kind}/` : ''
    if (expected !== '' && type !== '' && type !== 'application/octet-stream' && !type.startsWith(expected))
      return no('type', `The address answers ${type}, not what its name promises.`)
    const told = answer.headers['content-length']
    const size = told === undefined ? null : Number(told)
    if (size !== null && size > limits.mediaBytes) return no('size', 'This is larger than what is imported.')
    const isSmall = size !== null && size <= HASHED_BYTES
    return {
      kind: 'bytes',
      path: targetOf(target, path, false),
      itemKind: item.kind,
      size,
      hash: hashIn(answer.headers.etag),
      hashNow: isSmall
        ? async () => sha(await fetcher.read(request('GET', item.address, limits.mediaBytes, signal, true)))
        : null
    }
  }

  /** HEAD, and GET where a host does not know HEAD. */
  async function headOf(address: string, signal: AbortSignal): Promise<WebAnswer> {
    try {
      return await fetcher.retrying(address, signal, () =>
        fetcher.open(request('HEAD', address, limits.mediaBytes, signal, true))
      )
    } catch (error) {
      if (!(error instanceof WebFailure) || error.why !== 'unreachable' || error.passing) throw error
      return fetcher.retrying(address, signal, async () => {
        const answer = await fetcher.open(request('GET', address, limits.mediaBytes, signal, true))
        answer.discard()
        return answer
      })
    }
  }

  async function lookAtPage(item: ImportItem, signal: AbortSignal): Promise<Look> {
    const page = await pageAt(item.address, signal)
    if (isSiteHead(page))
      return {
        kind: 'text',
        path: page.path,
        text: page.html,
        itemKind: 'document',
        structured: false,
        media: [],
        lacks: null,
        equals: (stored) => stored === page.html
      }
    const { html, kind, media } = imported(page)
    const form = () => normalForm(html, page)
    return {
      kind: 'text',
      path: page.path,
      text: html,
      itemKind: 'document',
      structured: kind === 'structured',
      media,
      lacks: kind === 'structured' ? { kind: 'schema', name: schemaNameIn(html) } : null,
      equals: (stored) => stored === html || withinBounds(() => normalForm(stored, page)) === form()
    }
  }

  async function lookAtSheet(item: ImportItem, signal: AbortSignal): Promise<Look> {
    const text = await sheetText(item.address, signal)
    const path = targetOf(target, siteFor(item.address).path, false)
    return {
      kind: 'text',
      path,
      text,
      itemKind: item.kind,
      structured: false,
      media: [],
      lacks: { kind: 'sheet', widths: !/":colWidths"\s*:/.test(text) },
      equals: (stored) => stored === text || compareJson(text, stored).length === 0
    }
  }

  return {
    list: place.list,
    async look(item, signal) {
      try {
        if (isMedia(item.kind)) return await lookAtMedia(item, signal)
        if (item.kind === 'document') return await lookAtPage(item, signal)
        return kindOfPath(siteFor(item.address).path) === 'document'
          ? await lookAtPage(item, signal)
          : await lookAtSheet(item, signal)
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof Redirected) return redirected(error.answer, item)
        if (error instanceof WebFailure) return no(error.why, error.message)
        if (error instanceof GalleyError && error.reason === 'bad-path') return no('name', error.message)
        throw error
      }
    },
    async take(item, signal, keep) {
      if (!isMedia(item.kind)) {
        const taken =
          item.kind === 'document'
            ? await pageAt(item.address, signal).then((page) => ({
                path: page.path,
                text: isSiteHead(page) ? page.html : imported(page).html
              }))
            : {
                path: targetOf(target, siteFor(item.address).path, false),
                text: await sheetText(item.address, signal)
              }
        const body = new TextEncoder().encode(taken.text)
        return keep({ path: taken.path, body, hash: () => createHash('sha256').update(body).digest('hex') })
      }
      const path = targetOf(target, siteFor(item.address).path, false)
      return fetcher.retrying(item.address, signal, async () => {
        const answer = await fetcher.open(request('GET', item.address, limits.mediaBytes, signal, true))
        refuseRedirect(answer)
        if (typeOf(answer) === 'text/html') {
          answer.discard()
          throw new WebFailure('type', 'The address answers a page, not the file that its name promises.')
        }
        const { chunks, hash } = hashed(answer.chunks)
        try {
          return await keep({ path, body: chunks, hash })
        } finally {
          answer.discard()
        }
      })
    },
    async compare(item, stored, signal) {
      try {
        if (isMedia(item.kind)) {
          const hash = item.result?.hash
          return hash === undefined || hash === stored.hash
            ? []
            : [{ what: 'bytes', detail: 'The file was changed after it was imported.' }]
        }
        if (item.kind !== 'document')
          return compareJson(await sheetText(item.address, signal), await stored.text())
        return await comparePage(await pageAt(item.address, signal), stored)
      } catch (error) {
        if (signal.aborted) throw error
        if (error instanceof Redirected)
          return [{ what: 'source', detail: 'The address leads elsewhere now.' }]
        if (error instanceof WebFailure || error instanceof GalleyError)
          return [{ what: 'source', detail: error.message }]
        throw error
      }
    },
    close: () => fetcher.close()
  }

  async function comparePage(
    page: PublishedPage,
    stored: { text(): Promise<string>; exists(path: ContentPath): Promise<boolean> }
  ): Promise<Finding[]> {
    if (isSiteHead(page))
      return page.html === (await stored.text())
        ? []
        : [{ what: 'head', detail: 'The head of all pages is another one here.' }]
    const findings = comparePages(page.html, await stored.text(), page)
    for (const address of imported(page).media) {
      const { path } = siteFor(address)
      const file = targetOf(target, path, false)
      if (!(await stored.exists(file)))
        findings.push({ what: 'missing', detail: `The picture ${decoded(path)} is not in the site.` })
    }
    return findings
  }
}

/** Media up to this size is read in a dry run to know whether it is the same. */
const HASHED_BYTES = 32 * 1024 * 1024

class Redirected extends WebFailure {
  readonly answer: WebAnswer
  constructor(answer: WebAnswer) {
    super('redirect', `The address leads to ${answer.redirect ?? 'another one'}.`)
    this.answer = answer
  }
}

function refuseRedirect(answer: WebAnswer): void {
  if (answer.redirect !== null) throw new Redirected(answer)
}

const no = (why: Obstacle, detail: string): Look => ({ kind: 'no', why, detail })

function redirected({ redirect, url }: WebAnswer, item: ImportItem): Look {
  const to = redirect ?? ''
  if (isMedia(item.kind) && !leadsOn(url, to))
    return no(
      'host',
      `This leads to ${originOf(to)}, inside this machine or its network. It is not taken from there.`
    )
  if (isMedia(item.kind))
    return {
      kind: 'no',
      why: 'host',
      detail: `This leads to another host, ${originOf(to)}. Allow it to take the file from there.`,
      redirect: to
    }
  return {
    kind: 'no',
    why: 'redirect',
    detail: `This only leads to ${to}. Redirects of documents are not imported; they are kept in the site’s redirects sheet.`,
    redirect: to
  }
}

/** Only what the web can have is offered to the person. */
function leadsOn(from: string, to: string): boolean {
  try {
    return mayLead(new URL(from), new URL(to))
  } catch {
    return false
  }
}

export function originOf(address: string): string {
  try {
    return new URL(address).origin
  } catch {
    return ''
  }
}

const typeOf = ({ headers }: WebAnswer) => headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

function charsetOf({ headers }: WebAnswer): string {
  const name = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  try {
    new TextDecoder(name)
    return name
  } catch {
    return 'utf-8'
  }
}

/** What a site puts into the head of each page is taken as it is. */
const isSiteHead = ({ webPath, html }: PublishedPage): boolean =>
  webPath === '/head' && (withinBounds(() => readCustomHead(html)) ?? null) !== null

/** @throws WebFailure for a page beyond the bounds of what is read */
function imported(page: PublishedPage): ImportedPage {
  try {
    return importPage(page)
  } catch (error) {
    throw isBeyondBounds(error) ? new WebFailure('size', error.message) : error
  }
}

function jsonIn(text: string, type: string): unknown {
  if (type === 'text/html') throw new WebFailure('type', 'The address answers a page, not JSON.')
  try {
    return parseJson(text)
  } catch (error) {
    if (isBeyondBounds(error)) throw new WebFailure('size', error.message)
    throw new WebFailure('broken', 'What the address answers is not valid JSON.')
  }
}

/** Galley’s own ETags are the hash of the content. */
const hashIn = (etag: string | undefined): string | null => /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1] ?? null

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
  return { chunks: through(), hash: () => hex }
}

const sha = ({ bytes }: { readonly bytes: Uint8Array }): string =>
  createHash('sha256').update(bytes).digest('hex')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
