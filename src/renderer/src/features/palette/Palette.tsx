import { Modal } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { parentOf, splitName } from '../../../../common/content/paths'
import { allCommands, runCommand, useCommands, type Command } from '../../app/commands'
import { shownShortcut } from '../../app/shortcuts'
import { openDocument, useWorkbench } from '../../app/workbench'
import { EntryIcon, knownFiles, reveal, useTree } from '../tree'
import classes from './Palette.module.css'
import { paletteStore, selectFirst, usePaletteMode } from './palette-state'
import { best, fit } from './search'

const FILES = 30
const COMMANDS = 12

/** Find a file by name, or a command by what it does; one list, by keyboard. */
export function Palette() {
  const mode = usePaletteMode()
  const [query, setQuery] = useState('')
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      size={620}
      centered={false}
      yOffset={72}
      overlayProps={{ backgroundOpacity: 0.2, blur: 0 }}
      transitionProps={{ duration: 80, exitDuration: 0 }}
      classNames={{
        content: classes.content ?? '',
        action: classes.action ?? '',
        actionsGroup: classes.group ?? ''
      }}
    >
      <Modal.Title className="visually-hidden">
        {mode === 'files' ? 'Go to file' : 'Find files and commands'}
      </Modal.Title>
      <Spotlight.Search
        placeholder={mode === 'files' ? 'Go to file by name' : 'Search content and commands'}
        aria-label={mode === 'files' ? 'Go to file by name' : 'Search content and commands'}
        leftSection={<IconSearch size={16} stroke={1.5} />}
      />
      <Results query={query} withCommands={mode === 'all'} />
    </Spotlight.Root>
  )
}

function Results({ query, withCommands }: { readonly query: string; readonly withCommands: boolean }) {
  const folders = useTree((state) => state.folders)
  const walking = useTree((state) => state.walking)
  const root = useTree((state) => state.root)
  const state = useTree((current) => current)
  const tabs = useWorkbench((current) => current.tabs)
  const registered = useCommands()
  const known = useMemo(() => knownFiles(state), [folders]) // eslint-disable-line react-hooks/exhaustive-deps -- files depend on the folders alone
  const open = new Set(tabs.map((tab) => tab.path))
  const files = best(
    known,
    (file) => {
      const score = fit(query, file.name, file.path)
      return score === 0 ? 0 : score + (open.has(file.path) ? 5 : 0)
    },
    query === '' && withCommands ? 6 : FILES
  )
  const commands = withCommands
    ? best(
        registered.filter((command) => command.enabled?.() !== false),
        (command) => fit(query, command.title, command.group),
        query === '' ? allCommands().length : COMMANDS
      )
    : []
  const list = useRef<HTMLDivElement>(null)
  const shown = [...files.map(({ path }) => path), ...commands.map(({ id }) => id)].join('\n')
  // Enter takes the first one, also when it came into the list after the last letter.
  useEffect(() => {
    if (list.current) selectFirst(list.current)
  }, [shown])
  return (
    <Spotlight.ActionsList ref={list}>
      {files.length > 0 && (
        <Spotlight.ActionsGroup
          label={query === '' ? 'Files' : walking ? 'Files (still reading the site…)' : 'Files'}
        >
          {files.map((file) => (
            <Spotlight.Action
              key={file.path}
              leftSection={<EntryIcon entry={file} />}
              onClick={() => {
                openDocument(file.path)
                void reveal(file.path)
              }}
            >
              <EntryIcon entry={file} />
              <span className={classes.name}>
                {file.ext === 'html' ? splitName(file.name).name : file.name}
              </span>
              <span className={classes.where}>{root ? parentOf(file.path).slice(root.length + 1) : ''}</span>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      )}
      {commands.length > 0 && (
        <Spotlight.ActionsGroup label="Commands">
          {commands.map((command) => (
            <CommandAction key={command.id} command={command} />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {files.length === 0 && commands.length === 0 && (
        <Spotlight.Empty>
          {walking
            ? 'Reading the names of the whole site…'
            : `Nothing here is called “${query}”. Try fewer letters.`}
        </Spotlight.Empty>
      )}
    </Spotlight.ActionsList>
  )
}

function CommandAction({ command }: { readonly command: Command }) {
  return (
    <Spotlight.Action onClick={() => void runCommand(command.id)}>
      <span className={classes.name}>{command.title}</span>
      <span className={classes.where}>{command.group}</span>
      {command.shortcut && <kbd aria-hidden="true">{shownShortcut(command.shortcut)}</kbd>}
    </Spotlight.Action>
  )
}
