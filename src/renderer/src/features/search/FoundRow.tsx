import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import {
  contentPath,
  isWithin,
  nameOf,
  parentOf,
  splitName,
  type ContentPath
} from '../../../../common/content/paths'
import type { SearchFound } from '../../../../common/search/answer'
import { isPage } from '../../../../common/formats/files'
import { exactTime, numberText } from '../../components/formats'
import { Marked } from '../../components/Marked'
import { entryAt } from '../../engines/tree/entries'
import { EntryIcon } from '../../engines/tree/icons'
import { placeText } from './place-text'
import type { SearchRow } from './rows'
import { wasText } from './was-words'
import type { RowPlace } from './RowTree'
import classes from './RowTree.module.css'
import { TreeRow } from './TreeRow'
import { beginBefore } from './words-before'

interface FoundRowProps {
  readonly row: SearchRow
  /** The site that the tree shows. */
  readonly root: ContentPath | null
  readonly place: RowPlace
  readonly onClick: () => void
  readonly onDoubleClick: () => void
}

export function FoundRow({ row, root, place, onClick, onDoubleClick }: FoundRowProps) {
  const isFile = row.kind === 'file'
  return (
    <TreeRow
      place={place}
      level={isFile ? 1 : 2}
      isOpen={isFile && row.hit.places.length > 0 ? !row.isFolded : undefined}
      title={isFile ? row.hit.path : undefined}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {row.kind === 'file' && <FileLine row={row} root={root} />}
      {row.kind === 'place' && (
        <>
          <span className={classes.words} dir="auto">
            <Marked {...fromMark(row.place)} />
          </span>
          <span className={classes.at} dir="auto">
            {placeText(row.place.at)}
          </span>
        </>
      )}
      {row.kind === 'more' && <span className={classes.more}>{moreText(row.count)}</span>}
    </TreeRow>
  )
}

function FileLine({
  row: { hit, isFolded },
  root
}: {
  readonly row: Extract<SearchRow, { kind: 'file' }>
  readonly root: ContentPath | null
}) {
  const path = contentPath(hit.path)
  const Chevron = isFolded ? IconChevronRight : IconChevronDown
  const folder = parentOf(path)
  const where = root !== null && isWithin(folder, root) ? folder.slice(root.length + 1) : folder
  const count = hit.places.length + hit.more
  return (
    <>
      {count > 0 ? <Chevron size={14} stroke={1.5} aria-hidden="true" /> : <span className={classes.gap} />}
      <EntryIcon entry={entryAt(path, 'file')} />
      <span className={classes.name} dir="auto">
        {hit.title || shownName(path)}
      </span>
      <span className={classes.where}>
        {[where, hit.title === '' ? '' : shownName(path)].filter((one) => one !== '').join('/')}
      </span>
      {hit.was && (
        <span className={classes.was} title={exactTime(hit.changedAt)}>
          {wasText(hit)}
        </span>
      )}
      {count > 0 && (
        <span className={classes.count}>
          {numberText(count)}
          <span className="visually-hidden"> {count === 1 ? 'place' : 'places'}</span>
        </span>
      )}
    </>
  )
}

/** Pages are called without their extension. */
export function shownName(path: ContentPath): string {
  const { name, ext } = splitName(nameOf(path))
  return isPage(ext) ? name : nameOf(path)
}

const moreText = (count: number) => (count === 1 ? '1 more place' : `${numberText(count)} more places`)

/** So much of the words before the first mark has room in a narrow panel. */
const BEFORE = 14

/** The words around, begun so that the first mark is seen. */
function fromMark({ text, marks }: SearchFound): Pick<SearchFound, 'text' | 'marks'> {
  const from = beginBefore(text, marks[0]?.[0] ?? 0, BEFORE)
  if (from === 0) return { text, marks }
  return {
    text: `…${text.slice(from)}`,
    marks: marks.map(([start = 0, end = 0]) => [start - from + 1, end - from + 1])
  }
}
