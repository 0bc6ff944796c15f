import type { ContentPath } from '../../../../../common/content/paths'
import { NotShown } from '../../preview/NotShown'
import { ChangeBar, type ChangeActions } from './ChangeBar'
import { ReaderFrame } from './ReaderFrame'
import type { ShownPage } from './shown-page'
import { useChanges, type ChangesStatus } from './useChanges'
import classes from './Views.module.css'

interface ReaderViewProps {
  readonly shown: ShownPage
  readonly path: ContentPath
  readonly title: string
  readonly actions: ChangeActions
  readonly onStatus: (status: ChangesStatus | null) => void
}

/** Both states in one page, as a reader sees them, with what came and went marked in it. */
export function ReaderView({ shown, path, title, actions, onStatus }: ReaderViewProps) {
  const { items, page, refused } = shown
  const changes = useChanges(items, onStatus)
  return (
    <div className={classes.view}>
      {refused === null ? (
        <ReaderFrame page={page} path={path} title={title} anchor={changes.current?.anchor ?? null} />
      ) : (
        <NotShown why={refused} />
      )}
      <ChangeBar changes={changes} actions={actions} />
    </div>
  )
}
