import { visibleText } from '../../../../../common/content/visible-text'
import { words } from '../words'
import { button, element } from './parts'

interface MetadataHeadOptions {
  /** Where it stands, behind the block's name. */
  readonly head: HTMLElement
  readonly askForm: () => void
  readonly turn: () => void
}

/**
 * What the head of a metadata block has beside its name: what the block says in a line, its form, and the
 * button that shows the rows.
 */
export function metadataHead({ head, askForm, turn }: MetadataHeadOptions) {
  const summary = element('span', { class: 'pe-summary' })
  const form = button('pe-form', words.form, words.form)
  const fold = button('pe-fold', words.fold)
  form.addEventListener('click', askForm)
  summary.addEventListener('dblclick', askForm)
  fold.addEventListener('click', turn)
  const parts = [summary, form, fold]
  return {
    show: (isFolded: boolean, says: string, readOnly: boolean) => {
      nameForm(form, readOnly)
      fold.textContent = visibleText(isFolded ? words.unfold : words.fold)
      fold.setAttribute('aria-label', visibleText(isFolded ? words.unfold : words.fold))
      fold.setAttribute('aria-expanded', String(!isFolded))
      summary.textContent = visibleText(isFolded ? says : '')
      if (summary.parentElement !== head)
        head.querySelector(':scope > :is(.pe-names, .pe-rename)')?.after(...parts)
    },
    hide: () => parts.forEach((part) => part.remove())
  }
}

/** The button of the form says whether it is more than looked at. */
export function nameForm(form: Element, readOnly: boolean): void {
  const name = readOnly ? words.formToRead : words.form
  form.textContent = visibleText(name)
  form.setAttribute('aria-label', visibleText(name))
}
