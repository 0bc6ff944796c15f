import { literalSet, writtenSet, type PatternNode } from './syntax'

/** A correct pattern that this engine does not run. */
export class PatternRefusal extends Error {}

const MAX_DEPTH = 60
const EMPTY: PatternNode = { type: 'empty' }

/**
 * The parts of a pattern that `new RegExp(source, flags)` has accepted: so nothing here looks for mistakes.
 * @throws PatternRefusal for back references and for groups nested too deep
 */
export function parsePattern(source: string, flags: 'u' | ''): PatternNode {
  return new Reader(source, flags).whole()
}

class Reader {
  private at = 0
  private depth = 0

  constructor(
    private readonly source: string,
    private readonly flags: 'u' | ''
  ) {}

  whole(): PatternNode {
    return this.choice()
  }

  private choice(): PatternNode {
    if (++this.depth > MAX_DEPTH)
      throw new PatternRefusal('The pattern has too many groups inside each other.')
    const nodes = [this.sequence()]
    while (this.takes('|')) nodes.push(this.sequence())
    this.depth--
    return nodes.length === 1 ? (nodes[0] ?? EMPTY) : { type: 'choice', nodes }
  }

  private sequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (this.at < this.source.length && !this.sees('|') && !this.sees(')'))
      nodes.push(this.repeated(this.atom()))
    return nodes.length === 1 ? (nodes[0] ?? EMPTY) : { type: 'sequence', nodes }
  }

  private repeated(node: PatternNode): PatternNode {
    const bounds = this.bounds()
    if (!bounds) return node
    this.takes('?')
    return { type: 'repeat', node, ...bounds }
  }

  private bounds(): { min: number; max: number } | null {
    if (this.takes('*')) return { min: 0, max: Infinity }
    if (this.takes('+')) return { min: 1, max: Infinity }
    if (this.takes('?')) return { min: 0, max: 1 }
    const counted = this.match(/\{(\d+)(?:(,)(\d*))?\}/y)
    if (!counted) return null
    const min = Number(counted[1])
    if (!counted[2]) return { min, max: min }
    return { min, max: counted[3] ? Number(counted[3]) : Infinity }
  }

  private atom(): PatternNode {
    if (this.takes('^')) return { type: 'place', place: 'start' }
    if (this.takes('$')) return { type: 'place', place: 'end' }
    if (this.takes('(')) return this.group()
    if (this.sees('[')) return this.set(/\[(?:\\[^]|[^\]\\])*\]/y)
    if (this.sees('\\')) return this.escape()
    if (this.takes('.')) return { type: 'character', set: writtenSet('.', this.flags) }
    return this.literal()
  }

  private group(): PatternNode {
    const look = this.match(/\?(<?)([=!])/y)
    if (!look && !this.match(/\?:/y)) this.match(/\?<[^>]*>/y)
    const node = this.choice()
    this.takes(')')
    return look ? { type: 'look', node, ahead: look[1] === '', negated: look[2] === '!' } : node
  }

  private escape(): PatternNode {
    if (this.match(/\\b/y)) return { type: 'place', place: 'word-border' }
    if (this.match(/\\B/y)) return { type: 'place', place: 'no-word-border' }
    if (this.match(/\\[1-9]/y) || (/\(\?<[^=!]/.test(this.source) && this.match(/\\k</y)))
      throw new PatternRefusal('The pattern refers back to one of its groups, which is not supported.')
    const unicode = String.raw`\\u\{[0-9a-fA-F]+\}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\[pP]\{[^}]*\}|`
    const common = String.raw`\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\0[0-7]{0,2}|\\[^]`
    return this.set(new RegExp(this.flags === 'u' ? unicode + common : common, this.flags + 'y'))
  }

  private set(shape: RegExp): PatternNode {
    const written = this.match(shape)?.[0] ?? ''
    return { type: 'character', set: writtenSet(written, this.flags) }
  }

  private literal(): PatternNode {
    const point =
      (this.flags === 'u' ? this.source.codePointAt(this.at) : this.source.charCodeAt(this.at)) ?? 0
    this.at += point > 0xffff ? 2 : 1
    return { type: 'character', set: literalSet(point) }
  }

  private sees(text: string): boolean {
    return this.source.startsWith(text, this.at)
  }

  private takes(text: string): boolean {
    const there = this.sees(text)
    if (there) this.at += text.length
    return there
  }

  private match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.source)
    if (found) this.at += found[0].length
    return found
  }
}
