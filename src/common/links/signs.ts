import { isElement, parseHtml, type HtmlDocument, type Node } from '../html'

/** A text as it is read, and where each of its UTF-16 units begins in the source; one more for the end. */
export interface Signs {
  readonly value: string
  readonly at: readonly number[]
}

/** Reads character references as the parser does; each is asked for once. */
export type Reference = (written: string, within: 'attribute' | 'text') => string

/**
 * What a stretch of HTML says, sign by sign, through its character references and ends of lines.
 * @param from where the stretch begins
 * @param within `raw`: a style or script, in which nothing is a reference
 */
export function htmlSigns(
  html: string,
  { from, to }: { readonly from: number; readonly to: number },
  within: 'attribute' | 'text' | 'raw',
  reference: Reference
): Signs {
  const at: number[] = []
  let value = ''
  const add = (said: string, start: number) => {
    for (let unit = 0; unit < said.length; unit += 1) at.push(start)
    value += said
  }
  for (let here = from; here < to;) {
    const sign = html.charAt(here)
    if (sign === '\r') {
      add('\n', here)
      here += html.charAt(here + 1) === '\n' && here + 1 < to ? 2 : 1
      continue
    }
    referencePattern.lastIndex = here
    const written = sign === '&' && within !== 'raw' ? referencePattern.exec(html)?.[0] : undefined
    if (written !== undefined && within !== 'raw' && here + written.length <= to) {
      add(reference(written, within), here)
      here += written.length
      continue
    }
    add(sign, here)
    here += 1
  }
  at.push(to)
  return { value, at }
}

const referencePattern = /&(?:#x[0-9a-f]{1,8};?|#\d{1,8};?|[a-z][a-z0-9]{1,40};?)/giy

/** Asks the parser itself. */
export function openReferences(): Reference {
  const known = new Map<string, string>()
  return (written, within) => {
    const common = plain[written]
    if (common !== undefined) return common
    const key = `${within} ${written}`
    const before = known.get(key)
    if (before !== undefined) return before
    const found = readReference(written, within)
    known.set(key, found)
    return found
  }
}

const plain: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>' }

function readReference(written: string, within: 'attribute' | 'text'): string {
  const document = parseHtml(within === 'text' ? `<body>${written}` : `<body title="${written}">`)
  const body = firstNamed(document, 'body')
  if (!body) return written
  if (within === 'attribute') return body.attrs[0]?.value ?? written
  const [text] = body.childNodes
  return text && 'value' in text ? text.value : written
}

function firstNamed(document: HtmlDocument, name: string) {
  const html = document.childNodes.find(isElement)
  return html?.childNodes.filter((node: Node) => isElement(node)).find(({ tagName }) => tagName === name)
}

/** What a JSON string says, sign by sign. @param from of its first quote @param to behind its last */
export function jsonSigns(json: string, { from, to }: { readonly from: number; readonly to: number }): Signs {
  const at: number[] = []
  let value = ''
  for (let here = from + 1; here < to - 1;) {
    const length = json.charAt(here) !== '\\' ? 1 : json.charAt(here + 1) === 'u' ? 6 : 2
    const said: unknown =
      length === 1 ? json.charAt(here) : JSON.parse(`"${json.slice(here, here + length)}"`)
    value += String(said)
    at.push(here)
    here += length
  }
  at.push(to - 1)
  return { value, at }
}

/** A part of it. */
export const partOf = ({ value, at }: Signs, from: number, to: number): Signs => ({
  value: value.slice(from, to),
  at: at.slice(from, to + 1)
})
