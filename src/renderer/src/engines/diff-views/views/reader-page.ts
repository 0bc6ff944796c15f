import type { Image } from '../../../../../common/compare'
import type { ContentPath } from '../../../../../common/content/paths'
import { visibleText } from '../../../../../common/content/visible-text'
import { frameHead } from '../../preview/frame-head'
import { frameMedia, placeholderWords } from '../../preview/frame-media'
import { escaped } from './escaped'
import type { ReaderHtml } from './reader-html'
import readerCss from './reader.css?raw'

/** The page of both states for its frame, with the pictures that lie in the workspace. */
export async function readerPage({ pieces, images }: ReaderHtml, path: ContentPath): Promise<Blob> {
  const drawn = await Promise.all(images.map((image) => drawnImage(image, path)))
  const body = pieces.map((piece, at) => (at % 2 === 0 ? piece : (drawn[Number(piece)] ?? '')))
  const head = `<!doctype html><html><head>${frameHead(readerCss)}</head><body>`
  return new Blob([head, ...body, '</body></html>'], { type: 'text/html;charset=utf-8' })
}

async function drawnImage({ src, alt }: Image, path: ContentPath): Promise<string> {
  if (src === '') return `<img alt="${escaped(alt)}">`
  const media = await frameMedia(src, path)
  return media.kind === 'data'
    ? `<img src="${escaped(media.url)}" alt="${escaped(alt)}">`
    : `<span class="galley-placeholder">${escaped(visibleText(placeholderWords(alt, media.why)))}</span>`
}
