import { withinBounds } from '../../../../../common/bounds'
import type { ContentPath } from '../../../../../common/content/paths'
import { pageDocument } from '../../preview/page-document'
import { linkedRest, ownAddress, type Place } from './visit'

/** One link of a page. */
export interface PageLink {
  readonly words: string
  readonly href: string
  /** Where it leads in the site; null: out of it. */
  readonly rest: string | null
}

export interface PreparedPage {
  readonly html: string
  readonly title: string
  readonly links: readonly PageLink[]
}

const MOST_PICTURES = 60
const MOST_BYTES = 4 * 1024 * 1024

/**
 * A published page for a frame that may load nothing: its own pictures put in, as they are published. What it links to is
 * told beside it as well. The frame takes out whatever could (`HtmlFrame`).
 * What is beyond the bounds (X5) stays as it is: the frame says so.
 */
export async function preparePage(
  html: string,
  site: ContentPath,
  place: Place,
  signal: AbortSignal
): Promise<PreparedPage> {
  const document = withinBounds(() => pageDocument(html))
  if (!document) return { html, title: '', links: [] }
  const pictures = [...document.querySelectorAll('img')]
  await Promise.all(
    pictures.map(async (picture, number) => {
      const address = picture.getAttribute('src') ?? ''
      const own = ownAddress(address, site, place)
      if (own === null) return
      picture.removeAttribute('srcset')
      const data = number < MOST_PICTURES ? await dataOf(own, signal) : null
      if (data !== null) picture.setAttribute('src', data)
      else picture.replaceWith(note(document, picture.alt, 'This picture is not published'))
    })
  )
  for (const media of document.querySelectorAll('video, audio'))
    media.replaceWith(note(document, '', 'Video and sound are played in the browser'))
  return {
    html: document.documentElement.outerHTML,
    title: document.title.trim(),
    links: linksIn(document, site, place)
  }
}

function linksIn(document: Document, site: ContentPath, place: Place): PageLink[] {
  const found = new Map<string, PageLink>()
  for (const anchor of document.querySelectorAll('a[href]')) {
    const href = anchor.getAttribute('href') ?? ''
    if (href === '' || href.startsWith('#')) continue
    const words = (anchor.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const link = { words: words === '' ? href : words, href, rest: linkedRest(href, site, place) }
    if (!found.has(`${href} ${link.words}`)) found.set(`${href} ${link.words}`, link)
  }
  return [...found.values()]
}

function note(document: Document, name: string, why: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'galley-placeholder'
  element.textContent = [name, why].filter((part) => part !== '').join(' · ')
  return element
}

async function dataOf(address: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal })
    const type = (answer.headers.get('Content-Type') ?? '').split(';')[0] ?? ''
    if (
      !answer.ok ||
      !type.startsWith('image/') ||
      Number(answer.headers.get('Content-Length')) > MOST_BYTES
    ) {
      await answer.body?.cancel()
      return null
    }
    return await asDataUrl(await answer.arrayBuffer(), type)
  } catch {
    return null
  }
}

function asDataUrl(bytes: ArrayBuffer, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(reader.error))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(new Blob([bytes], { type }))
  })
}
