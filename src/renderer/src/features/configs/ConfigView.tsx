import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconLock } from '@tabler/icons-react'
import { Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import { nameOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { assertNever } from '../../../../common/errors'
import { useWorkspace } from '../../api'
import { runCommand } from '../../app/commands'
import { IconButton } from '../../components/IconButton'
import { State } from '../../components/State'
import { Waiting } from '../editors/Waiting'
import type { ToolViewProps } from '../tools'
import { ConfigText } from './ConfigText'
import type { ConfigDraft } from './config-draft'
import { registerConfigCommands, useConfigStatus } from './config-commands'
import { problemOf } from './config-problem'
import { ConfigNotes } from './ConfigNotes'
import { ConfigSide } from './ConfigSide'
import { NoConfig } from './NoConfig'
import { configDraft } from './open-drafts'
import { ScopePicker } from './ScopePicker'
import classes from './configs.module.css'

/** The config of an organization, a site, a folder or a page: its sheets, who may do what by it, and what it was. */
export function ConfigView({ path }: ToolViewProps) {
  const draft = configDraft(path)
  useSyncExternalStore(draft.subscribe, draft.count)
  useConfigStatus(draft)
  const { at } = draft
  switch (at.kind) {
    case 'loading':
      return <Waiting what={`the config of ${nameOf(path)}`} />
    case 'failed':
      return (
        <div className={classes.view}>
          <div className={classes.toolbar} role="toolbar" aria-label="Config">
            <ScopePicker path={path} />
          </div>
          {at.denied ? (
            <State icon={<IconLock size={20} stroke={1.5} />} title="You may not read this config">
              {at.message} Ask whoever has the role Organization Administrator of {segmentsOf(path)[0]}.
            </State>
          ) : (
            <State
              tone="bad"
              title="The config could not be read"
              actions={<Button onClick={() => void draft.load()}>Try again</Button>}
            >
              {at.message}
            </State>
          )}
        </div>
      )
    case 'ready':
      return <Ready draft={draft} path={path} />
    default:
      return assertNever(at)
  }
}

interface ReadyProps {
  readonly draft: ConfigDraft
  readonly path: ContentPath
}

function Ready({ draft, path }: ReadyProps) {
  const me = useWorkspace()?.owner?.email
  const { current } = draft
  const problem = useMemo(() => (current === '' ? null : problemOf(current)), [current])
  useEffect(() => registerConfigCommands(draft), [draft])
  if (current === '' && !draft.dirty) {
    return (
      <div className={classes.view}>
        <div className={classes.toolbar} role="toolbar" aria-label="Config">
          <ScopePicker path={path} />
        </div>
        <NoConfig draft={draft} path={path} me={me ?? ''} />
      </div>
    )
  }
  return (
    <div className={classes.view}>
      <div className={classes.toolbar} role="toolbar" aria-label="Config">
        <ScopePicker path={path} />
        <IconButton label="Undo" shortcut="mod+Z" disabled={!draft.canUndo} onClick={() => draft.undo()}>
          <IconArrowBackUp size={16} stroke={1.5} />
        </IconButton>
        <IconButton
          label="Redo"
          shortcut="mod+shift+Z"
          disabled={!draft.canRedo}
          onClick={() => draft.redo()}
        >
          <IconArrowForwardUp size={16} stroke={1.5} />
        </IconButton>
        {draft.dirty && (
          <Button variant="default" onClick={() => draft.discard()}>
            Discard
          </Button>
        )}
        <Button
          disabled={!draft.dirty || problem !== null || !draft.writable}
          onClick={() => void runCommand('file.save')}
        >
          Save…
        </Button>
      </div>
      <ConfigNotes draft={draft} problem={problem} />
      <div className={classes.work}>
        <div className={classes.sheets}>
          <Suspense fallback={<Waiting what={nameOf(path)} />}>
            <ConfigText text={current} readOnly={!draft.writable} onChange={(text) => draft.set(text)} />
          </Suspense>
        </div>
        <ConfigSide draft={draft} path={path} me={me} />
      </div>
    </div>
  )
}
