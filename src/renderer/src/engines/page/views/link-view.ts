import type { MarkViewConstructor } from 'prosemirror-view'
import { dirAndLangIn } from '../../../../../common/formats/page/dir-and-lang'
import { isMac } from '../../../workbench/bridge'
import { element } from './parts'

/** Told by a link that somebody follows, with its address as `detail`. */
export const OPEN_LINK = 'pe-open-link'

/**
 * A link that is written in: it says where it leads, and leads there with Control (or Command) and a click
 * alone.
 */
export const linkView: MarkViewConstructor = ({ attrs }) => {
  const dom = element('a', {
    class: 'pe-link',
    title: String(attrs['href']),
    ...dirAndLangIn(attrs['tag'])
  })
  dom.addEventListener('click', (event) => {
    if (!(isMac() ? event.metaKey : event.ctrlKey)) return
    event.preventDefault()
    dom.dispatchEvent(new CustomEvent(OPEN_LINK, { detail: String(attrs['href']), bubbles: true }))
  })
  return { dom }
}
