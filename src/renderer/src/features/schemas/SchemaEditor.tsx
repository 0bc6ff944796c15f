import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useEffect, useState, type CSSProperties } from 'react'
import { nameOf, splitName, type ContentPath, siteOf } from '../../../../common/content/paths'
import { registerCommands, runCommand } from '../../workbench/commands/commands'
import { viewCommand } from '../../workbench/commands/view-commands'
import { IconButton } from '../../workbench/IconButton'
import { Splitter } from '../../components/Splitter'
import { openDocument } from '../../workbench/workbench'
import type { DocumentSession } from '../../documents'
import { DraftNotes } from '../../documents/DraftNotes'
import { SinceStrip } from '../../documents/since/SinceStrip'
import {
  changeEditorSettings,
  initialEditorSettings,
  useEditorSettings
} from '../../workbench/editor-settings'
import textClasses from '../../documents/Document.module.css'
import { RightsStrip } from '../../documents/rights/RightsStrip'
import { HoldStrip } from '../../documents/holds/HoldStrip'
import { useWritingRefusal } from '../../documents/holds/holds'
import { useRights } from '../../documents/rights/rights'
import { historyCommands } from '../history'
import { useSignal } from '../../state/signal'
import { Builder } from './Builder'
import { IssueList } from './IssueList'
import { SampleForm } from './SampleForm'
import { openSave } from './open-save'
import type { SchemaDraft } from './schema-draft'
import { schemaFolderOf } from '../../documents/schemas/library'
import { SchemaText, type TextGoal } from './SchemaText'
import classes from './schemas.module.css'

interface SchemaEditorProps {
  readonly session: DocumentSession
  readonly draft: SchemaDraft
  readonly path: ContentPath
}

type Beside = 'sample' | 'json'

/**
 * The visual builder on the left; the form that comes out of it, or its JSON, on the right; what is wrong
 * below.
 */
export function SchemaEditor({ session, draft, path }: SchemaEditorProps) {
  useSignal(draft)
  const rights = useRights(path)
  const [beside, setBeside] = useState<Beside>('sample')
  const { builderWidth: width } = useEditorSettings()
  const [goal, setGoal] = useState<TextGoal | null>(null)
  const readOnly = useWritingRefusal(path, 'schema') !== null
  const { read, value } = draft.read()
  const id = splitName(nameOf(path)).name
  useEffect(() => registerSchemaCommands(session, draft), [session, draft])
  // Text that is no JSON can only be mended as text.
  const shown: Beside = value === null ? 'json' : beside
  return (
    <div className={classes.editor}>
      <div className={textClasses.toolbar} role="toolbar" aria-label="Tools of the schema">
        <span className={textClasses.crumbs}>
          <button
            type="button"
            className={classes.crumb}
            onClick={() => openDocument(schemaFolderOf(siteOf(path)))}
          >
            Schemas
          </button>
          <span>{' / '}</span>
          <b>{id}</b>
        </span>
        <IconButton label="Undo" command="edit.undo" disabled={!draft.canUndo} onClick={() => draft.undo()}>
          <IconArrowBackUp size={16} stroke={1.5} />
        </IconButton>
        <IconButton label="Redo" command="edit.redo" disabled={!draft.canRedo} onClick={() => draft.redo()}>
          <IconArrowForwardUp size={16} stroke={1.5} />
        </IconButton>
        <SegmentedControl
          size="xs"
          aria-label="Beside the builder"
          value={shown}
          onChange={(next) => {
            setGoal(null)
            setBeside(next === 'json' ? 'json' : 'sample')
          }}
          data={[
            { value: 'sample', label: 'Sample form', disabled: value === null },
            { value: 'json', label: 'JSON' }
          ]}
        />
        {draft.dirty && (
          <Button variant="default" onClick={() => draft.discard()}>
            Discard
          </Button>
        )}
        <Button
          disabled={!draft.dirty || value === null || readOnly}
          onClick={() => void runCommand('file.save')}
        >
          Save
        </Button>
      </div>
      <div>
        <RightsStrip path={path} rights={rights} what="schema" />
        <DraftNotes draft={draft} what="schema" />
        <HoldStrip session={session} />
        <SinceStrip session={session} />
      </div>
      <div className={classes.work} style={{ '--builder': `${width}px` } as CSSProperties}>
        <div className={classes.builder}>
          <Splitter
            label="Width of the builder"
            panel="before"
            value={width}
            min={260}
            max={1200}
            initial={initialEditorSettings.builderWidth}
            onChange={(builderWidth) => changeEditorSettings({ builderWidth })}
          />
          {value === null ? (
            <p className={classes.broken}>
              The text is not a JSON object, so there are no fields to show. Mend it on the right.
            </p>
          ) : (
            <Builder
              root={value}
              issues={read.issues}
              readOnly={readOnly}
              saved={!draft.dirty}
              onChange={(next) => draft.setValue(next)}
            />
          )}
        </div>
        <div className={classes.beside}>
          {shown === 'json' ? (
            <SchemaText
              text={draft.current}
              onChange={(text) => draft.set(text)}
              issues={read.issues}
              goal={goal}
              readOnly={readOnly}
            />
          ) : (
            <SampleForm schema={read.schema} />
          )}
        </div>
      </div>
      <IssueList
        issues={read.issues}
        onGoTo={({ position }) => {
          setBeside('json')
          setGoal(position ? { ...position } : { line: 1, column: 1 })
        }}
      />
    </div>
  )
}

function registerSchemaCommands(session: DocumentSession, draft: SchemaDraft): () => void {
  return registerCommands([
    {
      ...viewCommand('file.save'),
      title: 'Save schema…',
      enabled: () => draft.dirty,
      run: () => openSave(session, draft)
    },
    {
      ...viewCommand('edit.undo'),
      enabled: () => !inField(),
      run: () => draft.undo()
    },
    {
      ...viewCommand('edit.redo'),
      enabled: () => !inField(),
      run: () => draft.redo()
    },
    ...historyCommands(session.path)
  ])
}

/** Text being typed has its own undo. */
function inField(): boolean {
  const field = document.activeElement
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLElement && field.isContentEditable)
}
