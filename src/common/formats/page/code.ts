import type { Fragment, Node as PageNode } from 'prosemirror-model'
import { attribute, classesOf, isElement, parseHtml, type Element } from '../../html'
import { isClosed, readLine, settledLine, type Stretch } from './inline'
import { hintOf } from './open'
import { pageSchema, type Hint } from './schema'
import { exchanged, startTag } from './tags'
import { patchedLine, writeLine } from './units'

/** A `pre` with nothing but text in it, or in the one `code` in it. */
interface Parts {
  readonly holder: Element
  readonly within: Stretch
}

/**
 * Code as a node; `null` where more than text stands in it.
 * @param hint makes a hint of what is not in normal form
 */
export function readCode(source: string, pre: Element, hint: (own: Hint) => Hint): PageNode | null {
  const parts = partsOf(source, pre)
  const place = pre.sourceCodeLocation
  const content = parts && readLine(source, parts.holder.childNodes, parts.within, true)
  if (!parts || !place || !content || !isPlain(content)) return null
  const language = languageOf(parts.holder)
  const { from, to } = parts.within
  const [open, inner, close] = [
    source.slice(place.startOffset, from),
    source.slice(from, to),
    source.slice(to, place.endOffset)
  ]
  return pageSchema.nodes.code_block.create(
    {
      language,
      src: hint({
        ...(open === normalOpen(language) ? {} : { open }),
        ...(close === '</code></pre>' ? {} : { close }),
        ...(inner === writeLine(content) ? {} : { inner })
      })
    },
    content
  )
}

/** The source of a node of code. */
export function writeCode(node: PageNode): string {
  const hint = hintOf(node) ?? {}
  const language = typeof node.attrs['language'] === 'string' ? node.attrs['language'] : null
  const content = settledLine(node.content, true)
  const normal = normalOpen(language)
  const written = withLanguage(hint.open ?? normal, language) ?? normal
  const close = hint.close ?? '</code></pre>'
  const inner = innerOf({ open: written, inner: hint.inner, close }, content)
  // what follows a `pre` at once is no line of it: a line that is one needs another before it
  const open = /<pre[^>]*>$/.test(written) && inner.startsWith('\n') ? `${written}\n` : written
  if (says(open + inner + close, language, content)) return open + inner + close
  return `${normal}${writeLine(content)}</code></pre>`
}

function innerOf(old: { open: string; inner: string | undefined; close: string }, content: Fragment): string {
  if (old.inner === undefined) return writeLine(content)
  const source = `<body>${old.open}${old.inner}${old.close}`
  const pre = preIn(source)
  const parts = pre && partsOf(source, pre)
  if (!parts) return writeLine(content)
  const inner = { source, nodes: parts.holder.childNodes, within: parts.within }
  if (readLine(source, inner.nodes, inner.within, true)?.eq(content) === true)
    return source.slice(parts.within.from, parts.within.to)
  return patchedLine(inner, content, true) ?? writeLine(content)
}

/** Whether a source is read as that code again. */
function says(text: string, language: string | null, content: Fragment): boolean {
  const source = `<body>${text}`
  const pre = preIn(source)
  const parts = pre && partsOf(source, pre)
  if (!parts || pre.sourceCodeLocation?.endOffset !== source.length) return false
  const read = readLine(source, parts.holder.childNodes, parts.within, true)
  return read?.eq(content) === true && languageOf(parts.holder) === language
}

function preIn(source: string): Element | null {
  const root = parseHtml(source, { locations: true }).childNodes.find(isElement)
  const body = root?.childNodes.find((node) => isElement(node) && node.tagName === 'body')
  const [pre, ...more] = body && isElement(body) ? body.childNodes : []
  return pre && isElement(pre) && pre.tagName === 'pre' && more.length === 0 ? pre : null
}

function partsOf(source: string, pre: Element): Parts | null {
  if (!isClosed(pre, source)) return null
  const [only, ...more] = pre.childNodes
  const code = only && isElement(only) && only.tagName === 'code' && more.length === 0 ? only : null
  const holder = code ?? pre
  const place = holder.sourceCodeLocation
  if (!place?.startTag || !place.endTag) return null
  const whole = pre.sourceCodeLocation
  const within = { from: place.startTag.endOffset, to: place.endTag.startOffset }
  if (code) {
    const before = source.slice(whole?.startTag?.endOffset, place.startOffset)
    const after = source.slice(place.endOffset, whole?.endTag?.startOffset)
    return /^(\r?\n)?$/.test(before) && after === '' ? { holder, within } : null
  }
  // the first line end in a `pre` is not read
  const [text] = pre.childNodes
  const dropped = /^\r?\n/.exec(source.slice(within.from, within.to))?.[0].length ?? 0
  if (dropped > 0 && text?.sourceCodeLocation?.startOffset === within.from)
    text.sourceCodeLocation.startOffset += dropped
  return { holder, within: { from: within.from + dropped, to: within.to } }
}

const isPlain = (content: Fragment) => content.content.every((node) => node.isText && node.marks.length === 0)

const languageOf = (code: Element) =>
  classesOf(code)
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length) ?? null

function normalOpen(language: string | null): string {
  return `<pre>${startTag('code', { class: language === null ? null : `language-${language}` })}`
}

/** The tags before code with another language in them; `null` where there is no place for one. */
function withLanguage(open: string, language: string | null): string | null {
  const pre = preIn(`<body>${open}x`)
  const [code] = pre?.childNodes ?? []
  const holder = code && isElement(code) ? code : pre
  const place = holder?.sourceCodeLocation?.startTag
  if (!holder || !place || languageOf(holder) === language) return holder ? open : null
  const [from, to] = [place.startOffset - '<body>'.length, place.endOffset - '<body>'.length]
  const others = classesOf(holder).filter((name) => !name.startsWith('language-'))
  const classes = [...others, ...(language === null ? [] : [`language-${language}`])].join(' ')
  const tag = exchanged(open.slice(from, to), {
    attributes: { class: attribute(holder, 'class') === null && classes === '' ? null : classes || null }
  })
  return open.slice(0, from) + tag + open.slice(to)
}
