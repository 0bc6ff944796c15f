import type { MarkViewConstructor } from 'prosemirror-view'
import { element } from './parts'

/** A link that is written in: it says where it leads, and leads nowhere by itself. */
export const linkView: MarkViewConstructor = ({ attrs }) => ({
  dom: element('a', { class: 'pe-link', title: String(attrs['href']) })
})
