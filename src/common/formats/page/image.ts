import type { Attrs, Node as PageNode } from 'prosemirror-model'
import { attribute, elementsIn, isElement, type Element } from '../../html'
import { pageSchema, type Focal } from './schema'
import { exchanged, onlyElement, startTag } from './tags'

/** What an image says, apart from how it is written. */
interface Said {
  readonly url: string
  readonly alt: string | null
  readonly title: string | null
  readonly focal: Focal | null
}

/** The image that an `img`, or a `picture` around one, is; `null` for a picture with more in it, or less. */
export function readImage(element: Element, raw: string): PageNode | null {
  const img = imgOf(element)
  if (!img) return null
  const said = saidBy(img)
  return pageSchema.nodes.image.create({ ...said, raw: raw === normal(said) ? null : raw })
}

/**
 * The source of an image: as written where that says what the image says, else with only the difference
 * exchanged.
 */
export function imageSource(node: PageNode): string {
  const said = attributesOf(node.attrs)
  const raw: unknown = node.attrs['raw']
  if (typeof raw !== 'string') return normal(said)
  const element = onlyElement(`<body>${raw}`, '<body>'.length)
  const img = element && isWhole(element, raw) ? imgOf(element) : null
  if (!element || !img) return normal(said)
  const old = saidBy(img)
  if (normal(old) === normal(said)) return raw
  return withSaid(raw, element, img, said, old.url !== said.url)
}

const isWhole = (element: Element, raw: string) =>
  element.sourceCodeLocation?.endOffset === raw.length + '<body>'.length

function withSaid(raw: string, element: Element, img: Element, said: Said, isOther: boolean): string {
  const shift = '<body>'.length
  const place = img.sourceCodeLocation
  if (!place) return normal(said)
  const tag = exchanged(raw.slice(place.startOffset - shift, place.endOffset - shift), {
    attributes: { ...difference(saidBy(img), said), ...(isOther && { srcset: null, sizes: null }) }
  })
  const edits = [{ from: place.startOffset - shift, to: place.endOffset - shift, text: tag }]
  // sources are other files of the image that was there
  if (isOther)
    for (const other of elementsIn(element))
      if (other.tagName === 'source' && other.sourceCodeLocation)
        edits.push({
          from: other.sourceCodeLocation.startOffset - shift,
          to: other.sourceCodeLocation.endOffset - shift,
          text: ''
        })
  edits.sort((one, other) => other.from - one.from)
  return edits.reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), raw)
}

function imgOf(element: Element): Element | null {
  if (element.tagName === 'img') return element
  if (element.tagName !== 'picture') return null
  const inside = element.childNodes.filter((node) => isElement(node) || hasLetters(node))
  const [img] = inside.filter((node) => isElement(node) && node.tagName === 'img')
  const others = inside.filter((node) => node !== img)
  return img && isElement(img) && others.every((node) => isElement(node) && node.tagName === 'source')
    ? img
    : null
}

const hasLetters = (node: Element['childNodes'][number]) => 'value' in node && node.value.trim() !== ''

function saidBy(img: Element): Said {
  const url = attribute(img, 'src') ?? ''
  return {
    url,
    alt: attribute(img, 'alt'),
    title: attribute(img, 'title'),
    focal: focalOf(attribute(img, 'data-focal-x'), attribute(img, 'data-focal-y'))
  }
}

function focalOf(x: string | null, y: string | null): Focal | null {
  const point = { x: Number(x ?? Number.NaN), y: Number(y ?? Number.NaN) }
  return Number.isFinite(point.x) && Number.isFinite(point.y) ? point : null
}

function attributesOf({ url, alt, title, focal }: Attrs): Said {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const point: unknown = focal
  const isPoint = typeof point === 'object' && point !== null && 'x' in point && 'y' in point
  return {
    url: text(url) ?? '',
    alt: text(alt),
    title: text(title),
    focal: isPoint ? focalOf(String(point.x), String(point.y)) : null
  }
}

const spelled = ({ url, alt, title, focal }: Said) => ({
  src: url,
  alt,
  title,
  'data-focal-x': focal && String(focal.x),
  'data-focal-y': focal && String(focal.y)
})

/** A number that says the same stays as it is spelled. */
function difference(old: Said, now: Said): Record<string, string | null> {
  const before = new Map(Object.entries(spelled(old)))
  return Object.fromEntries(
    Object.entries(spelled(now)).filter(([name, value]) => before.get(name) !== value)
  )
}

const normal = (said: Said) => startTag('img', spelled(said))
