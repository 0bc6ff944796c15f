import type { NodeViewConstructor } from 'prosemirror-view'
import { visibleText } from '../../../../../common/content/visible-text'
import { frameMedia, placeholderWords } from '../../preview/frame-media'
import type { PageContext } from '../context'
import { words } from '../words'
import { element } from './parts'

/** A picture of the workspace, or held by the page; of anything else a word in its place. */
export const imageView =
  (context: PageContext): NodeViewConstructor =>
  (node) => {
    const dom = element('span', { class: 'pe-image', role: 'img' })
    const [url, alt] = [String(node.attrs['url']), textOf(node.attrs['alt'])]
    dom.setAttribute('aria-label', visibleText(words.image(alt)))
    void frameMedia(url, context.path()).then((found) => {
      if (found.kind === 'data') dom.replaceChildren(picture(found.url))
      else
        dom.replaceChildren(
          element('span', { class: 'pe-placeholder' }, visibleText(placeholderWords(alt, found.why)))
        )
    })
    return { dom, ignoreMutation: () => true }
  }

function picture(address: string): HTMLElement {
  const drawn = element('img', { src: address, alt: '' })
  drawn.draggable = false
  return drawn
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
