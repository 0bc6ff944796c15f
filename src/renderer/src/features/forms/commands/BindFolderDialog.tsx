import { Button, Group, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { nameOf, type ContentPath, orgOf } from '../../../../../common/content/paths'
import { sentenceOf } from '../../../api'
import { notifyWithUndo } from '../../../workbench/toast'
import { bindingState, setBinding, type BindingState } from '../../../documents/rights/bind-folder'
import classes from './commands.module.css'

interface BindFolderProps {
  readonly folder: ContentPath
  readonly onDone: () => void
}

/** Decides whether the documents of a folder open in the form editor (description, “Editor binding”). */
export function BindFolderDialog({ folder, onDone }: BindFolderProps) {
  const [state, setState] = useState<BindingState | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let current = true
    bindingState(folder).then(
      (found) => current && setState(found),
      (error: unknown) => current && setProblem(sentenceOf(error))
    )
    return () => {
      current = false
    }
  }, [folder])

  const change = async (bound: boolean) => {
    setBusy(true)
    try {
      await setBinding(folder, bound)
      const where = `“${nameOf(folder)}”`
      notifyWithUndo(
        bound
          ? `Documents in ${where} open in the form editor now`
          : `Documents in ${where} open as pages again`,
        () => setBinding(folder, !bound)
      )
      onDone()
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={classes.dialog}>
      {!state && problem === null && <Loader size={16} aria-label="Reading the organization’s config" />}
      {state && <Explanation folder={folder} state={state} />}
      {problem !== null && <p role="alert">{problem}</p>}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          {state?.writable === false ? 'Close' : 'Cancel'}
        </Button>
        {state?.writable && (
          <Button data-autofocus loading={busy} onClick={() => void change(state.own === null)}>
            {state.own ? 'Open as pages again' : 'Open in the form editor'}
          </Button>
        )}
      </Group>
    </div>
  )
}

function Explanation({ folder, state }: { readonly folder: ContentPath; readonly state: BindingState }) {
  const { own, above, writable, administrators } = state
  const now = own
    ? 'Documents in this folder and below open in the form editor.'
    : above
      ? `Documents here open in the form editor already, because ${above.folder} does.`
      : 'Documents in this folder open as pages.'
  if (!writable) {
    return (
      <>
        <p>{now}</p>
        <p>
          Changing that needs the role Organization Administrator of “{orgOf(folder)}”.{' '}
          {administrators.length > 0
            ? `Ask ${administrators.join(', ')}.`
            : 'Ask whoever may change the organization’s config.'}
        </p>
      </>
    )
  }
  return (
    <>
      <p>{now}</p>
      <p>
        {own
          ? 'Opening them as pages again changes nothing in them.'
          : 'In the form editor an author chooses a schema for each new document and fills in its form. Pages that hold other content stay as they are and can be opened as text.'}
      </p>
      <p className={classes.hint}>
        This is the entry <code>editor.path</code> in the config of “{orgOf(folder)}”.
      </p>
    </>
  )
}
