import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { sentenceOf } from '../../api'
import { followAddress, followed } from './followed-link'
import { NotShown } from './NotShown'
import { renderPreview } from './render'
import classes from '../../components/frames.module.css'

interface HtmlFrameProps {
  readonly html: string
  readonly path: ContentPath
  readonly title: string
  /**
   * Told of each link that a person follows in the page, by its address as it is written; without it links
   * lead nowhere.
   */
  readonly onLink?: (address: string) => void
  /**
   * Told of each page that is drawn, and may then look at its parts and hear its clicks. The frame is of the
   * window's origin then; what is in it runs as little as ever.
   */
  readonly onDrawn?: (page: Document) => void
}

let frames = 0

/**
 * Untrusted HTML in a frame without scripts, and of no origin unless its parts are looked at. A link of it
 * can do one thing, when it is to be followed: set the fragment of the window's address, which says what was
 * followed and is put back at once. A new text is drawn in a frame behind the shown one, which is taken away
 * when the new one is there: no flash.
 */
export function HtmlFrame({ html, path, title, onLink, onDrawn }: HtmlFrameProps) {
  const [name] = useState(() => `${++frames}`)
  const follows = onLink !== undefined
  const isRead = onDrawn !== undefined
  const [pages, setPages] = useState<readonly Page[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const count = useRef(0)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const turn = ++count.current
    const hrefOf = follows ? (address: string) => followAddress(name, address) : null
    const draw = async () => {
      const { page, shown: now } = await renderPreview(html, path, {
        shown: isRead ? null : shown.current,
        hrefOf
      })
      if (turn !== count.current) return
      shown.current = now
      setPages((old) => [...old.slice(-1), { turn, page }])
      setRefused(null)
    }
    draw().catch((problem: unknown) => {
      if (turn === count.current) setRefused(sentenceOf(problem))
    })
  }, [html, path, name, follows, isRead])
  const notify = useEffectEvent((address: string) => onLink?.(address))
  useEffect(() => (follows ? followed(name, (address) => notify(address)) : undefined), [name, follows])
  const loaded = (turn: number, page: Document | null) => {
    if (page) onDrawn?.(page)
    setPages((old) => old.filter((one) => one.turn >= turn))
  }
  if (refused !== null) return <NotShown why={refused} />
  return (
    <div className={classes.stack} aria-busy={pages.length === 0}>
      {pages.map(({ turn, page }, index) => (
        <iframe
          key={turn}
          className={classes.frame}
          title={title}
          sandbox={isRead ? 'allow-same-origin' : follows ? 'allow-top-navigation-by-user-activation' : ''}
          srcDoc={page}
          aria-hidden={index > 0 || undefined}
          style={{ zIndex: pages.length - index }}
          onLoad={({ currentTarget }) => loaded(turn, isRead ? currentTarget.contentDocument : null)}
        />
      ))}
    </div>
  )
}

interface Page {
  readonly turn: number
  readonly page: string
}
