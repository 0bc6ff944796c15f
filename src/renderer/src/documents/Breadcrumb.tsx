import { segmentsOf, type ContentPath } from '../../../common/content/paths'
import classes from './Document.module.css'

/** Where a document lies in its site. */
export function Breadcrumb({ path }: { readonly path: ContentPath }) {
  const folders = segmentsOf(path).slice(1)
  const name = folders.pop()
  return (
    <span className={classes.crumbs} title={path}>
      {folders.length > 0 && (
        <>
          <span>{folders.join(' / ')}</span>
          <i> / </i>
        </>
      )}
      <b>{name}</b>
    </span>
  )
}
