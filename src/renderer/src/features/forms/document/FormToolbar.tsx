import type { ContentPath } from '../../../../../common/content/paths'
import type { DocumentSession } from '../../../documents'
import { useRead } from '../../../state/signal'
import { formOf } from './open-forms'
import { PublishActions } from '../../publishing'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { runCommand, useShortcutOf } from '../../../workbench/commands/commands'
import { shownShortcut } from '../../../workbench/commands/shown-keys'
import { IconButton } from '../../../workbench/IconButton'
import { CompanyMenu } from '../../../documents/together/CompanyMenu'
import { Breadcrumb } from '../../../engines/tree/Breadcrumb'
import { numberText } from '../../../components/formats'
import textClasses from '../../../documents/Document.module.css'
import type { FormStore } from '../../../engines/form/store/form-store'
import classes from './StructuredDocument.module.css'

interface FormToolbarProps {
  readonly session: DocumentSession
  readonly path: ContentPath
  readonly views: ReactNode
  readonly form?: {
    readonly store: FormStore
    readonly nextError: (step: 1 | -1) => void
    /** Whether undo and redo are here: a code editor has its own. */
    readonly steps?: boolean
  }
}

/** Where the document is, its views, its problems, undo, and what else can be done with it. */
export function FormToolbar({ session, path, views, form }: FormToolbarProps) {
  return (
    <div className={textClasses.toolbar} role="toolbar" aria-label="Document">
      <Breadcrumb path={path} />
      <CompanyMenu session={session} />
      {form && <Problems {...form} />}
      {form && form.steps !== false && <Steps store={form.store} />}
      {views}
      <FormPublishActions session={session} path={path} />
    </div>
  )
}

function Problems({ store, nextError }: NonNullable<FormToolbarProps['form']>) {
  const count = useRead(store.errorsChanged, () => store.errorCount)
  const next = useShortcutOf('form.next-problem')
  const back = useShortcutOf('form.previous-problem')
  if (count === 0) return null
  const keys = [next && shownShortcut(next), back && `back with ${shownShortcut(back)}`].filter(Boolean)
  return (
    <span className={classes.problems}>
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        leftSection={<IconAlertCircle size={14} aria-hidden="true" />}
        title={`Go to the next problem${keys.length > 0 ? ` (${keys.join('; ')})` : ''}`}
        onClick={(event) => nextError(event.shiftKey ? -1 : 1)}
      >
        {count === 1 ? '1 problem' : `${numberText(count)} problems`}
      </Button>
    </span>
  )
}

function Steps({ store }: { readonly store: FormStore }) {
  // Only whether there is something to take back: this is asked for every key.
  const canUndo = useRead(store.stepsChanged, () => store.undoTitle !== null)
  const canRedo = useRead(store.stepsChanged, () => store.redoTitle !== null)
  return (
    <>
      <IconButton
        label="Undo"
        command="edit.undo"
        disabled={!canUndo}
        onClick={() => void runCommand('edit.undo')}
      >
        <IconArrowBackUp size={16} stroke={1.5} />
      </IconButton>
      <IconButton
        label="Redo"
        command="edit.redo"
        disabled={!canRedo}
        onClick={() => void runCommand('edit.redo')}
      >
        <IconArrowForwardUp size={16} stroke={1.5} />
      </IconButton>
    </>
  )
}

interface FormPublishActionsProps {
  readonly session: DocumentSession
  readonly path: ContentPath
}

/** Publishing at the end of a structured document's toolbar. */
function FormPublishActions({ session, path }: FormPublishActionsProps) {
  const unfinished = () =>
    formOf(session).json.trouble === null
      ? null
      : 'The JSON that you typed is not part of the document, because it is not right yet. Readers would get the data from before.'
  return <PublishActions path={path} flush={() => session.flush()} unfinished={unfinished} />
}
