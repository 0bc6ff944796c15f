import type { Mark, Node as PageNode } from 'prosemirror-model'
import { wordWise } from '../word-wise'

/** What is compared of a page: a block, a text block that is the same as a whole, a letter or what else stands in a line. */
export interface Token {
  readonly kind: 'block' | 'whole' | 'letter' | 'atom'
  /** The block, or what stands in the line; of letters the text that they are of. */
  readonly node: PageNode
  /** Equal for what may be the same. */
  readonly key: string
  /** How much of the text it takes: letters beyond the first 65,536 take two. A block that is whole, with its letters. */
  readonly length: number
  readonly text: string
  readonly marks: readonly Mark[]
  /** The number of the block around it; -1 for what stands at the top of what is compared. */
  readonly around: number
}

/** What names a block that is the same in all that is compared; undefined for others. */
type Identity = (node: PageNode) => string | undefined

const TEXT = 'text'
/** Blocks of one kind may become each other; all others are the same only by their type. */
const kinds = new Map<string, string>([
  ['paragraph', TEXT],
  ['heading', TEXT],
  ['code_block', TEXT],
  ['bullet_list', 'list'],
  ['ordered_list', 'list']
])

/** The tokens of some blocks, in order. */
export function tokensOf(blocks: readonly PageNode[], identity: Identity): Token[] {
  const tokens: Token[] = []
  const add = (node: PageNode, around: number): void => {
    const same = identity(node)
    const isWhole = same !== undefined && node.isTextblock
    const key = same === undefined ? `<${kindOf(node)}` : `=${same}`
    const here = tokens.length
    tokens.push({
      kind: isWhole ? 'whole' : 'block',
      node,
      key,
      length: isWhole ? 1 + node.content.size : 1,
      text: '',
      marks: [],
      around
    })
    if (isWhole) return
    // one by one: a line of hundreds of thousands of letters is more than one call takes
    if (node.isTextblock) for (const token of lineTokens(node, here)) tokens.push(token)
    else node.forEach((child) => add(child, here))
  }
  for (const block of blocks) add(block, -1)
  return tokens
}

/** What a block may become: the kinds of text blocks, and of lists, each other. An island is what it says. */
function kindOf(node: PageNode): string {
  const { name } = node.type
  return name === 'island' ? `island ${String(node.attrs['raw'])}` : (kinds.get(name) ?? name)
}

/** The letters of a line, and what else stands in it. */
export function lineTokens(line: PageNode, around = -1): Token[] {
  const tokens: Token[] = []
  line.forEach((node) => {
    const { marks } = node
    if (!node.isText) {
      const key = `[${node.type.name} ${String(node.attrs['url'] ?? node.attrs['raw'] ?? '')}`
      tokens.push({ kind: 'atom', node, key, length: 1, text: '', marks, around })
      return
    }
    for (const text of node.text ?? '') {
      const last = tokens.at(-1)
      const whole = last?.kind === 'letter' && last.length === 1 ? last.text + text : text
      // a letter of two signs of which one was formatted alone is one letter
      if (last && whole !== text && isPair(whole))
        tokens[tokens.length - 1] = { ...last, key: whole, text: whole, length: 2 }
      else tokens.push({ kind: 'letter', node, key: text, length: text.length, text, marks, around })
    }
  })
  return tokens
}

const isPair = (signs: string): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(signs)

/** For each token of the first its partner in the second, -1 without one; partners rise. */
export const aligned = (old: readonly Token[], now: readonly Token[]): Int32Array =>
  wordWise(old.map(signOf), now.map(signOf))

const signOf = ({ kind, key }: Token) => ({ key, isLetter: kind === 'letter' })
