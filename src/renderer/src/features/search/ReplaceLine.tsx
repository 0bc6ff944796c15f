import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { contentPath, isWithin, nameOf, parentOf, type ContentPath } from '../../../../common/content/paths'
import { numberText } from '../../components/formats'
import { entryAt } from '../../engines/tree/entries'
import { EntryIcon } from '../../engines/tree/icons'
import { shownName } from './FoundRow'
import type { ReplaceRow } from './replace-rows'
import type { NotReplaced, ReplaceFound } from './replace-state'
import { whyItStays } from './replace-words'
import type { RowPlace } from './RowTree'
import classes from './RowTree.module.css'
import { TreeRow } from './TreeRow'
import { beginBefore } from './words-before'

interface ReplaceLineProps {
  readonly row: ReplaceRow
  /** The site that the tree shows. */
  readonly root: ContentPath | null
  readonly place: RowPlace
  readonly onToggle: () => void
  readonly onClick: () => void
}

export function ReplaceLine({ row, root, place, onToggle, onClick }: ReplaceLineProps) {
  const ticked = 'ticked' in row ? row.ticked : undefined
  return (
    <TreeRow
      place={place}
      level={row.kind === 'file' || row.kind === 'stays' ? 1 : 2}
      isOpen={'isFolded' in row ? !row.isFolded : undefined}
      ticked={ticked}
      title={titleOf(row)}
      onClick={onClick}
    >
      {ticked !== undefined && <Box ticked={ticked} onToggle={onToggle} />}
      <Words row={row} root={root} />
    </TreeRow>
  )
}

/** The row says whether it is ticked; this draws it, for the mouse. */
function Box({ ticked, onToggle }: { readonly ticked: boolean | 'mixed'; readonly onToggle: () => void }) {
  return (
    <input
      type="checkbox"
      aria-hidden="true"
      tabIndex={-1}
      className={classes.box}
      checked={ticked === true}
      ref={(box) => {
        if (box) box.indeterminate = ticked === 'mixed'
      }}
      onClick={(event) => event.stopPropagation()}
      onChange={onToggle}
    />
  )
}

function Words({ row, root }: Pick<ReplaceLineProps, 'row' | 'root'>) {
  switch (row.kind) {
    case 'file':
      return <FileWords row={row} root={root} />
    case 'place':
      return (
        <>
          <span className={classes.words} dir="auto">
            <Change {...row.place} />
          </span>
          {row.breaks !== '' && <span className={classes.breaks}>{row.breaks}</span>}
        </>
      )
    case 'more':
      return <span className={classes.more}>{numberText(row.file.more)} further places, with their file</span>
    case 'stays': {
      const Chevron = row.isFolded ? IconChevronRight : IconChevronDown
      return (
        <>
          <Chevron size={14} stroke={1.5} aria-hidden="true" />
          <span className={classes.name}>Found, and stays as it is</span>
          <span className={classes.count}>{numberText(row.count)}</span>
        </>
      )
    }
    case 'stay':
      return (
        <>
          <span className={classes.words} dir="auto">
            {stayText(row.one)}
          </span>
          <span className={classes.at}>{whyItStays[row.one.why]}</span>
        </>
      )
  }
}

function FileWords({
  row: { file, isFolded },
  root
}: {
  readonly row: Extract<ReplaceRow, { kind: 'file' }>
  readonly root: ContentPath | null
}) {
  const path = contentPath(file.path)
  const Chevron = isFolded ? IconChevronRight : IconChevronDown
  const folder = parentOf(path)
  const count = file.places.length + file.more
  return (
    <>
      <Chevron size={14} stroke={1.5} aria-hidden="true" />
      <EntryIcon entry={entryAt(path, 'file')} />
      <span className={classes.name}>{shownName(path)}</span>
      <span className={classes.where}>
        {root !== null && isWithin(folder, root) ? folder.slice(root.length + 1) : folder}
      </span>
      <span className={classes.count}>
        {numberText(count)}
        <span className="visually-hidden"> {count === 1 ? 'place' : 'places'}</span>
      </span>
    </>
  )
}

/** So much of the words before has room in a narrow panel. */
const BEFORE = 12

/** What goes, what comes, and the words around. */
function Change({ text, mark: [from = 0, to = 0], by }: ReplaceFound) {
  const start = beginBefore(text, from, BEFORE)
  return (
    <>
      {start > 0 && '…'}
      {text.slice(start, from)}
      <del>{text.slice(from, to)}</del>
      {by !== '' && <ins>{by}</ins>}
      {text.slice(to)}
    </>
  )
}

const stayText = ({ path, text }: NotReplaced) =>
  text === undefined ? nameOf(contentPath(path)) : `${nameOf(contentPath(path))}: ${text}`

function titleOf(row: ReplaceRow): string | undefined {
  if (row.kind === 'file') return row.file.path
  if (row.kind === 'place' && row.breaks !== '') return `Breaks its schema. ${row.breaks}`
  return row.kind === 'stay' ? `${row.one.path}: ${whyItStays[row.one.why]}` : undefined
}
