import { createHash } from 'node:crypto'
import { isBeyondBounds, withinBounds } from '../../../../common/bounds'
import { splitName } from '../../../../common/content/paths'
import type { ContentPath } from '../../../../common/content/paths'
import { GalleyError } from '../../../../common/errors'
import { isPage } from '../../../../common/formats/files'
import { schemaNameIn } from '../../../../common/formats/structured'
import { isMedia, kindOfPath } from '../../../../common/importing/kinds'
import { normalForm } from '../../../../common/importing/normal-form'
import { importPage, type ImportedPage, type PublishedPage } from '../../../../common/importing/page'
import type { Finding, ImportItem } from '../../../../common/importing/shapes'
import { compareJson, comparePages } from '../../../../common/importing/validate'
import { readCustomHead } from '../../../../common/publishing/custom-head'
import type { ImportLimits } from '../../limits'
import type { ImportSource, Listed, Look } from '../../source'
import { WebFailure } from '../../web-failure'
import { hashIn, no, Redirected, redirected, refuseRedirect, typeOf } from './answers'
import type { Fetcher } from './fetcher'
import { decoded, openSiteReader, type WebPlace } from './site-reader'

/** Pages, sheets and media of sites on other hosts, or of this one through its own address. */
export function webSource(
  fetcher: Fetcher,
  limits: ImportLimits,
  place: WebPlace & { readonly list: (signal: AbortSignal) => Promise<Listed> }
): ImportSource {
  const { siteFor, fileOf, pageAt, sheetText, headOf, mediaAt } = openSiteReader(fetcher, limits, place)

  async function lookAtMedia(item: ImportItem, signal: AbortSignal): Promise<Look> {
    // what lies in no site of the import is not even asked
    siteFor(item.address)
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
      path: fileOf(item.address),
      itemKind: item.kind,
      size,
      hash: hashIn(answer.headers.etag),
      hashNow: isSmall ? async () => sha(await fetcher.read(mediaAt(item.address, signal))) : null
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
    const path = fileOf(item.address)
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
                path: fileOf(item.address),
                text: await sheetText(item.address, signal)
              }
        const body = new TextEncoder().encode(taken.text)
        return keep({ path: taken.path, body, hash: () => createHash('sha256').update(body).digest('hex') })
      }
      const path = fileOf(item.address)
      return fetcher.retrying(item.address, signal, async () => {
        const answer = await fetcher.open(mediaAt(item.address, signal))
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
      if (!(await stored.exists(fileOf(address))))
        findings.push({
          what: 'missing',
          detail: `The picture ${decoded(siteFor(address).path)} is not in the site.`
        })
    }
    return findings
  }
}

/** Media up to this size is read in a dry run to know whether it is the same. */
const HASHED_BYTES = 32 * 1024 * 1024

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
