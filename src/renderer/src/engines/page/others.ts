import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { visibleText } from '../../../../common/content/visible-text'
import { element } from './views/parts'

/** Somebody else who is in the page: positions of the ends of what they have chosen. */
export interface Other {
  readonly who: number
  readonly name: string
  readonly colour: number
  readonly anchor: number
  readonly head: number
}

interface Drawn {
  readonly others: readonly Other[]
  readonly set: DecorationSet
}

const key = new PluginKey<Drawn>('others')
const nobody: Drawn = { others: [], set: DecorationSet.empty }

/** Says where others are now. */
export const withOthers = (tr: Transaction, others: readonly Other[]): Transaction =>
  tr.setMeta(key, others).setMeta('addToHistory', false)

export const othersIn = (state: EditorState): readonly Other[] => key.getState(state)?.others ?? []

/** Draws where others are: what they have chosen, and their caret with their name, which fades. */
export const others = (): Plugin =>
  new Plugin<Drawn>({
    key,
    state: {
      init: () => nobody,
      apply(tr, drawn) {
        const told: readonly Other[] | undefined = tr.getMeta(key)
        if (told) return { others: told, set: DecorationSet.create(tr.doc, told.flatMap(drawingsOf)) }
        return tr.docChanged ? { ...drawn, set: drawn.set.map(tr.mapping, tr.doc) } : drawn
      }
    },
    props: { decorations: (state) => key.getState(state)?.set }
  })

function drawingsOf({ who, name, colour, anchor, head }: Other): Decoration[] {
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)]
  const caret = Decoration.widget(head, () => caretOf(name, colour), {
    // made anew where it has moved, so that the name is shown again
    key: `${who} ${head} ${name}`,
    side: -1,
    ignoreSelection: true,
    stopEvent: () => true
  })
  const chosen = Decoration.inline(from, to, { class: 'pe-other-chosen', 'data-person': String(colour) })
  return from < to ? [chosen, caret] : [caret]
}

function caretOf(name: string, colour: number): HTMLElement {
  const flag = element('span', { class: 'pe-other-name' })
  flag.textContent = visibleText(name)
  const caret = element('span', {
    class: 'pe-other-caret',
    'data-person': String(colour),
    'aria-hidden': 'true',
    contenteditable: 'false'
  })
  caret.append(flag)
  return caret
}
