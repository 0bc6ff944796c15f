import { isPage } from '../../../../common/formats/files'
import { Spotlight } from '@mantine/spotlight'
import { IconListSearch, IconStarFilled } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isWithin, parentOf, splitName, type ContentPath } from '../../../../common/content/paths'
import { useCommands, useShortcutOf, type Command } from '../../workbench/commands/commands'
import { shownShortcut } from '../../workbench/commands/shown-keys'
import { useWorkbench } from '../../workbench/workbench'
import { useRefusal } from '../../documents/rights/rights'
import { PresentSigns } from '../../documents/together/PresentSigns'
import { useOthersIn } from '../../documents/together/who-is-where'
import { writtenBy, type Written } from '../../engines/tree/subjects'
import { useTree, walkSite } from '../../engines/tree/tree-store'
import type { TreeEntry } from '../../engines/tree/entries'
import { EntryIcon } from '../../engines/tree/icons'
import { useContentFound } from './content'
import { ContentLine } from './ContentLine'
import { paletteItems, takenByEnter, type PaletteItem } from './items'
import { isFavourite, usePlacesKept } from './kept-places'
import classes from './Palette.module.css'
import type { PaletteMode } from './palette-state'
import { usePlacesThere } from './places-there'
import { isRefused, take } from './run'

interface ResultsProps {
  readonly query: string
  readonly mode: PaletteMode
  /** The key of the line that the arrows chose. */
  readonly chosen: string | null
  /**
   * Enter was pressed when nothing was there yet: the first line that comes is taken, unless nothing does.
   */
  readonly entered: boolean
  readonly onNothing: () => void
}

export function Results({ query, mode, chosen, entered, onNothing }: ResultsProps) {
  const { root, walking } = useTree((state) => state)
  useWorkbench((state) => state)
  useCommands()
  const content = useContentFound()
  usePlacesKept()
  usePlacesThere()
  useEffect(() => void walkSite(), [root])

  const items = paletteItems(query, mode)
  const taken = takenByEnter(items, chosen)
  const settle = useEffectEvent(() => {
    if (!entered) return
    if (taken && !isRefused(taken)) queueMicrotask(() => take(taken))
    else if (taken || !(walking || content.waits)) onNothing()
  })
  const isThere = taken !== undefined
  useEffect(() => settle(), [isThere, walking, content.waits])

  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView?.({ block: 'nearest' })
  }, [taken?.key])

  const line = (item: PaletteItem) => {
    const written = item.kind === 'command' ? writtenBy(item.command.id) : null
    const selected = item === taken
    if (item.kind === 'command' && written)
      return <WritingLine key={item.key} {...{ item, written, selected }} command={item.command} />
    return (
      <Spotlight.Action
        key={item.key}
        data-selected={selected || undefined}
        closeSpotlightOnTrigger={false}
        onClick={() => take(item)}
      >
        {item.kind === 'file' && <FileLine file={item.file} root={root} />}
        {item.kind === 'command' && <CommandLine command={item.command} />}
        {item.kind === 'content' && <ContentLine hit={item.hit} root={root} />}
        {item.kind === 'all' && <AllLine />}
      </Spotlight.Action>
    )
  }
  const inContent = content.isReading ? 'In content (still reading the workspace…)' : 'In content'
  const emptyWords = () => {
    if (walking) return 'Reading the names of the whole site…'
    if (content.waits) return 'Searching…'
    if (content.isReading) return 'Nothing yet: the workspace is still being read.'
    if (mode === 'all' && content.problem !== null)
      return `Nothing here is called “${query}”. Content could not be searched: ${content.problem}`
    const looked = mode === 'all' ? 'is called or says' : 'is called'
    return `Nothing here ${looked} “${query}”. Try fewer letters.`
  }
  const among = (name: 'favourites' | 'recents' | 'files') =>
    items.filter((item) => item.kind === 'file' && item.among === name)
  const [favourites, recents, files] = [among('favourites'), among('recents'), among('files')]
  const commands = items.filter(({ kind }) => kind === 'command')
  const said = items.filter(({ kind }) => kind === 'content' || kind === 'all')
  // those of the question before stay, faint and without an effect, until this one's are there
  const old = mode === 'all' && content.waits && query.trim() !== '' ? content.hits : []
  return (
    <Spotlight.ActionsList ref={list}>
      {favourites.length > 0 && (
        <Spotlight.ActionsGroup label="Favourites">{favourites.map(line)}</Spotlight.ActionsGroup>
      )}
      {recents.length > 0 && (
        <Spotlight.ActionsGroup label="Recent">{recents.map(line)}</Spotlight.ActionsGroup>
      )}
      {files.length > 0 && (
        <Spotlight.ActionsGroup label={query !== '' && walking ? 'Files (still reading the site…)' : 'Files'}>
          {files.map(line)}
        </Spotlight.ActionsGroup>
      )}
      {commands.length > 0 && (
        <Spotlight.ActionsGroup label="Commands">{commands.map(line)}</Spotlight.ActionsGroup>
      )}
      {said.length > 0 && <Spotlight.ActionsGroup label={inContent}>{said.map(line)}</Spotlight.ActionsGroup>}
      {said.length === 0 && old.length > 0 && (
        <Spotlight.ActionsGroup label={inContent}>
          {old.map((hit) => (
            <Spotlight.Action
              key={hit.id}
              aria-disabled
              tabIndex={-1}
              className={classes.old ?? ''}
              closeSpotlightOnTrigger={false}
            >
              <ContentLine hit={hit} root={root} />
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      )}
      {items.length === 0 && old.length === 0 && <Spotlight.Empty>{emptyWords()}</Spotlight.Empty>}
    </Spotlight.ActionsList>
  )
}

function AllLine() {
  const keys = useShortcutOf('search.show')
  return (
    <>
      <IconListSearch size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.name}>Show all of it in the panel</span>
      <span className={classes.where}>{keys && shownShortcut(keys)}</span>
    </>
  )
}

function FileLine({ file, root }: { readonly file: TreeEntry; readonly root: ContentPath | null }) {
  const folder = parentOf(file.path)
  const people = useOthersIn(file.path)
  return (
    <>
      <EntryIcon entry={file} />
      <span className={classes.name}>{isPage(file.ext) ? splitName(file.name).name : file.name}</span>
      <span className={classes.where}>
        {root !== null && isWithin(folder, root) ? folder.slice(root.length + 1) : folder}
      </span>
      <PresentSigns people={people} kind="file" />
      {isFavourite(file.path) && <IconStarFilled size={12} role="img" aria-label="Favourite" />}
    </>
  )
}

interface WritingLineProps {
  readonly item: PaletteItem
  readonly command: Command
  readonly written: Written
  readonly selected: boolean
}

/**
 * A command that writes: for somebody who may only read there it stands faint, does nothing and says why
 * (EB3).
 */
function WritingLine({ item, command, written, selected }: WritingLineProps) {
  const refusal = useRefusal(written.path, written.what)
  return (
    <Spotlight.Action
      data-selected={selected || undefined}
      aria-disabled={refusal !== null || undefined}
      closeSpotlightOnTrigger={false}
      title={refusal ?? undefined}
      onClick={() => {
        if (refusal === null) take(item)
      }}
    >
      <CommandLine command={command} refusal={refusal} />
    </Spotlight.Action>
  )
}

function CommandLine({
  command,
  refusal = null
}: {
  readonly command: Command
  readonly refusal?: string | null
}) {
  return (
    <>
      <span className={classes.name}>{command.title}</span>
      <span className={classes.where}>{refusal ?? command.group}</span>
      {command.shortcut && <kbd aria-hidden="true">{shownShortcut(command.shortcut)}</kbd>}
    </>
  )
}
