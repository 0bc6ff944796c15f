import { HtmlFrame } from '../../engines/preview/HtmlFrame'
import { contentPath, type ContentPath } from '../../../../common/content/paths'
import { DraftLook, LookSwitch, useSiteLook } from '../site-look'
import classes from './Preview.module.css'

interface PieceViewProps {
  /** A page that holds nothing but the piece. */
  readonly html: string
  /** The page that it is of. */
  readonly path: ContentPath
  readonly title: string
}

/**
 * A piece of a page as the preview shows pages: as its site makes it look where that is wanted, else plain.
 */
export function PieceView({ html, path, title }: PieceViewProps) {
  const look = useSiteLook(path)
  const origin = look?.isOn === true ? look.state.origins?.draft : undefined
  return (
    <div className={classes.live}>
      {look && (
        <div className={classes.look}>
          <LookSwitch look={look} />
        </div>
      )}
      {origin === undefined ? (
        <HtmlFrame html={html} path={path} title={title} />
      ) : (
        <DraftLook path={besideOf(path)} html={html} origin={origin} title={title} />
      )}
    </div>
  )
}

/** A page that is nowhere, in the same folder: the page itself may be shown at the same time. */
const besideOf = (path: ContentPath): ContentPath => contentPath(path.replace(/(\.html)?$/i, '--look.html'))
