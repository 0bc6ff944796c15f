import { Button, Progress, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { desktop } from '../../workbench/bridge'
import classes from './backup.module.css'
import { farOf, stopBackup, titleOf, useBackupProgress } from './progress'

interface RestoreFormProps {
  /** A workspace beside which the restored one goes. */
  readonly beside: string
  /** It is there, sound, and not open yet. Resolves to what went wrong, or null. */
  readonly onRestored: (location: string) => Promise<string | null>
}

/** Which backup, and into which new folder; then how far it is (BK4). */
export function RestoreForm({ beside, onRestored }: RestoreFormProps) {
  const [file, setFile] = useState('')
  const [folder, setFolder] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const progress = useBackupProgress()

  const chooseFile = async () => {
    const chosen = await desktop()?.call('chooseBackup')
    if (!chosen) return
    setFile(chosen)
    setFolder((now) => (now === '' ? suggestedFolder(beside, chosen) : now))
  }
  const chooseFolder = async () => {
    const chosen = await desktop()?.call('chooseFolder', 'New or empty folder for the workspace')
    if (chosen) setFolder(chosen)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (file.trim() === '' || folder.trim() === '')
      return setFailure('Choose the backup, and a new folder for the workspace.')
    setBusy(true)
    setFailure(null)
    const outcome = await desktop()?.call('restoreBackup', file.trim(), folder.trim())
    setFailure(outcome?.ok ? await onRestored(outcome.location) : (outcome?.message ?? null))
    setBusy(false)
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.row}>
        <TextInput
          label="Backup"
          description="The zip that Galley wrote."
          data-autofocus
          spellCheck={false}
          value={file}
          disabled={isBusy}
          onChange={(event) => setFile(event.currentTarget.value)}
        />
        <Button variant="default" size="sm" disabled={isBusy} onClick={() => void chooseFile()}>
          Choose…
        </Button>
      </div>
      <div className={classes.row}>
        <TextInput
          label="New folder"
          description="It is made, or is empty. Nothing is written over."
          spellCheck={false}
          value={folder}
          disabled={isBusy}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
        <Button variant="default" size="sm" disabled={isBusy} onClick={() => void chooseFolder()}>
          Browse…
        </Button>
      </div>
      <p className={classes.note}>
        The backup is checked first. The restored workspace stays for itself: its syncs, imports and sign-ins
        are off until you trust it. If you go on using the other one too, let only one of them sync.
      </p>
      {isBusy && progress && (
        <div className={classes.progress}>
          <span>{titleOf(progress)}</span>
          <span className={classes.far}>{farOf(progress)}</span>
          <Progress
            value={progress.total === 0 ? 0 : (100 * progress.done) / progress.total}
            aria-label={titleOf(progress)}
          />
        </div>
      )}
      {failure && (
        <div role="alert" className={classes.problem}>
          <b>Nothing was restored</b>
          <p>{failure}</p>
        </div>
      )}
      <div className={classes.actions}>
        {isBusy && (
          <Button variant="default" onClick={stopBackup}>
            Stop
          </Button>
        )}
        <Button type="submit" loading={isBusy}>
          Restore
        </Button>
      </div>
    </form>
  )
}

/**
 * A new folder beside a workspace, named after a backup: `…/Galley` and `Galley work 2026-11-23 14-03.zip` →
 * `…/work restored`
 */
function suggestedFolder(workspace: string, backup: string): string {
  const name = (backup.split(/[\\/]/).at(-1) ?? '')
    .replace(/(?: \(\d+\))?\.zip$/i, '')
    .replace(/^Galley /, '')
    .replace(/ \d{4}-\d\d-\d\d \d\d-\d\d$/, '')
  const cut = Math.max(workspace.lastIndexOf('/'), workspace.lastIndexOf('\\'))
  return `${workspace.slice(0, cut + 1)}${name === '' ? 'workspace' : name} restored`
}
