import type { Mark } from 'prosemirror-model'
import { attribute, type Element } from '../../html'
import { pageSchema, wrapTags } from './schema'
import { exchanged, readTag, startTag } from './tags'

const { link, wrap } = pageSchema.marks
const plain = ['strong', 'em', 'u', 's', 'sup', 'sub', 'code'] as const
/** The marks that elements without more to say are. */
const plainOf = new Map<string, (typeof plain)[number]>([
  ...plain.map((name) => [name, name] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 's']
])

/**
 * The mark that an element of a line is, `null` for one whose text is not edited.
 * @param open its start tag as written
 */
export function markOf(element: Element, open: string): Mark | null {
  const name = plainOf.get(element.tagName)
  if (name !== undefined) return pageSchema.marks[name].create({ tag: open === `<${name}>` ? null : open })
  const href = element.tagName === 'a' ? attribute(element, 'href') : null
  if (href !== null) return link.create({ href, tag: open === startTag('a', { href }) ? null : open })
  return wrapTags.has(element.tagName) ? wrap.create({ tag: open }) : null
}

/** How a mark is written: its tag as far as it says what the mark says. */
export function openOf(mark: Mark): string {
  return writtenOf(mark) ?? ''
}

/** The end tag that goes with a start tag. */
export function closeOf(open: string): string {
  return `</${(/^<([a-z][^\s/>]*)/i.exec(open)?.[1] ?? '').toLowerCase()}>`
}

/** The mark as reading what is written of it gives it; `null` for one that cannot be written. */
export function settledMark(mark: Mark): Mark | null {
  const open = writtenOf(mark)
  if (open === null) return null
  const isNormal = mark.type !== wrap && open === normalOf(mark)
  const tag = isNormal ? null : open
  return mark.attrs['tag'] === tag ? mark : mark.type.create({ ...mark.attrs, tag })
}

const known = new WeakMap<Mark, string | null>()

function writtenOf(mark: Mark): string | null {
  const found = known.get(mark)
  if (found !== undefined) return found
  const open = written(mark)
  known.set(mark, open)
  return open
}

function written(mark: Mark): string | null {
  const tag: unknown = mark.attrs['tag']
  if (mark.type === wrap)
    return typeof tag === 'string' && wrapTags.has(readTag(tag)?.name ?? '') && !isLink(tag) ? tag : null
  const normal = normalOf(mark)
  if (typeof tag !== 'string' || tag === normal) return normal
  const read = readTag(tag)
  if (!read) return normal
  if (mark.type !== link) return plainOf.get(read.name) === mark.type.name ? tag : normal
  return read.name === 'a' ? exchanged(tag, { attributes: { href: hrefOf(mark) } }) : normal
}

const isLink = (tag: string) => /^<a[^a-z]/i.test(tag) && readTag(tag)?.attributes.get('href') !== undefined
const hrefOf = (mark: Mark) => String(mark.attrs['href'])
const normalOf = (mark: Mark) =>
  mark.type === link ? startTag('a', { href: hrefOf(mark) }) : startTag(mark.type.name)
