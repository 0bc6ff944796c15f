const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)))/y // eslint-disable-line no-control-regex -- JSON text holds none of them

/**
 * What may come next: a value, a value or the end of the list, a key, a key or the end of the object, and so
 * on.
 */
type Wanted = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end'

/**
 * Where a text stops being JSON, in characters; its end when something is missing there. Browsers do not all
 * tell.
 */
export function firstFault(text: string): number {
  const open: ('{' | '[')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  while (!(open.length === 0 && wanted === 'comma-or-end')) {
    token.lastIndex = at
    const found = token.exec(text)
    const [written = '', sign, string] = found ?? []
    const next: Wanted | null =
      found && after(wanted, sign ?? (string === undefined ? 'literal' : 'string'), open)
    if (!next) return at + spaceAt(text, at)
    wanted = next
    at += written.length
  }
  const space = spaceAt(text, at)
  return at + space < text.length ? at + space : at
}

function spaceAt(text: string, at: number): number {
  return /^\s*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0
}

function after(wanted: Wanted, written: string, open: ('{' | '[')[]): Wanted | null {
  const isValue = wanted === 'value' || wanted === 'value-or-end'
  if (isValue && (written === '{' || written === '[')) {
    open.push(written)
    return written === '{' ? 'key-or-end' : 'value-or-end'
  }
  if (isValue && (written === 'string' || written === 'literal')) return 'comma-or-end'
  if ((wanted === 'key' || wanted === 'key-or-end') && written === 'string') return 'colon'
  if (wanted === 'colon') return written === ':' ? 'value' : null
  if (wanted === 'comma-or-end' && written === ',') return open.at(-1) === '{' ? 'key' : 'value'
  const mayEnd = wanted === 'comma-or-end' || wanted === 'key-or-end' || wanted === 'value-or-end'
  if (!mayEnd || written !== (open.at(-1) === '{' ? '}' : ']')) return null
  open.pop()
  return 'comma-or-end'
}
