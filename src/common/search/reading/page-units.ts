import { attribute, blocksOf, classesOf, isElement, pushReversed, type Element, type Node } from '../../html'
import { metadataBlocks } from '../../publishing/page-metadata'
import type { At, Unit, Units } from './unit'

/** What a page says, block by block, in its order. @param roots with places, when those are wanted */
export function addPageUnits(units: Units, roots: readonly Element[]): void {
  const names = new Map<Node, string>()
  for (const block of blocksOf(roots)) {
    const [name] = classesOf(block)
    if (name !== undefined) names.set(block, name)
  }
  const metadata = new Set<Node>(metadataBlocks(roots))
  const walk = new Walk(units)
  const waiting: (Node | Leaving)[] = []
  pushReversed<Node | Leaving>(waiting, roots)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('leave' in next) {
      next.leave()
      continue
    }
    if (next.nodeName === '#text' && 'value' in next) walk.text(next.value, next)
    if (!isElement(next) || unread.has(next.tagName)) continue
    if (next.tagName === 'img') walk.aside(attribute(next, 'alt') ?? '', next)
    if (next.tagName === 'br') walk.text('\n', next)
    const element = next
    if (!inline.has(next.tagName)) {
      const before = walk.enter(element, names.get(element), metadata.has(element))
      waiting.push({ leave: () => walk.leave(before) })
    }
    pushReversed<Node | Leaving>(waiting, element.childNodes)
  }
  walk.flush()
}

interface Leaving {
  readonly leave: () => void
}

interface Place {
  readonly block: string | undefined
  readonly role: Unit['role']
}

class Walk {
  private heading = ''
  private place: Place = { block: undefined, role: 'body' }
  private written = ''
  private first: Node | null = null

  constructor(private readonly units: Units) {}

  text(value: string, node: Node): void {
    if (this.first === null && value.trim() !== '') this.first = node
    this.written += value
  }

  /** Said beside the text, and not in its line. */
  aside(value: string, node: Node): void {
    this.units.add('data', value, this.at(node))
  }

  enter(element: Element, block: string | undefined, isMetadata: boolean): Place {
    this.flush()
    const before = this.place
    const isHeading = /^h[1-6]$/.test(element.tagName)
    this.place = {
      block: block ?? before.block,
      role: isMetadata ? 'data' : isHeading ? 'head' : before.role
    }
    return before
  }

  leave(before: Place): void {
    this.flush()
    this.place = before
  }

  flush(): void {
    if (this.first !== null) {
      this.units.add(this.place.role, this.written, this.at(this.first))
      if (this.place.role === 'head') this.heading = this.written.replace(/\s+/gu, ' ').trim().slice(0, 200)
    }
    this.written = ''
    this.first = null
  }

  private at(node: Node): At {
    const { startLine: line = 1, startCol: column = 1 } = node.sourceCodeLocation ?? {}
    const { block } = this.place
    return {
      kind: 'block',
      line,
      column,
      ...(this.heading !== '' && { heading: this.heading }),
      ...(block !== undefined && { block })
    }
  }
}

/** What says nothing to its readers. */
export const unread: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe'
])

/** What stands in a line. */
export const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr picture source'.split(
    ' '
  )
)
