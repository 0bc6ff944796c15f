/** One tag of an XML text, or text that is kept as it is. */
interface Tag {
  readonly kind: 'open' | 'close' | 'empty' | 'kept'
  /** Without its prefix. */
  readonly name: string
  /** By name without prefix; what is written as a number is put in. */
  readonly attributes: ReadonlyMap<string, string>
  /** The text between this and the next one. */
  readonly after: string
}

/** The tags of an XML text, in one pass, whatever it is. Comments and the like are left out. */
export function* tagsIn(text: string): Generator<Tag> {
  for (let at = text.indexOf('<'); at >= 0;) {
    const skipped = skip(text, at)
    const end = skipped ?? endOfTag(text, at)
    const next = text.indexOf('<', end)
    if (text.startsWith(KEPT, at))
      yield {
        kind: 'kept',
        name: '',
        attributes: none,
        after: text.slice(at + KEPT.length, next < 0 ? undefined : next)
      }
    else if (skipped === null) {
      const inside = text.slice(at + 1, end - 1)
      const name = /^\/?\s*([^\s/>]+)/.exec(inside)?.[1] ?? ''
      yield {
        kind: inside.startsWith('/') ? 'close' : inside.endsWith('/') ? 'empty' : 'open',
        name: local(name),
        attributes: attributesIn(inside),
        after: text.slice(end, next < 0 ? undefined : next)
      }
    }
    at = next
  }
}

const KEPT = '<![CDATA['
const none: ReadonlyMap<string, string> = new Map()

/** Behind what is no tag: a comment, text that is kept as it is, an instruction; null for a tag. */
function skip(text: string, at: number): number | null {
  const behind = (end: string) => {
    const found = text.indexOf(end, at)
    return found < 0 ? text.length : found + end.length
  }
  if (text.startsWith('<!--', at)) return behind('-->')
  if (text.startsWith(KEPT, at)) return behind(']]>')
  if (text.startsWith('<?', at)) return behind('?>')
  return text.startsWith('<!', at) ? behind('>') : null
}

function endOfTag(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const sign = text[i]
    if (sign === '>') return i + 1
    if (sign !== '"' && sign !== "'") continue
    const close = text.indexOf(sign, i + 1)
    if (close < 0) return text.length
    i = close
  }
  return text.length
}

function attributesIn(inside: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single] of inside.matchAll(
    /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
  ))
    found.set(local(name), (double ?? single ?? '').replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, signOf))
  return found
}

const local = (name: string) => name.slice(name.lastIndexOf(':') + 1)

function signOf(_all: string, hex: string, digits: string): string {
  const code = parseInt(digits, hex === '' ? 10 : 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
