import { isPage } from '../../../../common/formats/files'
import { IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { splitName } from '../../../../common/content/paths'
import { goneWords, GoneDot } from '../publishing'
import { EntryIcon } from '../../engines/tree/icons'
import type { Row } from '../../engines/tree/rows'
import classes from './Tree.module.css'

interface GoneRowProps {
  readonly row: Extract<Row, { kind: 'gone' }>
  readonly id: string | undefined
  readonly selected: boolean
  readonly focused: boolean
  readonly current: boolean
  readonly style: CSSProperties
}

/**
 * A line of the tree for what is still published and not here any more (U5): it can be looked at, taken out,
 * or brought back.
 */
export function GoneRow({ row, id, selected, focused, current, style }: GoneRowProps) {
  const { entry, expanded } = row
  const folder = entry.kind === 'folder'
  const { name, ext } = folder ? { name: entry.name, ext: '' } : splitName(entry.name)
  const words = goneWords(entry.live, folder)
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-setsize={row.size}
      aria-posinset={row.position}
      aria-selected={selected}
      aria-expanded={folder ? expanded : undefined}
      aria-label={`${entry.name}. ${words}`}
      aria-current={current ? 'page' : undefined}
      className={classes.row}
      style={style}
      title={`${entry.name}: ${words}`}
      data-path={entry.path}
      data-kind="gone"
      data-focused={focused}
    >
      <span className={classes.chevron} data-open={expanded} aria-hidden="true">
        {folder && <IconChevronRight size={14} stroke={1.5} />}
      </span>
      <span className={classes.icon}>
        <EntryIcon entry={entry} open={expanded} />
      </span>
      <span className={classes.name}>
        {name}
        {ext && !isPage(entry.ext) && <span className={classes.ext}>.{ext}</span>}
      </span>
      <GoneDot live={entry.live} />
    </div>
  )
}
