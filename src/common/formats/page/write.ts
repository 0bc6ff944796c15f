import type { Node as PageNode } from 'prosemirror-model'
import { writeCode } from './code'
import { settledLine } from './inline'
import { closeTag, hintOf, openTag, tagNameOf } from './open'
import { islandSource } from './island'
import { blanks } from './tags'
import { writeTextBlock } from './text-block'

/** How a node was written, and where: it is written so again as long as it stands so. */
interface Written {
  readonly lead: string
  readonly mayBeBare: boolean
  readonly parent: string
  /** All but the blanks before it, and an end tag that was left out. */
  readonly text: string
  /** The end tag that was left out. */
  readonly omitted: string
  readonly isBare: boolean
}

/** A node never changes, so what was written of it stays true. */
const writtenNodes = new WeakMap<PageNode, Written>()
const writtenPages = new WeakMap<PageNode, string>()

/**
 * The source of a page. What nobody touched is written as it was, byte for byte; what is new stands in normal
 * form, laid out like its neighbours. Text is remembered by node, so that writing after a key costs as much
 * as the block that has changed.
 */
export function writePage(page: PageNode): string {
  const known = writtenPages.get(page)
  if (known !== undefined) return known
  const [head, tail] = [String(page.attrs['head']), String(page.attrs['tail'])]
  const indentation = /\n[ \t]*(?=<main[^>]*>$)/.exec(head)?.[0] ?? ''
  const isNew = page.childCount > 0 && page.children.every((child) => hintOf(child) === null)
  const end = isNew && tail.startsWith('</main') ? indentation : ''
  const text = head + writeChildren(page, indentation) + end + tail
  writtenPages.set(page, text)
  return text
}

/** Nodes whose content stands on their own line. */
const onOneLine: ReadonlySet<string> = new Set(['cell', 'list_item', 'blockquote', 'table_cell'])

/** @param lead the blanks before the node itself */
function writeChildren(node: PageNode, lead: string): string {
  const kind = node.type.name
  const leads = leadsOf(node, lead)
  // joined once: a text that was added up piece by piece would be walked through whenever it is read
  const pieces: string[] = []
  let omitted = ''
  let mayBeBare = true
  node.forEach((child, _, at) => {
    const own = leads[at] ?? ''
    const written = writeNode(child, own, mayBeBare, kind)
    if (written.isBare && written.text === '') return
    if (omitted !== '' && !ends(omitted, written.text)) pieces.push(omitted)
    pieces.push(own, written.text)
    omitted = written.omitted
    mayBeBare = !written.isBare && (mayBeBare || !isComment(child))
  })
  return pieces.join('')
}

const isComment = (node: PageNode) =>
  node.type.name === 'island' && String(node.attrs['raw']).startsWith('<!--')

/** Whether what follows says by its own tag that the element before it is over. */
function ends(endTag: string, next: string): boolean {
  if (endTag === '</p>')
    return /^<(address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|main|menu|nav|ol|p|pre|search|section|summary|ul)[\s/>]/i.test(
      next
    )
  if (endTag === '</li>') return /^<li[\s>]/i.test(next)
  if (endTag === '</td>' || endTag === '</th>') return /^<t[dh][\s>]/i.test(next)
  if (endTag === '</tr>') return /^<tr[\s>]/i.test(next)
  return /^<t(body|foot)[\s>]/i.test(next)
}

/**
 * The blanks before each child: its own, those of its neighbours, or two spaces deeper than its parent where
 * that stands on a line.
 */
function leadsOf(node: PageNode, lead: string): string[] {
  const own = node.children.map((child) => {
    const hint = hintOf(child)
    return hint === null || !blanks.test(hint.lead ?? '') ? null : (hint.lead ?? '')
  })
  let before = own.find((one) => one !== null) ?? insideOf(node, lead)
  return own.map((one) => (before = one ?? before))
}

function insideOf(node: PageNode, lead: string): string {
  if (onOneLine.has(node.type.name) || !lead.includes('\n')) return ''
  return `${lead.slice(lead.lastIndexOf('\n'))}  `
}

function writeNode(node: PageNode, lead: string, mayBeBare: boolean, parent: string): Written {
  const known = writtenNodes.get(node)
  if (known && known.lead === lead && known.mayBeBare === mayBeBare && known.parent === parent) return known
  const written = {
    lead,
    mayBeBare,
    parent,
    omitted: '',
    isBare: false,
    ...writeAnew(node, lead, mayBeBare, parent)
  }
  writtenNodes.set(node, written)
  return written
}

function writeAnew(
  node: PageNode,
  lead: string,
  mayBeBare: boolean,
  parent: string
): Pick<Written, 'text'> & Partial<Pick<Written, 'omitted' | 'isBare'>> {
  const { name } = node.type
  if (name === 'island') return { text: islandSource(node, parent) }
  if (name === 'code_block') return { text: writeCode(node) }
  if (name === 'hr') return { text: openTag(node) }
  // says nothing (`settled`), also where a line with words would need tags
  if (node.attrs['bare'] === true && settledLine(node.content).size === 0) return { text: '', isBare: true }
  if (node.isTextblock) {
    const bare = mayBeBare && node.attrs['bare'] === true ? writeTextBlock(node, true) : null
    if (bare !== null) return { text: bare, isBare: true }
  }
  const close = closeTag(node)
  const inside = node.isTextblock
    ? (writeTextBlock(node, false) ?? '')
    : writeChildren(node, lead) + tailOf(node, lead)
  return {
    // in one piece: a text that was added up keeps its pieces beside it
    text: [openTag(node), inside, close].join(''),
    omitted: close === '' ? `</${tagNameOf(name, node.attrs)}>` : ''
  }
}

/** The blanks before the end tag. */
function tailOf(node: PageNode, lead: string): string {
  const hint = hintOf(node)
  const tail = hint?.tail ?? ''
  if (hint && tail !== '' && blanks.test(tail)) return tail
  const isNew = node.childCount > 0 && node.children.every((child) => hintOf(child) === null)
  return isNew && insideOf(node, lead) !== '' ? lead.slice(lead.lastIndexOf('\n')) : ''
}
