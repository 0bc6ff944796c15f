import { NodeSelection } from 'prosemirror-state'
import type { NodeViewConstructor } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import { isEnter, isEscape } from '../../../components/keys'
import { blockTitle, classesOf, isMetadata, namesIn } from '../block-names'
import type { PageContext } from '../context'
import { words } from '../words'
import { isOwnAttribute, labelBlock } from './labels'
import { button, element } from './parts'
import { partTools } from './part-tools'

/** A block: a frame with its name and variants, and a grid of rows and cells. */
export const blockView =
  (context: PageContext): NodeViewConstructor =>
  (first, view, getPos) => {
    let node = first
    const classesNow = () => String(node.attrs['classes'])
    const tools = partTools({
      kind: 'block',
      name: words.blockPart(namesIn(classesNow()).name),
      view,
      getPos,
      context
    })
    const names = button('pe-names', words.rename)
    names.title = visibleText(words.rename)
    const summary = element('span', { class: 'pe-summary' })
    const fold = button('pe-fold', words.fold)
    const form = button('pe-form', words.form, words.form)
    form.tabIndex = -1
    const head = element('div', { class: 'pe-head', contenteditable: 'false' })
    const contentDOM = element('div', { class: 'pe-rows' })
    const dom = element('div', { class: 'pe-block', role: 'group' }, head, contentDOM)
    let isFolded = isMetadata(classesNow())
    let isSelected = false

    const draw = () => {
      const { name, variants } = namesIn(classesNow())
      names.replaceChildren(
        element('b', {}, name),
        ...variants.flatMap((variant) => [' ', element('span', { class: 'pe-chip' }, variant)])
      )
      names.setAttribute('aria-label', visibleText(words.renameBlock([name, ...variants].join(' '))))
      const folds = isMetadata(classesNow())
      fold.hidden = !folds
      form.hidden = !folds
      fold.textContent = visibleText(isFolded ? words.unfold : words.fold)
      fold.setAttribute('aria-label', visibleText(isFolded ? words.unfold : words.fold))
      fold.setAttribute('aria-expanded', String(!isFolded))
      summary.textContent = visibleText(folds && isFolded ? summaryOf() : '')
      dom.classList.toggle('pe-metadata', folds)
      dom.classList.toggle('pe-folded', folds && isFolded)
      queueMicrotask(() => labelBlock(dom, classesNow()))
    }
    const summaryOf = () =>
      node.children
        .map((row) => row.children.map((cell) => cell.textContent.trim()).join(': '))
        .filter((line) => line !== '')
        .join(' · ')

    const rename = () => {
      const field = element('input', {
        class: 'pe-rename',
        'aria-label': words.renameField,
        spellcheck: 'false',
        autocomplete: 'off'
      })
      field.value = blockTitle(classesNow())
      let isDone = false
      const done = (keep: boolean) => {
        if (isDone) return
        isDone = true
        field.replaceWith(names)
        const classes = keep ? classesOf(field.value, classesNow()) : null
        const pos = getPos()
        if (classes !== null && classes !== classesNow() && pos !== undefined) {
          view.dispatch(view.state.tr.setNodeAttribute(pos, 'classes', classes))
          context.say(words.renamed(blockTitle(classes)))
        }
      }
      field.addEventListener('keydown', (event) => {
        if (!isEnter(event) && !isEscape(event)) return
        event.preventDefault()
        event.stopPropagation()
        done(isEnter(event))
        view.focus()
      })
      field.addEventListener('blur', () => done(true))
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
      const pos = getPos()
      if (pos === undefined) return
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
      context.askForm(/^section/i.test(classesNow().trim()) ? 'section' : 'page')
    }
    form.addEventListener('click', askForm)
    summary.addEventListener('dblclick', askForm)
    dom.addEventListener('pe-unfold', () => {
      isFolded = false
      draw()
    })
    fold.addEventListener('click', () => {
      isFolded = !isFolded
      draw()
    })
    head.append(tools.handle, names, summary, form, fold, tools.menu)
    // what is beside the buttons chooses the block
    head.addEventListener('mousedown', (event) => {
      const pos = getPos()
      if (event.target !== head && event.target !== summary) return
      event.preventDefault()
      if (pos === undefined) return
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
      view.focus()
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
