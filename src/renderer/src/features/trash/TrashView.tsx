import { Button, Loader, SegmentedControl } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import type { TrashItem } from '../../../../common/api/types'
import {
  contentPath,
  isWithin,
  nameOf,
  parentOf,
  ROOT,
  segmentsOf,
  splitName,
  type ContentPath,
  siteOf
} from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import { takeFocus } from '../../workbench/typing-ahead'
import { IconButton } from '../../workbench/IconButton'
import { personName } from '../../components/person'
import { State } from '../../components/State'
import { exactTime, relativeTime, numberText } from '../../components/formats'
import { notify, notifyFailure } from '../../workbench/toast'
import { EntryIcon } from '../../engines/tree/icons'
import classes from './TrashView.module.css'
import { useStore } from '../../state/store'
import { wantedInTrash } from './show'
import { useTrash } from './useTrash'

/** What was deleted, and the way back: of the shown site, or of all sites and the sites themselves. */
export function TrashView({ site }: { readonly site: ContentPath | null }) {
  const [isWide, setWide] = useState(false)
  const wanted = useStore(wantedInTrash)
  const everywhere = isWide || (wanted !== null && site !== null && !isWithin(wanted, site))
  const scope = site === null || everywhere ? ROOT : site
  const { trash, reload } = useTrash(scope)
  const view = useRef<HTMLElement>(null)
  useEffect(() => {
    if (view.current) takeFocus(view.current)
  }, [])
  const where = scope === ROOT ? 'any site' : nameOf(scope)
  return (
    <section ref={view} tabIndex={-1} className={classes.view} aria-label="Trash">
      <header className={classes.head}>
        <div>
          <h2>Trash</h2>
          <p>Deleted from {where}. Everything comes back with its history, to the place where it was.</p>
        </div>
        {site !== null && (
          <SegmentedControl
            size="xs"
            aria-label="Whose trash"
            data={[
              { value: 'site', label: nameOf(site) },
              { value: 'all', label: 'All sites' }
            ]}
            value={everywhere ? 'all' : 'site'}
            onChange={(value) => {
              wantedInTrash.set(null)
              setWide(value === 'all')
            }}
          />
        )}
      </header>
      {trash.status === 'loading' && <Loader size={20} m="auto" aria-label="Loading the trash" />}
      {trash.status === 'failed' && (
        <State
          tone="bad"
          title={trash.forbidden ? 'You may not see this trash' : 'The trash cannot be shown'}
          onAgain={reload}
        >
          {trash.message}
        </State>
      )}
      {trash.status === 'ready' && trash.items.length === 0 && (
        <State icon={<IconTrash size={20} stroke={1.5} />} title="The trash is empty">
          {scope === ROOT
            ? 'What you delete goes here first, whole sites too.'
            : 'What you delete in this site goes here first. Deleted sites are under “All sites”.'}
        </State>
      )}
      {trash.status === 'ready' && trash.items.length > 0 && (
        <TrashList scope={scope} items={trash.items} wanted={wanted} />
      )}
    </section>
  )
}

interface TrashListProps {
  readonly scope: ContentPath
  readonly items: readonly TrashItem[]
  /** The file that it was opened for. */
  readonly wanted: ContentPath | null
}

function TrashList({ scope, items, wanted }: TrashListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 8,
    initialRect: { width: 800, height: 600 }
  })
  // newest first: of several that were at this place, the one that went last
  const at = wanted === null ? -1 : items.findIndex(({ path }) => isWithin(wanted, contentPath(path)))
  useEffect(() => {
    if (at < 0) return
    virtual.scrollToIndex(at, { align: 'center' })
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>('[data-wanted] button')?.focus()
    )
    return () => cancelAnimationFrame(frame)
  }, [virtual, at, wanted])
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div ref={scroller} className={classes.list} tabIndex={0} role="region" aria-label="Deleted items">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((line) => {
          const item = items[line.index]
          return item ? (
            <TrashRow key={item.id} scope={scope} item={item} top={line.start} isWanted={line.index === at} />
          ) : null
        })}
      </ul>
    </div>
  )
}

interface TrashRowProps {
  readonly scope: ContentPath
  readonly item: TrashItem
  readonly top: number
  readonly isWanted: boolean
}

function TrashRow({ scope, item, top, isWanted }: TrashRowProps) {
  const path = contentPath(item.path)
  const name = nameOf(path)
  const who = personName(item.deletedBy)
  const verb = item.cause === 'replaced' ? 'Replaced' : 'Deleted'
  return (
    <li
      className={classes.row}
      data-wanted={isWanted || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <EntryIcon entry={{ kind: item.kind, ext: splitName(name).ext.toLowerCase() }} />
      <div className={classes.what}>
        <b>{name}</b>
        <span>
          {placeOf(path, scope)}
          {item.kind === 'folder' && ` · ${numberText(item.files)} ${item.files === 1 ? 'file' : 'files'}`}
        </span>
      </div>
      <span className={classes.when} title={exactTime(item.deletedAt)}>
        {verb} {relativeTime(item.deletedAt)} by {who}
      </span>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={14} stroke={1.5} />}
        aria-label={`Restore ${name}`}
        onClick={() => void restore(item)}
      >
        Restore
      </Button>
      <IconButton label={`Delete ${name} for good…`} onClick={() => deleteForGood(item)}>
        <IconTrashX size={16} stroke={1.5} />
      </IconButton>
    </li>
  )
}

/** Where it was, in words. */
function placeOf(path: ContentPath, scope: ContentPath): string {
  const folder = parentOf(path)
  const depth = segmentsOf(path).length
  if (depth === 1) return 'organization'
  if (depth === 2) return `site of ${nameOf(folder)}`
  if (folder === scope) return `in ${nameOf(scope)}`
  return `in ${scope === ROOT ? folder.slice(1) : folder.slice(scope.length + 1)}`
}

async function restore(item: TrashItem): Promise<void> {
  try {
    const path = await api.restoreFromTrash(siteOf(contentPath(item.path)), item.id)
    notify(`Restored “${nameOf(path)}”`)
  } catch (error) {
    const next = reasonOf(error) === 'exists' ? ' Rename or move what is there now, then restore again.' : ''
    notifyFailure('Not restored', sentenceOf(error) + next)
  }
}

function deleteForGood(item: TrashItem): void {
  const name = nameOf(contentPath(item.path))
  modals.openConfirmModal({
    title: `Delete “${name}” for good?`,
    children:
      item.kind === 'folder'
        ? `${numberText(item.files)} files and all their versions are lost. This cannot be undone.`
        : 'The file and all its versions are lost. This cannot be undone.',
    labels: { confirm: 'Delete for good', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () =>
      void api
        .deleteFromTrash(siteOf(contentPath(item.path)), item.id)
        .catch((error: unknown) => notifyFailure('Not deleted', sentenceOf(error)))
  })
}
