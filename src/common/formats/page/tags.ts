import { isElement, parseHtml, type Element } from '../../html'

/** A start tag as it says itself, with the places of its attributes. */
interface Tag {
  /** In small letters. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Where each attribute stands in the tag. */
  readonly places: ReadonlyMap<string, { readonly from: number; readonly to: number }>
}

/** Blanks as HTML counts them. */
export const blanks = /^[ \t\n\f\r]*$/

/** A text in normal form: what HTML needs escaped, and the blank that does not break. */
export function escapeText(text: string): string {
  return /[&<>\u00a0\0\r]/.test(text)
    ? text.replaceAll('\0', '').replace(/[&<>\u00a0\r]/g, (sign) => textEntities[sign] ?? sign)
    : text
}
const textEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
  '\r': '&#13;'
}

function escapeValue(value: string): string {
  return value
    .replaceAll('\0', '')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\r', '&#13;')
}

/** A start tag in normal form; an attribute that is `null` is left out. */
export function startTag(name: string, attributes: Readonly<Record<string, string | null>> = {}): string {
  let tag = `<${name}`
  for (const [key, value] of Object.entries(attributes)) if (value !== null) tag += attributeText(key, value)
  return `${tag}>`
}
const attributeText = (name: string, value: string) => ` ${name}="${escapeValue(value)}"`

/** What a source that is exactly one start tag says; `null` for everything else. */
export function readTag(source: string): Tag | null {
  const simple = readSimpleTag(source)
  if (simple) return simple
  const name = /^<([a-z][^\s/>\0<]*)/i.exec(source)?.[1]
  if (name === undefined) return null
  // by another name it opens nothing that is read otherwise, and closes nothing
  const shift = '<body><x-x'.length - name.length - 1
  const html = `<body><x-x${source.slice(name.length + 1)}`
  const element = onlyElement(html, '<body>'.length)
  const place = element?.sourceCodeLocation?.startTag
  if (!element || !place || place.endOffset !== html.length || element.childNodes.length > 0) return null
  const places = Object.entries(element.sourceCodeLocation?.attrs ?? {}).map(
    ([key, { startOffset, endOffset }]) =>
      [key, { from: startOffset - shift, to: endOffset - shift }] as const
  )
  return {
    name: name.toLowerCase(),
    attributes: new Map(element.attrs.map(({ name, value }) => [name, value])),
    places: new Map(places)
  }
}

/** Without the parser: a tag as most are written. */
function readSimpleTag(source: string): Tag | null {
  const name = /^<([a-z][a-z0-9]*)(?: [a-z][a-z0-9-]*="[^"&<>\r\0]*")*>$/.exec(source)?.[1]
  if (name === undefined) return null
  const attributes = new Map<string, string>()
  const places = new Map<string, { readonly from: number; readonly to: number }>()
  for (const found of source.matchAll(/([a-z][a-z0-9-]*)="([^"]*)"/g)) {
    const [text, key = '', value = ''] = found
    if (attributes.has(key)) return null
    attributes.set(key, value)
    places.set(key, { from: found.index, to: found.index + text.length })
  }
  return { name, attributes, places }
}

/** The element that is all that stands in a body, from that place on; `null` where there is none, or more. */
export function onlyElement(html: string, from: number): Element | null {
  const only = onlyNode(html)
  return only && isElement(only) && only.sourceCodeLocation?.startOffset === from ? only : null
}

/** What is all that stands in the body of a document; `null` where there is nothing, or more. */
export function onlyNode(html: string): Element['childNodes'][number] | null {
  const root = parseHtml(html, { locations: true }).childNodes.find(isElement)
  const body = root?.childNodes.find((node) => isElement(node) && node.tagName === 'body')
  const nodes = body && isElement(body) ? body.childNodes : []
  return nodes.length === 1 ? (nodes[0] ?? null) : null
}

/** What a tag is to say: another name, and attributes that are set, or taken away with `null`. */
interface Exchange {
  readonly name?: string
  readonly attributes?: Readonly<Record<string, string | null>>
}

/** A start tag with only that in it exchanged; everything else stays as written. */
export function exchanged(source: string, { name, attributes = {} }: Exchange): string {
  const tag = readTag(source)
  if (!tag) return source
  const edits: { from: number; to: number; text: string }[] = []
  let added = ''
  for (const [key, value] of Object.entries(attributes)) {
    const place = tag.places.get(key)
    if (tag.attributes.get(key) === value || (!place && value === null)) continue
    if (!place) added += attributeText(key, value ?? '')
    else if (value !== null) edits.push({ ...place, text: attributeText(key, value).slice(1) })
    else {
      const before = /[ \t\n\f\r]*$/.exec(source.slice(0, place.from))?.[0].length ?? 0
      edits.push({ from: place.from - before, to: place.to, text: '' })
    }
  }
  const nameEnd = tag.name.length + 1
  const written = name === undefined || name === tag.name ? source.slice(1, nameEnd) : name
  edits.push({ from: 1, to: nameEnd, text: written + added })
  edits.sort((one, other) => other.from - one.from)
  return edits.reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), source)
}
