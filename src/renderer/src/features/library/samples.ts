import {
  attribute,
  elementsIn,
  everyElement,
  outermost,
  parsePage,
  textOf,
  type Element
} from '../../../../common/html'
import { bounds } from '../../../../common/bounds'
import { parentOf, pathToUrl, type ContentPath } from '../../../../common/content/paths'
import { attributeEdit, edited } from '../../../../common/publishing/html-edits'
import { webPathOf } from '../../../../common/publishing/addresses'
import { candidatesOf } from '../../../../common/publishing/site-addresses'

/** A block of a library, with the content that it is shown and added with. */
export interface Sample {
  /** Its class list as written. */
  readonly classes: string
  /** What the library calls it; empty where it has no name but its own. */
  readonly title: string
  readonly about: string
  /** Its source as it stands in its page; addresses that begin at that page begin at the site. */
  readonly source: string
  readonly page: ContentPath
}

/** A library has that many of one page. */
const MOST = 200

/**
 * The blocks of a page of a library, as they stand in it. A block `library-metadata` in their section may say
 * `name` and `description`.
 * @throws GalleyError too-large · too-complex
 */
export function samplesIn(html: string, { path, title }: { path: ContentPath; title: string }): Sample[] {
  const roots = parsePage(html)
  const sections = outermost(roots, 'main').flatMap(elementsIn).filter(isDiv)
  const found = sections.flatMap((section) => {
    const blocks = elementsIn(section).filter((element) => isDiv(element) && classesOf(element) !== '')
    const told = blocks.filter((block) => /^library-metadata$/i.test(classesOf(block))).flatMap(rowsOf)
    const say = (key: string) => told.find(([name]) => name === key)?.[1] ?? ''
    const shown = blocks.filter((block) => !/^([a-z]+-)?metadata\b/i.test(classesOf(block)))
    return shown.map((block, index) => ({
      classes: classesOf(block),
      title: (index === 0 ? say('name') : '') || title,
      about: say('description'),
      source: sourceOf(html, block, path),
      page: path
    }))
  })
  return found.slice(0, MOST)
}

const isDiv = ({ tagName }: Element): boolean => tagName === 'div'
const classesOf = (element: Element): string => attribute(element, 'class')?.trim() ?? ''

function rowsOf(block: Element): (readonly [string, string])[] {
  return elementsIn(block).map((row) => {
    const [key = '', value = ''] = elementsIn(row).map((cell) =>
      textOf(cell, bounds.html.idText).replace(/\s+/g, ' ').trim()
    )
    return [key.toLowerCase(), value]
  })
}

function sourceOf(html: string, block: Element, page: ContentPath): string {
  const at = block.sourceCodeLocation
  if (!at) return ''
  const edits = [...everyElement([block])].flatMap((element) =>
    ['href', 'src', 'poster', 'srcset'].flatMap((name) => {
      const value = attribute(element, name)
      if (value === null) return []
      const whole = name === 'srcset' ? wholeSrcset(value, page) : wholeAddress(value, page)
      return whole === value ? [] : (attributeEdit(element, name, whole) ?? [])
    })
  )
  return edited(html, edits, at.startOffset, at.endOffset)
}

function wholeSrcset(srcset: string, page: ContentPath): string {
  return candidatesOf(srcset)
    .map(({ address, rest }) => wholeAddress(address, page) + rest)
    .join(', ')
}

/** An address that begins at the page, as one that begins at the site; all others as they are. */
function wholeAddress(address: string, page: ContentPath): string {
  if (/^\s*($|[a-z][a-z0-9+.-]*:|[/\\#])/i.test(address)) return address
  try {
    const folder = pathToUrl(webPathOf(parentOf(page)))
    const { pathname, search, hash } = new URL(address.trim(), `https://site${folder.replace(/\/?$/, '/')}`)
    return pathname + search + hash
  } catch {
    return address
  }
}
