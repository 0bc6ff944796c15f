import { Checkbox, Loader, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { count } from '../words'
import { countAndSize } from './counts'
import { isOut, isPartly, type FolderCount, type Loaded } from './folder-choice'
import classes from '../sync.module.css'

interface FolderRowsProps {
  /** `''` for the root. */
  readonly folder: string
  readonly out: ReadonlySet<string>
  readonly loaded: Loaded
  /** Looks into a folder. */
  readonly onLoad: (folder: string) => Promise<void>
  readonly onToggle: (folder: string) => void
}

/** The folders in a folder, each with a box and, when it is opened, with those in it. */
export function FolderRows(props: FolderRowsProps) {
  const rows = (props.loaded.get(props.folder) ?? []).filter(({ path }) => path !== '')
  if (rows.length === 0) return null
  return (
    <ul className={classes.folderRows}>
      {rows.map((row) => (
        <FolderRow key={row.path} {...props} row={row} />
      ))}
    </ul>
  )
}

function FolderRow({ row, ...props }: FolderRowsProps & { readonly row: FolderCount }) {
  const { out, loaded, onLoad, onToggle } = props
  const { path } = row
  const below = loaded.get(path)
  const [isOpen, setOpen] = useState(below !== undefined)
  const [busy, setBusy] = useState(false)
  const name = path.slice(1)
  const hasNone = below !== undefined && !below.some((one) => one.path !== '')
  const open = async () => {
    setOpen(!isOpen)
    if (isOpen || below) return
    setBusy(true)
    await onLoad(path)
    setBusy(false)
  }
  return (
    <li>
      <div className={classes.folderRow}>
        <UnstyledButton
          className={classes.opener ?? ''}
          aria-expanded={isOpen && !hasNone}
          aria-label={`Folders in ${name}`}
          data-none={hasNone || undefined}
          disabled={hasNone}
          onClick={() => void open()}
        >
          {busy && <Loader size={12} aria-label={`Looking into ${name}`} />}
          {!busy && (isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />)}
        </UnstyledButton>
        <Checkbox
          label={path.slice(path.lastIndexOf('/') + 1)}
          aria-label={name}
          checked={!isOut(out, path)}
          indeterminate={isPartly(out, path)}
          onChange={() => onToggle(path)}
        />
        <small>{folderCount(row)}</small>
      </div>
      {isOpen && <FolderRows {...props} folder={path} />}
    </li>
  )
}

function folderCount(row: FolderCount): string {
  if (row.files > 0) return countAndSize(row)
  return row.here > 0 ? `only here: ${count(row.here, 'file')}` : 'not there now'
}
