import { contentPath } from '../../../../../common/content/paths'
import { openDocument, openTool } from '../../../workbench/workbench'
import classes from '../sync.module.css'

interface FileLinkProps {
  /** Content path here, or what a config is of. */
  readonly path: string
  readonly isConfig: boolean
  readonly shown: string
  /** It is not there (any more): only its name. */
  readonly isGone?: boolean
}

/** The name of a file, which opens it. */
export function FileLink({ path, isConfig, shown, isGone }: FileLinkProps) {
  if (isGone) return <b>{shown}</b>
  return (
    <button
      type="button"
      className={classes.link}
      onClick={() => (isConfig ? openTool('config', contentPath(path)) : openDocument(contentPath(path)))}
    >
      {shown}
    </button>
  )
}
