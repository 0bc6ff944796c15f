import { bounds } from '../../../../../common/bounds'
import type { ContentPath } from '../../../../../common/content/paths'
import { pictureExcess } from '../../../../../common/content/picture-excess'
import { inertHtml } from '../../../components/inert-html'
import { purify } from '../../../engines/preview/purify'
import { linkedRest, ownAddress, type Place } from './visit'
import { visibleText } from '../../../../../common/content/visible-text'

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
/** Characters of all of them: a page that holds more of them is not shown at all. */
const MOST_HELD = bounds.htmlShown.pictures
const MOST_LINKS = 1000
const MOST_WORDS = 200

/**
 * A published page for a frame that may load nothing: its own pictures put in, as they are published. What it
 * links to is told beside it as well. The frame takes out whatever could (`HtmlFrame`).
 */
export async function preparePage(
  html: string,
  site: ContentPath,
  place: Place,
  signal: AbortSignal
): Promise<PreparedPage> {
  const root = purify(html)
  let room = MOST_HELD
  const pictures = [...root.querySelectorAll('img')]
  await Promise.all(
    pictures.map(async (picture, number) => {
      const address = picture.getAttribute('src') ?? ''
      const own = ownAddress(address, site, place)
      if (own === null) return
      picture.removeAttribute('srcset')
      const data = number < MOST_PICTURES ? await dataOf(own, signal) : null
      if (data !== null && data.length <= room) {
        room -= data.length
        picture.setAttribute('src', data)
      } else
        picture.replaceWith(note(picture.alt, 'This picture is not published, or too large to be shown here'))
    })
  )
  for (const media of root.querySelectorAll('video, audio'))
    media.replaceWith(note('', 'Video and sound are played in the browser'))
  return {
    html: root.outerHTML,
    title: titleOf(html),
    links: linksIn(root, site, place)
  }
}

const titleOf = (html: string): string =>
  (inertHtml(html).querySelector('title')?.textContent ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_WORDS)

function linksIn(root: Element, site: ContentPath, place: Place): PageLink[] {
  const found = new Map<string, PageLink>()
  for (const anchor of root.querySelectorAll('a[href]')) {
    const href = anchor.getAttribute('href') ?? ''
    if (href === '' || href.startsWith('#')) continue
    if (found.size >= MOST_LINKS) break
    const words = (anchor.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MOST_WORDS)
    const link = { words: words === '' ? href : words, href, rest: linkedRest(href, site, place) }
    if (!found.has(`${href} ${link.words}`)) found.set(`${href} ${link.words}`, link)
  }
  return [...found.values()]
}

function note(name: string, why: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'galley-placeholder'
  element.textContent = visibleText([name, why].filter((part) => part !== '').join(' · '))
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
    const bytes = await answer.arrayBuffer()
    return pictureExcess(new Uint8Array(bytes), type) === null ? await asDataUrl(bytes, type) : null
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
