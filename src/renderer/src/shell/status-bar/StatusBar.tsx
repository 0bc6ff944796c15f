import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import type { WorkspaceInfo } from '../../../../common/api/types'
import { ownBase, useConnection, reloadWorkspace, useServiceEvents } from '../../api'
import { desktop } from '../../workbench/bridge'
import { activeTab, useWorkbench } from '../../workbench/workbench'
import { runCommand } from '../../workbench/commands/commands'
import { Placed } from '../Placed'
import { JobList } from './JobList'
import { LocalApi } from './LocalApi'
import { SaveState } from './SaveState'
import classes from './StatusBar.module.css'

/** The line at the bottom that always tells the truth: what is saved, what is running, what is wrong. */
export function StatusBar({ workspace }: { readonly workspace: WorkspaceInfo }) {
  const tab = useWorkbench(activeTab)
  const connection = useConnection()
  useServiceEvents((event) => {
    if (event.type === 'workspace' || event.type === 'hello') void reloadWorkspace().catch(() => {})
  })
  return (
    <footer className={classes.bar} aria-label="Status">
      {tab && <SaveState tab={tab} />}
      {tab?.kind === 'document' && (
        <Placed at="documentMark" with={{ path: tab.path, className: classes.item }} />
      )}
      <span className={classes.spacer} />
      <JobList />
      <Placed at="mark" with={{ className: classes.item }} />
      {workspace.problems.length > 0 && <Problems workspace={workspace} />}
      {connection === 'lost' && (
        <span className={classes.item} data-tone="warn" role="status">
          <IconPlugConnectedX size={14} stroke={1.5} aria-hidden="true" />
          <span className={classes.long} title="Reconnecting…">
            Reconnecting…
          </span>
        </span>
      )}
      {desktop() ? <LocalApi /> : <ServedBy place={ownBase().replace(/^\w+:\/\//, '')} />}
    </footer>
  )
}

/** @param place host, and the path below it */
function ServedBy({ place }: { readonly place: string }) {
  const words = `Served by ${place}`
  return (
    <span className={classes.item}>
      <span className={classes.long} title={words}>
        {words}
      </span>
    </span>
  )
}

function Problems({ workspace }: { readonly workspace: WorkspaceInfo }) {
  const count = workspace.problems.length
  return (
    <Popover position="top-end" width={420} shadow="md">
      <Popover.Target>
        <UnstyledButton className={classes.item ?? ''} data-tone="warn">
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden="true" />
          {count === 1 ? '1 problem in the workspace' : `${count} problems in the workspace`}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.lead}>Found while reading, and set aside. Everything else is not affected.</p>
        <ul className={classes.problems}>
          {workspace.problems.map((problem) => (
            <li key={`${problem.where} ${problem.at}`}>
              <code>{problem.where}</code>
              <span>{problem.message}</span>
            </li>
          ))}
        </ul>
        <Button variant="default" size="compact-xs" onClick={() => void runCommand('workspace.set-aside')}>
          What was set aside…
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
