import { NodeSelection } from 'prosemirror-state'
import type { NodeViewConstructor } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import { blockTitle, classesOf, isMetadata, namesIn } from '../block-names'
import type { PageContext } from '../context'
import { words } from '../words'
import { LOOK_ASKED } from '../parts/block-page'
import { isOwnAttribute, labelBlock } from './labels'
import { button, element, speakAs } from './parts'
import { metadataHead } from './metadata-head'
import { nameField } from './name-field'
import { partTools } from './part-tools'
import { whenSeen } from './when-seen'

/** A block: a frame with its name and variants, and a grid of rows and cells. */
export const blockView =
  (context: PageContext): NodeViewConstructor =>
  (first, view, getPos) => {
    let node = first
    const classesNow = () => String(node.attrs['classes'])
    const names = button('pe-names', words.rename)
    names.title = visibleText(words.rename)
    const head = element('div', { class: 'pe-head', contenteditable: 'false' })
    const contentDOM = element('div', { class: 'pe-rows' })
    const dom = element('div', { class: 'pe-block', role: 'group' }, head, contentDOM)
    let isFolded = isMetadata(classesNow())
    let isSelected = false
    let isSeen = false
    let metadata: ReturnType<typeof metadataHead> | null = null

    const draw = () => {
      speakAs(dom, node)
      const { name, variants } = namesIn(classesNow())
      names.replaceChildren(
        element('b', {}, name),
        ...variants.flatMap((variant) => [' ', element('span', { class: 'pe-chip' }, variant)])
      )
      names.disabled = !view.editable
      names.setAttribute('aria-label', visibleText(words.renameBlock([name, ...variants].join(' '))))
      const folds = isMetadata(classesNow())
      if (folds) metadata ??= metadataHead({ head, askForm, turn })
      if (folds) metadata?.show(isFolded, summaryOf(), !view.editable)
      else metadata?.hide()
      dom.classList.toggle('pe-metadata', folds)
      dom.classList.toggle('pe-folded', folds && isFolded)
      if (isSeen) queueMicrotask(() => labelBlock(dom, classesNow()))
    }
    const summaryOf = () =>
      node.children
        .map((row) => row.children.map((cell) => cell.textContent.trim()).join(': '))
        .filter((line) => line !== '')
        .join(' · ')

    const turn = () => {
      isFolded = !isFolded
      draw()
    }

    const choose = (): boolean => {
      const pos = getPos()
      if (pos === undefined) return false
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
      return true
    }

    const rename = () => {
      const field = nameField({
        title: blockTitle(classesNow()),
        offers: context.nameOffers,
        say: context.say,
        onDone: (title, byKey) => {
          field.replaceWith(names)
          const classes = title === null ? null : classesOf(title, classesNow())
          const pos = getPos()
          if (classes !== null && classes !== classesNow() && pos !== undefined) {
            view.dispatch(view.state.tr.setNodeAttribute(pos, 'classes', classes))
            context.say(words.renamed(blockTitle(classes)))
          }
          if (byKey) view.focus()
        }
      })
      names.replaceWith(field)
      field.focus()
      field.select()
    }

    names.addEventListener('click', () => view.editable && rename())
    dom.addEventListener('pe-rename', (event) => {
      event.stopPropagation()
      if (view.editable) rename()
    })
    const askForm = () => {
      if (choose()) context.askForm(/^section/i.test(classesNow().trim()) ? 'section' : 'page')
    }
    dom.addEventListener('pe-unfold', () => {
      isFolded = false
      draw()
    })
    head.append(names)
    whenSeen(dom, () => {
      const name = words.blockPart(namesIn(classesNow()).name)
      const { handle, menu } = partTools({ kind: 'block', name, view, getPos, context })
      head.prepend(handle)
      const look = button('pe-look', words.lookAt(name), words.look)
      look.title = visibleText(words.lookAt(name))
      look.addEventListener('click', () => {
        choose()
        dom.dispatchEvent(new Event(LOOK_ASKED, { bubbles: true }))
      })
      head.append(look, menu)
      isSeen = true
      labelBlock(dom, classesNow())
    })
    // what is beside the buttons chooses the block
    head.addEventListener('mousedown', (event) => {
      const { target } = event
      if (target !== head && !(target instanceof Element && target.matches('.pe-summary'))) return
      event.preventDefault()
      if (choose()) view.focus()
    })
    draw()
    return {
      dom,
      contentDOM,
      update: (next) => {
        if (next.type !== node.type) return false
        node = next
        draw()
        return true
      },
      selectNode: () => {
        isSelected = true
        dom.classList.add('ProseMirror-selectednode')
      },
      deselectNode: () => {
        isSelected = false
        dom.classList.remove('ProseMirror-selectednode')
      },
      stopEvent: (event) =>
        event.target instanceof Node && head.contains(event.target) && !(isSelected && event.type === 'copy'),
      ignoreMutation: (change) =>
        change.type !== 'selection' &&
        (head.contains(change.target) || isOwnAttribute(change, dom, contentDOM))
    }
  }
