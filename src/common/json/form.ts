import type { ObjectPieces } from './pieces'

/** How a text is laid out, so that what is new looks like what is there. */
export interface Form {
  /** The blanks of one level; null: everything on one line. */
  readonly indent: string | null
  /** Between a key and its value. */
  readonly colon: string
  /** Behind a comma on one line. */
  readonly gap: string
}

export const newFileForm: Form = { indent: '  ', colon: ': ', gap: ' ' }

/** A JSON text to be laid out; a string is a text that is written already. */
export type Draft =
  string | { readonly members: readonly (readonly [string, Draft])[] } | { readonly items: readonly Draft[] }

/** The form of an object that stands `depth` levels deep. */
export function formOf(text: string, object: ObjectPieces, depth = 0): Form {
  const [first, second] = object.members
  if (!first) return newFileForm
  const before = text.slice(object.start + 1, first.keyStart)
  const colon = text.slice(first.keyEnd, first.start)
  const line = before.lastIndexOf('\n')
  if (line < 0) {
    const gap = second ? text.slice(first.end, second.keyStart).replace(',', '') : colon.slice(1)
    return { indent: null, colon, gap }
  }
  const own = before.slice(line + 1)
  return { indent: own.slice(0, Math.ceil(own.length / (depth + 1))), colon, gap: ' ' }
}

/** Lays a draft out; `depth`: levels above its members. */
export function laidOut(draft: Draft, form: Form, depth: number): string {
  if (typeof draft === 'string') return draft
  if ('items' in draft)
    return around(
      '[',
      draft.items.map((item) => laidOut(item, form, depth + 1)),
      ']',
      form,
      depth
    )
  const members = draft.members.map(
    ([key, value]) => JSON.stringify(key) + form.colon + laidOut(value, form, depth + 1)
  )
  return around('{', members, '}', form, depth)
}

function around(open: string, parts: readonly string[], close: string, form: Form, depth: number): string {
  if (parts.length === 0) return open + close
  if (form.indent === null) return open + parts.join(`,${form.gap}`) + close
  const line = `\n${form.indent.repeat(depth + 1)}`
  return open + line + parts.join(`,${line}`) + `\n${form.indent.repeat(depth)}` + close
}

/** What an object's member becomes. */
export interface Written {
  readonly key: string
  readonly value: string
  /** The place of the member that it comes from, in the object as it was cut; null for a new one. */
  readonly from: number | null
}

/** An object of these members: what lies around and between those that stay is kept. */
export function rewritten(
  text: string,
  object: ObjectPieces,
  members: readonly Written[],
  form: Form,
  depth: number
): string {
  const { members: old } = object
  if (old.length === 0 || members.length === 0) {
    return laidOut({ members: members.map(({ key, value }) => [key, value] as const) }, form, depth)
  }
  const [first, second] = old
  const last = old.at(-1)
  const open = text.slice(object.start, first?.keyStart)
  const close = text.slice(last?.end, object.end)
  const usual = first && second ? text.slice(first.end, second.keyStart) : usualSeparator(open, form)
  const colon = first ? text.slice(first.keyEnd, first.start) : form.colon
  let out = open
  members.forEach(({ key, value, from }, index) => {
    const piece = from === null ? undefined : old[from]
    const previous = members[index - 1]?.from
    const follows = from !== null && previous === from - 1 ? old[from - 1] : undefined
    if (index > 0) out += piece && follows ? text.slice(follows.end, piece.keyStart) : usual
    const same = piece?.key === key
    out += same ? text.slice(piece.keyStart, piece.keyEnd) : JSON.stringify(key)
    out += piece ? text.slice(piece.keyEnd, piece.start) : colon
    out += value
  })
  return out + close
}

function usualSeparator(open: string, form: Form): string {
  return open.includes('\n') ? `,${open.slice(1)}` : `,${form.gap}`
}
