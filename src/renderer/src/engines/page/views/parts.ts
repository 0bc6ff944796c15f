import { dirAndLangOf } from '../../../../../common/formats/page/dir-and-lang'
import { visibleText } from '../../../../../common/content/visible-text'

/** Small parts of what is drawn in a page, in plain DOM. */

type Attributes = Readonly<Record<string, string>>

/** Attributes that people see or hear. */
const shown: ReadonlySet<string> = new Set(['aria-label', 'title', 'data-empty'])

/** An element with these attributes and children; what people see of them is shown as it is (E13). */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, shown.has(name) ? visibleText(value) : value)
  made.append(...children.map((child) => (typeof child === 'string' ? visibleText(child) : child)))
  return made
}

/**
 * A button that no one comes to with Tab: what it does is a command too, and the keyboard stays in the text.
 */
export function button(className: string, label: string, ...children: readonly (Node | string)[]) {
  return element(
    'button',
    { type: 'button', class: className, 'aria-label': label, tabindex: '-1' },
    ...children
  )
}

/** Has a part run in the direction, and be told in the language, that its source says; it may have said another before. */
export function speakAs(dom: HTMLElement, node: Parameters<typeof dirAndLangOf>[0]): void {
  const { dir, lang } = dirAndLangOf(node)
  for (const [name, value] of [
    ['dir', dir],
    ['lang', lang]
  ] as const)
    if (value === undefined) dom.removeAttribute(name)
    else dom.setAttribute(name, value)
}
