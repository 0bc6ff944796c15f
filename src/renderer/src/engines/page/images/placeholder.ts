import { button, element } from '../views/parts'
import { visibleText } from '../../../../../common/content/visible-text'
import './images.css'

/** What can be done with a picture on its way. */
interface PlaceholderActions {
  readonly retry: () => void
  readonly remove: () => void
  /** What it is called to do so once it could not come; unless told, that it is removed. */
  readonly giveUp?: string
}

/** What stands in the place of a picture while it comes, and when it could not. */
export interface Placeholder {
  readonly dom: HTMLElement
  /** How far it is: 0 to 1; null while nobody knows. */
  readonly progress: (words: string, done: number | null) => void
  /** It did not come, and why. */
  readonly failed: (why: string) => void
}

const words = {
  label: (name: string) => `Picture ${name} on its way`,
  cancel: 'Cancel',
  retry: 'Try again',
  remove: 'Remove'
} as const

/** @param name of the file, as the person knows it */
export function openPlaceholder(
  name: string,
  { retry, remove, giveUp = words.remove }: PlaceholderActions
): Placeholder {
  const state = element('span', { class: 'pe-waiting-state' })
  const bar = element('progress', { max: '1', 'aria-label': words.label(name) })
  const again = button('pe-waiting-button', words.retry, words.retry)
  const away = button('pe-waiting-button', words.cancel, words.cancel)
  const dom = element(
    'span',
    { class: 'pe-waiting', contenteditable: 'false', role: 'group', 'aria-label': words.label(name) },
    element('b', {}, name),
    bar,
    state,
    again,
    away
  )
  again.addEventListener('click', retry)
  away.addEventListener('click', remove)
  const show = (text: string, isFailed: boolean) => {
    if (state.textContent !== text) state.textContent = visibleText(text)
    dom.classList.toggle('pe-failed', isFailed)
    bar.hidden = isFailed
    again.hidden = !isFailed
    const label = isFailed ? giveUp : words.cancel
    away.textContent = visibleText(label)
    away.setAttribute('aria-label', visibleText(label))
  }
  show('', false)
  return {
    dom,
    progress(text, done) {
      show(text, false)
      if (done === null) bar.removeAttribute('value')
      else bar.value = done
    },
    failed: (why) => show(why, true)
  }
}
