import { filterNames, isFilterName } from './filters'
import { noteOf, type Note } from './notes'
import { distanceOf } from './slips'

/** One term as it was typed; what it may be is read later. */
export interface Written {
  readonly start: number
  readonly end: number
  readonly not: boolean
  /** It may hold in place of the one before. */
  readonly isOr: boolean
  readonly isPhrase: boolean
  readonly text: string
  readonly filter: { readonly name: string; readonly value: string } | null
  /** Of a `/pattern/`; null for what is none. */
  readonly flags: string | null
}

/** The terms of a question, in their order; each sign is looked at a few times at most. */
export function termsIn(text: string, notes: Note[]): Written[] {
  const found: Written[] = []
  let isOr = false
  let at = 0
  while (at < text.length) {
    if (/\s/u.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const start = at
    const not = text[at] === '-' && /[^\s-]/u.test(text[at + 1] ?? ' ')
    if (not) at += 1
    const read = patternAt(text, at) ?? phraseAt(text, at, notes) ?? plainAt(text, at, notes)
    at = read.end
    if (!not && !read.isPhrase && read.flags === null && read.text === 'OR' && found.length > 0 && !isOr) {
      isOr = true
      continue
    }
    found.push({ start, not, isOr, ...read })
    isOr = false
  }
  return found
}

type Read = Pick<Written, 'end' | 'isPhrase' | 'text' | 'filter' | 'flags'>

/**
 * `/…/`, `i` and `s` behind it: it ends with the next slash that is neither escaped nor in brackets, and
 * nothing but a blank comes after. All else that begins with a slash are words: `/offers/summer`.
 */
function patternAt(text: string, at: number): Read | null {
  if (text[at] !== '/' || text[at + 1] === '/') return null
  let inBrackets = false
  for (let end = at + 1; end < text.length; end += 1) {
    const sign = text[end]
    if (sign === '\\') end += 1
    else if (sign === '[') inBrackets = true
    else if (sign === ']') inBrackets = false
    else if (sign === '/' && !inBrackets) {
      const flags = /^[is]{0,2}(?!\S)/u.exec(text.slice(end + 1, end + 4))?.[0]
      if (flags === undefined || new Set(flags).size < flags.length) return null
      const source = text.slice(at + 1, end)
      return { end: end + 1 + flags.length, isPhrase: false, text: source, filter: null, flags }
    }
  }
  return null
}

function phraseAt(text: string, at: number, notes: Note[]): Read | null {
  if (text[at] !== '"') return null
  const { value, end, isOpen } = quotedAt(text, at)
  if (isOpen) notes.push(noteOf('open-quote', at, text.length))
  return { end, isPhrase: !isOpen, text: value, filter: null, flags: null }
}

function plainAt(text: string, at: number, notes: Note[]): Read {
  const name = /^(\p{L}{2,12}):(?!\/\/)/u.exec(text.slice(at, at + 16))?.[1]?.toLowerCase()
  if (name !== undefined) {
    const from = at + name.length + 1
    if (isFilterName(name)) {
      const isQuoted = text[from] === '"'
      const read = isQuoted ? quotedAt(text, from) : { ...wordAt(text, from), isOpen: false }
      if (read.isOpen) notes.push(noteOf('open-quote', from, text.length))
      const filter = { name, value: read.value }
      return { end: read.end, isPhrase: false, text: text.slice(at, read.end), filter, flags: null }
    }
    const meant = filterNames.find((one) => distanceOf(one, name, 2) <= (one.length > 3 ? 2 : 1))
    if (meant !== undefined && /\S/u.test(text[from] ?? ' '))
      notes.push(noteOf('unknown-filter', at, from, meant))
  }
  const { value, end } = wordAt(text, at)
  return { end, isPhrase: false, text: value, filter: null, flags: null }
}

function wordAt(text: string, at: number): { readonly value: string; readonly end: number } {
  let end = at
  while (end < text.length && !/\s/u.test(text[end] ?? '')) end += 1
  return { value: text.slice(at, end), end }
}

function quotedAt(text: string, at: number) {
  const close = text.indexOf('"', at + 1)
  const isOpen = close < 0
  return {
    value: text.slice(at + 1, isOpen ? text.length : close),
    end: isOpen ? text.length : close + 1,
    isOpen
  }
}
