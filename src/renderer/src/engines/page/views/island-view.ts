import type { NodeViewConstructor } from 'prosemirror-view'
import { words } from '../words'
import { element } from './parts'

/** What a source is, in a few words: its element, or that it is a comment, and the first words in it. */
function namesOf(raw: string): { readonly name: string; readonly text: string } {
  const comment = /^<!--([^]*?)-->/.exec(raw.trim())
  const name = comment ? words.comment : (/^<([a-z][^\s/>]*)/i.exec(raw.trim())?.[1] ?? words.otherText)
  const inside = comment ? (comment[1] ?? '') : raw.replace(/<[^>]*>/g, ' ')
  const text = inside.replace(/\s+/g, ' ').trim()
  return { name, text: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text }
}

const SHOWN = 60

function chip(raw: string, tag: 'div' | 'span'): HTMLElement {
  const { name, text } = namesOf(raw)
  return element(
    tag,
    { class: 'pe-island', role: 'group', 'aria-label': words.island(name, text), title: raw.slice(0, 600) },
    element('b', {}, name),
    ...(text === '' ? [] : [element('span', {}, text)])
  )
}

/** What the editor does not understand: shown as its text, never as what it would do. */
export const islandView: NodeViewConstructor = ({ attrs }) => ({ dom: chip(String(attrs['raw']), 'div') })

export const inlineIslandView: NodeViewConstructor = ({ attrs }) => ({
  dom: chip(String(attrs['raw']), 'span')
})
