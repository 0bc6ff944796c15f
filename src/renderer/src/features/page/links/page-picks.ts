import { nameOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import { webPathOf } from '../../../../../common/publishing/addresses'
import { insertLink, type LinkRequest } from '../../../engines/page/commands/links'
import { insteadOf } from '../../../engines/page/slash/asking'
import type { PageSurface } from '../../../engines/page/surface'
import { best, fit } from '../../palette'
import type { Pick } from '../slash/pick'
import { words } from './words'
import { factsOf, sitePaths } from './site-pages'

/** A page, or a heading in one, that can be linked to. */
export interface LinkTarget extends LinkRequest {
  /** Where it is, for whoever looks at the list. */
  readonly detail: string
  readonly isHeading: boolean
}

const MOST = 40

/**
 * What the typed words may mean, best first: pages by title and address, and headings. `name#words` are
 * headings of pages of that name, `#words` those of this one.
 */
export function linkTargets(query: string, page: ContentPath): LinkTarget[] {
  const [, name = query, heading] = /^([^#]*)#(.*)$/s.exec(query) ?? []
  if (heading !== undefined) {
    const pages = name.trim() === '' ? [page] : pagesOf(name, page, 8)
    return best(
      pages.flatMap((path) => headingsOf(path, path === page)),
      ({ text }) => fit(heading, text),
      MOST
    )
  }
  const pages = pagesOf(query, page, MOST).map(targetOf)
  if (query.trim().length < 2) return pages
  const all = sitePaths(page).flatMap((path) => headingsOf(path, path === page))
  const headings = best(all, ({ text }) => fit(query, text), 12)
  return [...pages, ...headings.filter(({ text }) => !pages.some((one) => one.text === text))].slice(0, MOST)
}

/** What `[[` offers. */
export function pagePicks(query: string, page: ContentPath, surface: PageSurface): Pick[] {
  const found = linkTargets(query, page).map((target): Pick => ({
    id: target.href,
    title: target.text,
    detail: target.detail,
    group: target.isHeading ? words.headings : words.pages,
    take: (asked) => void surface.run(insteadOf(asked, insertLink(target)))
  }))
  const address = addressIn(query)
  if (address === null) return found
  const own: Pick = {
    id: `address ${query}`,
    title: words.linkTo(address),
    group: words.pages,
    take: (asked) => void surface.run(insteadOf(asked, insertLink({ href: address, text: query.trim() })))
  }
  return [own, ...found]
}

/**
 * The address that a person means who typed one: a mail address gets its scheme, `www.` the usual one; null
 * for words.
 */
export function addressIn(typed: string): string | null {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:|\.{0,2}\/|#.)\S*$/i.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  return /^www\.[^\s/]+\.\S+$/i.test(text) ? `https://${text}` : null
}

function pagesOf(query: string, page: ContentPath, most: number): ContentPath[] {
  return best(
    sitePaths(page).filter((path) => path !== page),
    (path) => fit(query, titleOf(path), webPathOf(path)),
    most
  )
}

function targetOf(path: ContentPath): LinkTarget {
  const href = webPathOf(path)
  return { href, text: titleOf(path), detail: href, isHeading: false }
}

function headingsOf(path: ContentPath, isHere: boolean): LinkTarget[] {
  return factsOf(path).headings.map(({ text, id }) => ({
    href: `${isHere ? '' : webPathOf(path)}#${id}`,
    text,
    detail: isHere ? words.thisPage : titleOf(path),
    isHeading: true
  }))
}

/** What a page is called: its title, else its name in words. */
function titleOf(path: ContentPath): string {
  const { title } = factsOf(path)
  if (title !== '') return title
  const { name } = splitName(nameOf(path))
  const said = name === 'index' ? (webPathOf(path).split('/').at(-2) ?? name) : name
  const text = said.replaceAll('-', ' ').trim()
  return text === '' ? words.home : text.charAt(0).toUpperCase() + text.slice(1)
}
