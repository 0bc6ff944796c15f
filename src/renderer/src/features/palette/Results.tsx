import { Spotlight } from '@mantine/spotlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import { parentOf, splitName } from '../../../../common/content/paths'
import { useCommands, type Command } from '../../app/commands'
import { shownShortcut } from '../../app/shortcuts'
import { useWorkbench } from '../../app/workbench'
import { EntryIcon, useTree, walkSite, type TreeEntry } from '../tree'
import { paletteItems, takenByEnter, type PaletteItem } from './items'
import classes from './Palette.module.css'
import type { PaletteMode } from './palette-state'
import { run, take } from './run'

interface ResultsProps {
  readonly query: string
  readonly mode: PaletteMode
  /** The key of the line that the arrows chose. */
  readonly chosen: string | null
  /** Enter was pressed when nothing was there yet: the first line that comes is taken, unless nothing does. */
  readonly entered: boolean
  readonly onNothing: () => void
}

export function Results({ query, mode, chosen, entered, onNothing }: ResultsProps) {
  const { root, walking } = useTree((state) => state)
  useWorkbench((state) => state)
  useCommands()
  useEffect(() => void walkSite(), [root])

  const items = paletteItems(query, mode)
  const taken = takenByEnter(items, chosen)
  const settle = useEffectEvent(() => {
    if (!entered) return
    if (taken) take(taken)
    else if (!walking) onNothing()
  })
  const isThere = taken !== undefined
  useEffect(() => settle(), [isThere, walking])

  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView?.({ block: 'nearest' })
  }, [taken?.key])

  const line = (item: PaletteItem) => (
    <Spotlight.Action key={item.key} data-selected={item === taken || undefined} onClick={() => run(item)}>
      {item.kind === 'file' ? (
        <FileLine file={item.file} root={root} />
      ) : (
        <CommandLine command={item.command} />
      )}
    </Spotlight.Action>
  )
  const files = items.filter(({ kind }) => kind === 'file')
  const commands = items.filter(({ kind }) => kind === 'command')
  return (
    <Spotlight.ActionsList ref={list}>
      {files.length > 0 && (
        <Spotlight.ActionsGroup label={query !== '' && walking ? 'Files (still reading the site…)' : 'Files'}>
          {files.map(line)}
        </Spotlight.ActionsGroup>
      )}
      {commands.length > 0 && (
        <Spotlight.ActionsGroup label="Commands">{commands.map(line)}</Spotlight.ActionsGroup>
      )}
      {items.length === 0 && (
        <Spotlight.Empty>
          {walking
            ? 'Reading the names of the whole site…'
            : `Nothing here is called “${query}”. Try fewer letters.`}
        </Spotlight.Empty>
      )}
    </Spotlight.ActionsList>
  )
}

function FileLine({ file, root }: { readonly file: TreeEntry; readonly root: string | null }) {
  return (
    <>
      <EntryIcon entry={file} />
      <span className={classes.name}>{file.ext === 'html' ? splitName(file.name).name : file.name}</span>
      <span className={classes.where}>{root ? parentOf(file.path).slice(root.length + 1) : ''}</span>
    </>
  )
}

function CommandLine({ command }: { readonly command: Command }) {
  return (
    <>
      <span className={classes.name}>{command.title}</span>
      <span className={classes.where}>{command.group}</span>
      {command.shortcut && <kbd aria-hidden="true">{shownShortcut(command.shortcut)}</kbd>}
    </>
  )
}
