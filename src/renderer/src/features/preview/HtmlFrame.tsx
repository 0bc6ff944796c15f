import { useEffect, useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { renderPreview } from './render'
import classes from './Preview.module.css'

interface HtmlFrameProps {
  readonly html: string
  readonly path: ContentPath
  readonly title: string
}

/**
 * Untrusted HTML in a frame of no origin, without scripts. A new text is drawn in a frame behind the shown one, which is
 * taken away when the new one is there: no flash.
 */
export function HtmlFrame({ html, path, title }: HtmlFrameProps) {
  const [pages, setPages] = useState<readonly Page[]>([])
  const count = useRef(0)
  const shown = useRef<Document>(null)
  useEffect(() => {
    const turn = ++count.current
    void renderPreview(html, path, shown.current).then(({ page, document }) => {
      if (turn !== count.current) return
      shown.current = document
      setPages((old) => [...old.slice(-1), { turn, page }])
    })
  }, [html, path])
  const loaded = (turn: number) => setPages((old) => old.filter((one) => one.turn >= turn))
  return (
    <div className={classes.stack} aria-busy={pages.length === 0}>
      {pages.map(({ turn, page }, index) => (
        <iframe
          key={turn}
          className={classes.frame}
          title={title}
          sandbox=""
          srcDoc={page}
          aria-hidden={index > 0 || undefined}
          style={{ zIndex: pages.length - index }}
          onLoad={() => loaded(turn)}
        />
      ))}
    </div>
  )
}

interface Page {
  readonly turn: number
  readonly page: string
}
