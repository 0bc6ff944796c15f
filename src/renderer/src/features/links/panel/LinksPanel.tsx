import { IconAlertTriangle, IconLink } from '@tabler/icons-react'
import { contentPath, nameOf, siteOf, splitName, type ContentPath } from '../../../../../common/content/paths'
import type { DocumentLinks } from '../../../../../common/links/answers'
import { State } from '../../../components/State'
import { goTo } from '../../../documents/go-to'
import { readLinksAgain, useLinks } from '../../../documents/links/document-links'
import { mendLinks } from '../../../documents/links/mend'
import { faultOf, type OutgoingLink } from '../../../documents/links/words'
import { useWritingRefusal } from '../../../documents/holds/holds'
import { openDocument } from '../../../workbench/workbench'
import { groupsOf, shownPath } from './groups'
import { LinkGroup } from './LinkGroup'
import { LinkRow } from './LinkRow'
import { moveAmongRows } from './row-keys'

/** Inspector panel: what links to the document, and what it links to; what needs a look first (LK8). */
export function LinksPanel({ path }: { readonly path: ContentPath | null }) {
  if (!path || splitName(nameOf(path)).ext === '')
    return <State icon={<IconLink size={20} />} title="Open a document to see its links." />
  return <LinksOf path={path} />
}

function LinksOf({ path }: { readonly path: ContentPath }) {
  const read = useLinks(path)
  if (read.status === 'loading') return <div aria-busy="true" />
  if (read.status === 'failed')
    return (
      <State
        tone="bad"
        icon={<IconAlertTriangle size={20} />}
        title="The links could not be read"
        onAgain={() => readLinksAgain(path)}
      >
        {read.message}
      </State>
    )
  if (read.status === 'none' || (read.links.in.length === 0 && read.links.out.length === 0))
    return (
      <State icon={<IconLink size={20} />} title="No links yet">
        {nameOf(path)} links to nothing, and nothing that you may read links to it.
      </State>
    )
  return <Groups path={path} links={read.links} />
}

function Groups({ path, links }: { readonly path: ContentPath; readonly links: DocumentLinks }) {
  const mayWrite = useWritingRefusal(path) === null
  const groups = groupsOf(links)
  const out = (link: OutgoingLink) => <Outgoing key={link.n} path={path} link={link} mayWrite={mayWrite} />
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows walk its buttons
    <section aria-label="Links" onKeyDown={moveAmongRows}>
      <LinkGroup title="Needs a look" rows={groups.broken} row={out} />
      <LinkGroup
        title="Links to this"
        rows={groups.into}
        none={`Nothing that you may read links to ${nameOf(path)}.`}
        row={({ path: from, title, n, line, column, written }) => (
          <LinkRow
            key={`${from} ${n}`}
            name={title || shownPath(contentPath(from), path)}
            detail={title ? shownPath(contentPath(from), path) : written}
            hint={`${from}, line ${line}: ${written}`}
            line={line}
            onGo={() => goTo(contentPath(from), { line, column })}
          />
        )}
      />
      <LinkGroup title="Links" rows={groups.links} row={out} />
      <LinkGroup title="Fragments" rows={groups.fragments} row={out} />
      <LinkGroup title="Media" rows={groups.media} row={out} />
      <LinkGroup title="Elsewhere" rows={groups.elsewhere} row={out} />
      {!links.complete && <State title="There are more links than are shown." />}
    </section>
  )
}

function Outgoing({
  path,
  link: { n, line, column, written, state, to, title, fix },
  mayWrite
}: {
  readonly path: ContentPath
  readonly link: OutgoingLink
  readonly mayWrite: boolean
}) {
  const fault = faultOf(state)
  const target = to === null ? null : contentPath(to)
  return (
    <LinkRow
      name={fault === null && title ? title : written}
      detail={fault ?? (title ? written : target ? shownPath(target, path) : '')}
      isBad={fault !== null}
      hint={`Line ${line}: ${written}`}
      line={line}
      onGo={() => goTo(path, { line, column })}
      {...(target &&
        target !== path && { opens: { name: shownPath(target, path), open: () => openDocument(target) } })}
      {...(fix &&
        mayWrite && {
          mend: { after: fix.after, run: () => mendLinks(siteOf(path), [{ path, n, ...fix }]) }
        })}
    />
  )
}
