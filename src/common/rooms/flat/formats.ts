import { Mark } from 'prosemirror-model'
import { pageSchema } from '../../formats/page/schema'

/** What a letter of the text is formatted with: a member for each mark; `null` takes one away. */
export type Formats = Record<string, unknown>

const { link, wrap } = pageSchema.marks
const plain = [
  pageSchema.marks.strong,
  pageSchema.marks.em,
  pageSchema.marks.u,
  pageSchema.marks.s,
  pageSchema.marks.sup,
  pageSchema.marks.sub,
  pageSchema.marks.code
]
const WRAP = 'wrap:'

/**
 * Marks as formats. Several wraps may lie over each other, so each has a member of its own, with its tag in
 * the name and its place among them as the value.
 */
export function formatsOf(marks: readonly Mark[]): Formats {
  const formats: Formats = {}
  let wraps = 0
  for (const { type, attrs } of marks) {
    const tag: unknown = attrs['tag']
    if (type === wrap) formats[WRAP + (typeof tag === 'string' ? tag : '')] = wraps++
    else if (type === link)
      formats['link'] = { href: String(attrs['href']), ...(typeof tag === 'string' && { tag }) }
    else formats[type.name] = typeof tag === 'string' ? tag : true
  }
  return formats
}

/** Formats as marks, whatever they say: what is no mark is none. */
export function marksOf(formats: Formats | undefined): readonly Mark[] {
  if (!formats) return Mark.none
  let marks: readonly Mark[] = Mark.none
  for (const tag of wrapsOf(formats)) marks = wrap.create({ tag }).addToSet(marks)
  for (const type of plain) {
    const said = formats[type.name]
    if (said === true) marks = type.create().addToSet(marks)
    else if (typeof said === 'string') marks = type.create({ tag: said }).addToSet(marks)
  }
  const said = formats['link']
  if (typeof said === 'object' && said !== null && 'href' in said && typeof said.href === 'string') {
    const tag = 'tag' in said && typeof said.tag === 'string' ? said.tag : null
    marks = link.create({ href: said.href, tag }).addToSet(marks)
  }
  return marks
}

/** The tags of wraps, from the outermost on. */
function wrapsOf(formats: Formats): (string | null)[] {
  const found = Object.entries(formats).filter(([key, value]) => key.startsWith(WRAP) && value !== null)
  const place = (value: unknown) => (typeof value === 'number' ? value : 0)
  found.sort(([a, one], [b, other]) => place(one) - place(other) || (a < b ? -1 : 1))
  return found.map(([key]) => key.slice(WRAP.length) || null)
}

/** What has to be set so that letters with the first marks have the second; null for nothing. */
export function formatChange(before: readonly Mark[], now: readonly Mark[]): Formats | null {
  if (before === now || Mark.sameSet(before, now)) return null
  const [old, next] = [formatsOf(before), formatsOf(now)]
  const change: Formats = {}
  for (const key of Object.keys(old)) if (!(key in next)) change[key] = null
  for (const [key, value] of Object.entries(next))
    if (JSON.stringify(old[key]) !== JSON.stringify(value)) change[key] = value
  return Object.keys(change).length > 0 ? change : null
}

/** A text without halves of letters, each of which another one could complete otherwise. */
export const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text
