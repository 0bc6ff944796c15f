import { isPage } from '../../../../common/formats/files'
import { Button, Loader } from '@mantine/core'
import { IconChevronRight, IconSettings2 } from '@tabler/icons-react'
import { memo, useId, useRef } from 'react'
import { parentOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { assertNever } from '../../../../common/errors'
import { awaitDocument } from '../../workbench/focus-intent'
import { PresentSigns } from '../../documents/together/PresentSigns'
import { HeldSign } from '../../documents/holds/HeldSign'
import { useHold } from '../../documents/holds/holds'
import { useOthersIn } from '../../documents/together/who-is-where'
import { PublishedDot, useMark } from '../publishing'
import { SyncMark, useSyncMark } from '../sync'
import { create, rename } from './actions'
import type { TreeEntry } from '../../engines/tree/entries'
import { EntryIcon } from '../../engines/tree/icons'
import { GoneRow } from './GoneRow'
import { NameField } from './NameField'
import type { Row } from '../../engines/tree/rows'
import { entriesIn, type Naming, type NewKind } from '../../engines/tree/tree-state'
import classes from './Tree.module.css'
import { loadFolder, tree, updateTree } from '../../engines/tree/tree-store'

interface TreeRowProps {
  readonly row: Row
  readonly top: number
  readonly id: string | undefined
  readonly selected: boolean
  readonly focused: boolean
  /** It is the document in the middle of the window. */
  readonly current: boolean
  readonly cut: boolean
  readonly dropTarget: boolean
  readonly naming: Naming | null
  /** It has a config of its own. */
  readonly configured: boolean
}

/** One line of the tree; drawn again for its own sake only, not because the tree scrolls. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, top, id, selected, focused, current, cut, dropTarget, naming, configured } = props
  const markId = useId()
  const mark = useMark(row.kind === 'entry' && row.entry.kind === 'file' ? row.entry.path : null)
  const syncId = useId()
  const syncMark = useSyncMark(
    row.kind === 'entry' ? row.entry.path : null,
    row.kind === 'entry' ? row.entry.kind : 'file'
  )
  const presentId = useId()
  const path = row.kind === 'entry' ? row.entry.path : null
  const present = useOthersIn(path)
  const heldId = useId()
  const hold = useHold(path)
  const style = { transform: `translateY(${top}px)`, paddingLeft: 8 + row.depth * 16 }
  switch (row.kind) {
    case 'entry': {
      const { entry } = row
      const renaming = naming?.kind === 'rename' && naming.path === entry.path
      // an open folder shows them where they are
      const isShown = entry.kind === 'file' || !row.expanded
      const people = isShown && !renaming ? present : []
      const told = [
        hold && heldId,
        people.length > 0 && presentId,
        syncMark && syncId,
        mark && markId
      ].filter((words) => words !== null && words !== false)
      return (
        <div
          id={id}
          role="treeitem"
          aria-level={row.depth + 1}
          aria-setsize={row.size}
          aria-posinset={row.position}
          aria-selected={selected}
          aria-expanded={entry.kind === 'folder' ? row.expanded : undefined}
          aria-label={configured ? `${entry.name}, has a config` : entry.name}
          aria-describedby={told.length > 0 && !renaming ? told.join(' ') : undefined}
          className={classes.row}
          style={style}
          title={entry.name.length > 24 ? entry.name : undefined}
          draggable={!renaming}
          data-path={entry.path}
          data-kind={entry.kind}
          data-focused={focused}
          aria-current={current ? 'page' : undefined}
          data-cut={cut}
          data-dropping={dropTarget}
        >
          <Chevron entry={entry} expanded={row.expanded} />
          <span className={classes.icon}>
            <EntryIcon entry={entry} open={row.expanded} />
          </span>
          {renaming ? <RenameField entry={entry} /> : <Name entry={entry} />}
          {!renaming && <HeldSign id={heldId} hold={hold} />}
          <PresentSigns id={presentId} people={people} kind={entry.kind} />
          {!renaming && syncMark && <SyncMark id={syncId} mark={syncMark} />}
          {!renaming && mark && <PublishedDot id={markId} mark={mark} />}
          {!renaming && configured && (
            <span className={classes.mark} title="Has a config of its own">
              <IconSettings2 size={14} stroke={1.5} aria-hidden="true" />
            </span>
          )}
        </div>
      )
    }
    case 'gone':
      return <GoneRow {...{ row, id, selected, focused, current, style }} />
    case 'new':
      return (
        <div
          role="treeitem"
          aria-selected="false"
          aria-level={row.depth + 1}
          aria-label={naming?.kind === 'new' ? newNames[naming.what] : undefined}
          className={classes.row}
          style={style}
        >
          <span className={classes.chevron} />
          {naming?.kind === 'new' && <NewField folder={row.folder} what={naming.what} />}
        </div>
      )
    case 'loading':
      return (
        <div role="none" className={classes.note} style={style}>
          <Loader size={12} aria-label="Loading" />
          Loading…
        </div>
      )
    case 'empty':
      return (
        <div role="none" className={classes.note} style={style}>
          <span className={classes.chevron} />
          Empty folder
        </div>
      )
    case 'failed':
      return (
        <div role="none" className={classes.note} data-bad="true" style={style} title={row.message}>
          <span className={classes.noteText}>{row.message}</span>
          <Button
            size="compact-xs"
            variant="subtle"
            tabIndex={-1}
            onClick={() => void loadFolder(row.folder)}
          >
            Retry
          </Button>
        </div>
      )
    default:
      return assertNever(row)
  }
})

function Chevron({ entry, expanded }: { readonly entry: TreeEntry; readonly expanded: boolean }) {
  return (
    <span className={classes.chevron} data-open={expanded} aria-hidden="true">
      {entry.kind === 'folder' && <IconChevronRight size={14} stroke={1.5} />}
    </span>
  )
}

/** Pages show without their extension, as authors name them; everything else shows it faintly. */
function Name({ entry }: { readonly entry: TreeEntry }) {
  const { name, ext } = entry.kind === 'file' ? splitName(entry.name) : { name: entry.name, ext: '' }
  return (
    <span className={classes.name}>
      {name}
      {ext && !isPage(entry.ext) && <span className={classes.ext}>.{ext}</span>}
    </span>
  )
}

function RenameField({ entry }: { readonly entry: TreeEntry }) {
  const kind = entry.kind === 'folder' ? 'folder' : 'file'
  return (
    <NameField
      label={`New name of ${entry.name}`}
      initial={entry.name}
      kind={kind}
      taken={namesIn(parentOf(entry.path)).filter((name) => name !== entry.name)}
      onSubmit={(typed) => rename(entry.path, typed, kind)}
      onDone={endNaming}
    />
  )
}

const newNames: Readonly<Record<NewKind, string>> = {
  page: 'Name of the new page',
  json: 'Name of the new JSON file',
  folder: 'Name of the new folder'
}

function NewField({ folder, what }: { readonly folder: ContentPath; readonly what: NewKind }) {
  const ext = { page: 'html', json: 'json', folder: '' }[what]
  const opens = useRef(false)
  const make = async (typed: string) => {
    const isOpened = what !== 'folder'
    const leave = isOpened ? awaitDocument() : null
    const why = await create(folder, what, typed)
    opens.current = why === null && isOpened
    if (!opens.current) leave?.()
    return why
  }
  return (
    <>
      <span className={classes.icon}>
        <EntryIcon entry={{ kind: what === 'folder' ? 'folder' : 'file', ext }} />
      </span>
      <NameField
        label={newNames[what]}
        initial=""
        kind={what}
        taken={namesIn(folder)}
        onSubmit={make}
        onDone={() => (opens.current ? leaveNaming() : endNaming())}
      />
    </>
  )
}

const namesIn = (folder: ContentPath) => entriesIn(tree(), folder).map((entry) => entry.name)

/** The keyboard is for what was opened, also before its editor is there: what is typed goes into it. */
function leaveNaming(): void {
  updateTree((state) => ({ ...state, naming: null }))
}

function endNaming(): void {
  leaveNaming()
  document.querySelector<HTMLElement>('[role="tree"]')?.focus()
}
