import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { nameOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { assertNever } from '../../../../common/errors'
import { useWorkspace } from '../../api'
import { State } from '../../components/State'
import { useWhoChangedInGrid } from '../blame'
import { Waiting } from '../../components/Waiting'
import { SheetEditor, useGridCommands } from '../../engines/grid'
import type { ToolViewProps } from '../../workbench/contributions'
import { useSignal } from '../../state/signal'
import { ConfigText } from './ConfigText'
import type { ConfigDraft } from './config-draft'
import { useConfigLinks } from './config-links'
import { registerConfigCommands, registerSourceCommands, useConfigStatus } from './config-commands'
import { problemOf, type ConfigProblem } from './config-problem'
import { ConfigNotes } from './ConfigNotes'
import { ConfigSide } from './ConfigSide'
import { ConfigToolbar } from './ConfigToolbar'
import { NoConfig } from './NoConfig'
import { configDraft, configSheets } from './open-drafts'
import { ScopePicker } from './ScopePicker'
import classes from './configs.module.css'

/**
 * The config of an organization, a site, a folder or a page: its sheets, who may do what by it, and what it
 * was.
 */
export function ConfigView({ path }: ToolViewProps) {
  const draft = configDraft(path)
  useSignal(draft)
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
            <State tone="bad" title="The config could not be read" onAgain={() => void draft.load()}>
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

type View = 'sheets' | 'source'

function Ready({ draft, path }: ReadyProps) {
  const me = useWorkspace()?.owner?.email
  const [view, setView] = useState<View>('sheets')
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
      {view === 'sheets' ? (
        <Sheets draft={draft} path={path} problem={problem} onView={setView} />
      ) : (
        <Source draft={draft} path={path} problem={problem} onView={setView} />
      )}
      <ConfigSide draft={draft} path={path} me={me} />
    </div>
  )
}

interface EditorProps extends ReadyProps {
  readonly problem: ConfigProblem | null
  readonly onView: (view: View) => void
}

function Sheets({ draft, path, problem, onView }: EditorProps) {
  const sheets = configSheets(path)
  useSignal(sheets.changed)
  const opened = sheets.now()
  const store = 'store' in opened ? opened.store : null
  const find = useGridCommands(store)
  const whoChanged = useWhoChangedInGrid(path, store, true)
  const { kinds, links } = useConfigLinks(path, store)
  return (
    <>
      <ConfigToolbar
        draft={draft}
        path={path}
        view="sheets"
        onView={onView}
        savable={problem === null}
        steps={{
          canUndo: store !== null && store.undoTitle !== null,
          canRedo: store !== null && store.redoTitle !== null,
          undo: () => store?.undo(),
          redo: () => store?.redo()
        }}
      />
      <ConfigNotes draft={draft} problem={problem} />
      <div className={classes.sheets}>
        {store ? (
          <SheetEditor
            store={store}
            label={`Config of ${nameOf(path)}`}
            kinds={kinds}
            {...(links ? { links } : {})}
            find={find}
            onWhoChanged={whoChanged}
          />
        ) : (
          <State
            tone="bad"
            title="This config cannot be shown as sheets"
            actions={<Button onClick={() => onView('source')}>Open the source</Button>}
          >
            {'message' in opened && opened.message} Nothing in it is changed.
          </State>
        )}
      </div>
    </>
  )
}

function Source({ draft, path, problem, onView }: EditorProps) {
  useEffect(() => registerSourceCommands(draft), [draft])
  return (
    <>
      <ConfigToolbar
        draft={draft}
        path={path}
        view="source"
        onView={onView}
        savable={problem === null}
        steps={{
          canUndo: draft.canUndo,
          canRedo: draft.canRedo,
          undo: () => draft.undo(),
          redo: () => draft.redo()
        }}
      />
      <ConfigNotes draft={draft} problem={problem} />
      <div className={classes.sheets}>
        <Suspense fallback={<Waiting what={nameOf(path)} />}>
          <ConfigText
            path={path}
            text={draft.current}
            readOnly={!draft.writable}
            onChange={(text) => draft.set(text)}
          />
        </Suspense>
      </div>
    </>
  )
}
