import type { Node as PageNode } from 'prosemirror-model'
import { isCell } from './change'
import { settingsOf, type Change, type Edit, type Setting } from './delta'
import { idOf, membersOf, nowOf, same, type Embed, type Settings } from './embeds'

/**
 * What makes a text say a page in which its blocks stand in this order already: every ghost gets a marker,
 * and every marker its depth, its row and what it says.
 * @param markers for each block of the page its marker in the text; null for a ghost
 */
export function straightened(
  page: PageNode,
  markers: readonly (Embed | null)[],
  settings: Settings,
  newId: () => string
): Change {
  const edits: Edit[] = []
  const set: Setting[] = []
  let [at, nth] = [0, 0]
  const add = (node: PageNode, depth: number, row: string | null): void => {
    const marker = markers[nth++] ?? null
    const said = { ...membersOf(node), d: depth, ...(isCell(node) && row !== null && { r: row }) }
    const embed = marker ?? { ...said, i: newId() }
    if (marker) {
      set.push(...settingsOf(marker, differing(nowOf(marker, settings), said, node)))
      at += 1
    } else edits.push({ at, insert: embed })
    if (node.isTextblock) at += node.content.size
    else node.forEach((child) => add(child, depth + 1, idOf(embed)))
  }
  page.forEach((child) => add(child, 0, null))
  return { edits, settings: set }
}

/** The members that say something else. A cell that was made in no row needs none. */
function differing(has: Embed, said: Embed, node: PageNode): Record<string, unknown> {
  const names = Object.keys(node.attrs).map((name) => (name === 'src' ? 's' : name))
  const keys = ['t', 'd', ...names, ...('r' in has ? ['r'] : [])].filter((key) => key in has || key in said)
  const change = keys.filter((key) => !same(has[key] ?? null, said[key] ?? null))
  return Object.fromEntries(change.map((key) => [key, said[key] ?? null]))
}
