import { Button, Loader } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { TrashItem } from '../../../../common/api/types'
import { contentPath, nameOf, parentOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { api, reasonOf, sentenceOf } from '../../api'
import { IconButton } from '../../components/IconButton'
import { personName } from '../../components/person'
import { State } from '../../components/State'
import { exactTime, relativeTime } from '../../components/time'
import { tell, tellFailure } from '../../components/toast'
import { EntryIcon } from '../tree'
import classes from './TrashView.module.css'
import { useTrash } from './useTrash'

/** What was deleted in a site, and the way back. */
export function TrashView({ site }: { readonly site: ContentPath }) {
  const { trash, reload } = useTrash(site)
  return (
    <section className={classes.view} aria-label="Trash">
      <header className={classes.head}>
        <h2>Trash</h2>
        <p>Deleted from {nameOf(site)}. Everything comes back with its history, to the place where it was.</p>
      </header>
      {trash.status === 'loading' && <Loader size={20} m="auto" aria-label="Loading the trash" />}
      {trash.status === 'failed' && (
        <State
          tone="bad"
          title={trash.forbidden ? 'You may not see this trash' : 'The trash cannot be shown'}
          actions={
            <Button variant="default" onClick={reload}>
              Try again
            </Button>
          }
        >
          {trash.message}
        </State>
      )}
      {trash.status === 'ready' && trash.items.length === 0 && (
        <State icon={<IconTrash size={20} stroke={1.5} />} title="The trash is empty">
          What you delete in this site goes here first.
        </State>
      )}
      {trash.status === 'ready' && trash.items.length > 0 && <TrashList site={site} items={trash.items} />}
    </section>
  )
}

function TrashList({ site, items }: { readonly site: ContentPath; readonly items: readonly TrashItem[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is read in this component only
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 8
  })
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div ref={scroller} className={classes.list} tabIndex={0} role="region" aria-label="Deleted items">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((line) => {
          const item = items[line.index]
          return item ? <TrashRow key={item.id} site={site} item={item} top={line.start} /> : null
        })}
      </ul>
    </div>
  )
}

function TrashRow({
  site,
  item,
  top
}: {
  readonly site: ContentPath
  readonly item: TrashItem
  readonly top: number
}) {
  const path = contentPath(item.path)
  const name = nameOf(path)
  const folder = parentOf(path) === site ? nameOf(site) : parentOf(path).slice(site.length + 1)
  const who = personName(item.deletedBy)
  const verb = item.cause === 'replaced' ? 'Replaced' : 'Deleted'
  return (
    <li className={classes.row} style={{ transform: `translateY(${top}px)` }}>
      <EntryIcon entry={{ kind: item.kind, ext: splitName(name).ext.toLowerCase() }} />
      <div className={classes.what}>
        <b>{name}</b>
        <span>
          in {folder}
          {item.kind === 'folder' &&
            ` · ${item.files.toLocaleString('en')} ${item.files === 1 ? 'file' : 'files'}`}
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
        onClick={() => void restore(site, item)}
      >
        Restore
      </Button>
      <IconButton label={`Delete ${name} for good…`} onClick={() => deleteForGood(site, item)}>
        <IconTrashX size={16} stroke={1.5} />
      </IconButton>
    </li>
  )
}

async function restore(site: ContentPath, item: TrashItem): Promise<void> {
  try {
    const path = await api.restoreFromTrash(site, item.id)
    tell(`Restored “${nameOf(path)}”`)
  } catch (error) {
    const next = reasonOf(error) === 'exists' ? ' Rename or move what is there now, then restore again.' : ''
    tellFailure('Not restored', sentenceOf(error) + next)
  }
}

function deleteForGood(site: ContentPath, item: TrashItem): void {
  const name = nameOf(contentPath(item.path))
  modals.openConfirmModal({
    title: `Delete “${name}” for good?`,
    children:
      item.kind === 'folder'
        ? `${item.files.toLocaleString('en')} files and all their versions are lost. This cannot be undone.`
        : 'The file and all its versions are lost. This cannot be undone.',
    labels: { confirm: 'Delete for good', cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm: () =>
      void api
        .deleteFromTrash(site, item.id)
        .catch((error: unknown) => tellFailure('Not deleted', sentenceOf(error)))
  })
}
