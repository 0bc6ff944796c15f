import { useMemo } from 'react'
import type { HtmlDiff } from '../../../../../common/diff'
import type { ContentPath } from '../../../../../common/content/paths'
import { pageItems } from '../changes/page-items'
import { ChangeBar, type ChangeActions } from './ChangeBar'
import { readerHtml } from './reader-html'
import { ReaderFrame } from './ReaderFrame'
import { useChanges, type ChangesStatus } from './useChanges'
import classes from './Views.module.css'

interface ReaderViewProps {
  readonly diff: HtmlDiff
  readonly path: ContentPath
  readonly title: string
  readonly actions: ChangeActions
  readonly onStatus: (status: ChangesStatus | null) => void
}

/** Both states in one page, as a reader sees them, with what came and went marked in it. */
export function ReaderView({ diff, path, title, actions, onStatus }: ReaderViewProps) {
  const items = useMemo(() => pageItems(diff), [diff])
  const html = useMemo(() => readerHtml(diff), [diff])
  const changes = useChanges(items, onStatus)
  return (
    <div className={classes.view}>
      <ReaderFrame html={html} path={path} title={title} anchor={changes.current?.anchor ?? null} />
      <ChangeBar changes={changes} actions={actions} />
    </div>
  )
}
