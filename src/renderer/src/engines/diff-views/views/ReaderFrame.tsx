import { useEffect, useState } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import { sentenceOf } from '../../../api'
import { NotShown } from '../../preview/NotShown'
import type { ReaderHtml } from './reader-html'
import { readerPage } from './reader-page'
import classes from './Views.module.css'

interface ReaderFrameProps {
  readonly page: ReaderHtml
  readonly path: ContentPath
  readonly title: string
  /** The place to show. */
  readonly anchor: string | null
}

/**
 * The compared page in a frame of no origin, without scripts (E5). It is shown from an address of its own, so
 * that a change is gone to by its anchor: nothing else reaches into such a frame.
 */
export function ReaderFrame({ page, path, title, anchor }: ReaderFrameProps) {
  const [url, setUrl] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let wanted = true
    const draw = async () => {
      const content = await readerPage(page, path)
      if (!wanted) return
      made = URL.createObjectURL(content)
      setUrl(made)
      setRefused(null)
    }
    draw().catch((problem: unknown) => {
      if (wanted) setRefused(sentenceOf(problem))
    })
    return () => {
      wanted = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [page, path])
  if (refused !== null) return <NotShown why={refused} />
  return (
    <div className={classes.page} aria-busy={url === null}>
      {url && (
        <iframe
          key={url}
          className={classes.frame}
          title={title}
          sandbox=""
          src={anchor === null ? url : `${url}#${anchor}`}
        />
      )}
    </div>
  )
}
