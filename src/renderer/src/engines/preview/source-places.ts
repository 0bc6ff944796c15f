import { everyElement, type Element as SourceElement } from '../../../../common/html'
import { addedAttribute, type Edit } from '../../../../common/publishing/html-edits'

/** Where an element stands in the source, from its first tag to behind its last. */
export interface SourceStretch {
  readonly start: number
  readonly end: number
}

const AT = 'data-galley-at'
/** What has a place of its own: lines, and what holds them. */
const placed: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 li dt dd td th tr table ul ol dl blockquote pre figure figcaption img picture hr div'.split(
    ' '
  )
)

/**
 * Numbers the elements of a page that a person would point at. A document that has such numbers itself gains
 * nothing by it: the first of two attributes of one name counts, and other elements are not asked.
 * @returns what is to be written into its source, and by each number where the element stands
 */
export function placesIn(roots: readonly SourceElement[]): {
  readonly marks: readonly Edit[]
  readonly places: readonly SourceStretch[]
} {
  const marks: Edit[] = []
  const places: SourceStretch[] = []
  for (const element of everyElement(roots)) {
    const at = element.sourceCodeLocation
    const mark = placed.has(element.tagName) ? addedAttribute(element, AT, String(places.length)) : null
    if (!mark || !at) continue
    marks.push(mark)
    places.push({ start: at.startOffset, end: at.endOffset })
  }
  return { marks, places }
}

/** The drawn elements around an offset of the source, the innermost first. */
export function elementsAt(
  page: Document,
  places: readonly SourceStretch[],
  offset: number
): readonly Element[] {
  return places
    .map((place, number) => ({ ...place, number }))
    .filter(({ start, end }) => start <= offset && offset <= end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))
    .flatMap(({ number }) => [...page.querySelectorAll(`[${AT}="${number}"]`)].filter(isPlaced))
}

/** The offset of the source that is drawn at a point of a page; null where none is known. */
export function offsetAt(
  page: Document,
  source: string,
  places: readonly SourceStretch[],
  { target, clientX, clientY }: MouseEvent
): number | null {
  const found = numbered(page, target)
  const place = found && places[Number(found.getAttribute(AT))]
  if (!found || !place) return null
  const point = 'caretRangeFromPoint' in page ? page.caretRangeFromPoint(clientX, clientY) : null
  const line = point && numbered(page, point.startContainer)
  if (!point || line !== found) return insideOf(place)
  const before = page.createRange()
  before.setStart(found, 0)
  before.setEnd(point.startContainer, point.startOffset)
  return behindLetters(source, place, before.toString().replace(/\s/g, '').length)
}

const insideOf = ({ start, end }: SourceStretch): number => Math.min(start + 1, end)

/** What is drawn is of the classes of its own window. */
function numbered({ defaultView: view }: Document, target: EventTarget | null): Element | null {
  if (!view || !(target instanceof view.Node)) return null
  const element = target instanceof view.Element ? target : target.parentElement
  const found = element?.closest(`[${AT}]`) ?? null
  return found && isPlaced(found) ? found : null
}

const isPlaced = ({ localName }: Element): boolean => placed.has(localName)

/**
 * The place in a stretch of source behind so many of its letters; tags, comments and blanks are none, a
 * character reference is one.
 */
function behindLetters(source: string, place: SourceStretch, letters: number): number {
  let left = letters
  for (const match of source.slice(place.start, place.end).matchAll(pieces)) {
    const [piece] = match
    if (piece.startsWith('<') || /^(\s|&nbsp;|&#160;|&#xa0;)/i.test(piece)) continue
    if (left === 0) return place.start + match.index
    left -= piece.startsWith('&') ? 1 : piece.length
    if (left === 0) return place.start + match.index + piece.length
  }
  return insideOf(place)
}

const pieces = /<!--[^]*?-->|<[^>]*>|&(?:[a-z][a-z0-9]*|#[0-9]+|#x[0-9a-f]+);|\s+|[^]/giu
