import { IconEye } from '@tabler/icons-react'
import { formatOfPath } from '../../../../common/formats/files'
import { nameOf, type ContentPath } from '../../../../common/content/paths'
import { State } from '../../components/State'
import { useDocument } from '../../documents'
import { LivePreview } from './LivePreview'
import classes from './Preview.module.css'

/** Inspector panel: the HTML document as a reader sees it, while it is typed. */
export function PreviewPanel({ path }: { readonly path: ContentPath | null }) {
  if (!path) return <State icon={<IconEye size={20} />} title="Open a page to see how it looks." />
  if (formatOfPath(path) !== 'page') {
    return (
      <State icon={<IconEye size={20} />} title="Only pages have a preview">
        {nameOf(path)} is not an HTML page.
      </State>
    )
  }
  return <PagePreview path={path} />
}

function PagePreview({ path }: { readonly path: ContentPath }) {
  const { session, snapshot } = useDocument(path)
  if (snapshot.phase.kind !== 'text' && snapshot.phase.kind !== 'bytes') return <div aria-busy="true" />
  return (
    <div className={classes.panel}>
      <LivePreview session={session} />
    </div>
  )
}
