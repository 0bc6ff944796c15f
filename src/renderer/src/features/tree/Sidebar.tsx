import { Button, CloseButton, Loader, UnstyledButton } from '@mantine/core'
import { IconBuildingCommunity, IconFilter, IconForms, IconSettings2, IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import { runCommand } from '../../workbench/commands/commands'
import { turnSide, useSide } from '../../workbench/panels'
import { updateWorkbench, useWorkbench, workbench } from '../../workbench/workbench'
import { useServiceEvents } from '../../api'
import { State } from '../../components/State'
import { isComposing, isEscape } from '../../components/keys'
import { followPublished } from '../publishing'
import { NewMenu } from './NewMenu'
import { matchCount } from '../../engines/tree/rows'
import { numberText } from '../../components/formats'
import classes from './Sidebar.module.css'
import { SitePicker } from './SitePicker'
import { useSites } from '../../engines/tree/sites'
import { Tree } from './Tree'
import { useTreeCommands } from './tree-commands'
import {
  showSite,
  takeEvent,
  takePublished,
  updateTree,
  useTree,
  walkSite
} from '../../engines/tree/tree-store'

/** The left side of the window: which site, a filter, and its content. */
export function Sidebar() {
  const site = useWorkbench((state) => state.site)
  const sites = useSites(site)
  const trashShown = useWorkbench((state) => state.view === 'trash')
  const known = sites.status === 'ready' ? sites.sites.find((other) => other.path === site) : undefined
  // A site that was made or renamed a moment ago is not in a list from before.
  const list = sites.status === 'ready' && (known || sites.wanted === site) ? sites.sites : null
  const shown = known ?? list?.[0] ?? null
  const shownPath = shown?.path ?? null

  useTreeCommands()
  useServiceEvents(takeEvent)
  useEffect(() => {
    if (!list) {
      // The site of the last time is read while all sites are being listed.
      if (workbench().site) showSite(workbench().site)
      return
    }
    showSite(shownPath)
    updateWorkbench((state) => (state.site === shownPath ? state : { ...state, site: shownPath }))
  }, [list, shownPath])
  const root = useTree((state) => state.root)
  const side = useSide()
  const isNaming = useTree((state) => state.naming !== null)
  // a name is typed where the file is
  useEffect(() => {
    if (isNaming) turnSide('content')
  }, [isNaming])
  useEffect(() => (root ? followPublished(root, (items) => takePublished(root, items)) : undefined), [root])

  return (
    <div className={classes.sidebar} hidden={side === 'search'}>
      <div className={classes.head}>
        <SitePicker sites={sites} shown={shown} />
        {shown && <NewMenu />}
      </div>
      {sites.status === 'failed' ? (
        <State tone="bad" title="The sites cannot be listed" onAgain={sites.retry}>
          {sites.message}
        </State>
      ) : shown ? (
        <>
          <Filter />
          <Tree key={shown.path} label={`Content of ${shown.name}`} />
        </>
      ) : (
        list && (
          <State
            icon={<IconBuildingCommunity size={20} stroke={1.5} />}
            title="No site yet"
            actions={<Button onClick={() => void runCommand('file.new-site')}>New site…</Button>}
          >
            A site holds pages, JSON files and media of one web site.
          </State>
        )
      )}
      {sites.status === 'ready' && (
        <div className={classes.foot}>
          {shown && (
            <>
              <UnstyledButton className={classes.link ?? ''} onClick={() => void runCommand('site.schemas')}>
                <IconForms size={16} stroke={1.5} aria-hidden="true" />
                Schemas
              </UnstyledButton>
              <UnstyledButton className={classes.link ?? ''} onClick={() => void runCommand('config.site')}>
                <IconSettings2 size={16} stroke={1.5} aria-hidden="true" />
                Config
              </UnstyledButton>
            </>
          )}
          <UnstyledButton
            className={classes.link ?? ''}
            aria-current={trashShown ? 'page' : undefined}
            onClick={() => void runCommand('workspace.trash')}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden="true" />
            Trash
          </UnstyledButton>
        </div>
      )}
    </div>
  )
}

function Filter() {
  const filter = useTree((state) => state.filter)
  const walking = useTree((state) => state.walking)
  const found = useTree((state) => (state.filter.trim() === '' ? 0 : matchCount(state)))
  const set = (text: string) => {
    updateTree((state) => ({ ...state, filter: text }))
    if (text.trim() !== '') void walkSite()
  }
  return (
    <>
      <div className={classes.filter}>
        <IconFilter size={16} stroke={1.5} aria-hidden="true" />
        <input
          type="text"
          aria-label="Filter content by name"
          placeholder="Filter"
          value={filter}
          spellCheck={false}
          onChange={(event) => set(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isEscape(event)) set('')
            if (event.key === 'ArrowDown' && !isComposing(event))
              document.querySelector<HTMLElement>('[role="tree"]')?.focus()
          }}
        />
        {walking && filter !== '' && <Loader size={12} aria-hidden="true" />}
        {filter !== '' && <CloseButton size="xs" aria-label="Clear the filter" onClick={() => set('')} />}
      </div>
      {filter.trim() !== '' && (
        <div className={classes.found} role="status">
          {walking ? `Searching the whole site… ${numberText(found)} found so far` : foundText(found)}
        </div>
      )}
    </>
  )
}

function foundText(found: number): string {
  if (found === 0) return 'Nothing in this site has that name.'
  return `${numberText(found)} found in the whole site`
}
