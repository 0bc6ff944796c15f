import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { NamedPerson } from '../../../../common/person'
import { desktop } from '../../workbench/bridge'
import { PlaceNote } from '../health'
import classes from './FirstStart.module.css'
import { identityProblems, personFrom, type IdentityProblems } from './identity'

export interface StartAnswers {
  readonly owner: NamedPerson
  readonly sample: boolean
  /** Where the workspace goes; `''` when it is open already. */
  readonly location: string
}

interface StartFormProps {
  /** Asks for the folder too, with this suggestion. */
  readonly suggested?: string
  /** Resolves to what went wrong, or null. */
  readonly onSubmit: (answers: StartAnswers) => Promise<{ readonly message: string } | null>
}

/** Name, e-mail, where to keep the work, and whether to start with the sample site. */
export function StartForm({ suggested, onSubmit }: StartFormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [location, setLocation] = useState(suggested ?? '')
  const [sample, setSample] = useState(true)
  const [problems, setProblems] = useState<IdentityProblems>({ name: null, email: null })
  const [noFolder, setNoFolder] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = identityProblems(name, email)
    const folderMissing = suggested !== undefined && location.trim() === ''
    setProblems(found)
    setNoFolder(folderMissing)
    if (found.name || found.email || folderMissing) return
    setBusy(true)
    setFailure(null)
    const failed = await onSubmit({ owner: personFrom(name, email), sample, location: location.trim() })
    setFailure(failed?.message ?? null)
    setBusy(false)
  }
  const browse = async () => {
    const chosen = await desktop()?.call('chooseFolder', 'Folder for the workspace')
    if (chosen) setLocation(chosen)
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={classes.two}>
        <TextInput
          label="Your name"
          autoComplete="name"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this page
          autoFocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problems.name}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.email}
        />
      </div>
      {suggested !== undefined && (
        <div className={classes.folder}>
          <TextInput
            label="Workspace folder"
            description="Your content lies here as plain files."
            value={location}
            spellCheck={false}
            onChange={(event) => setLocation(event.currentTarget.value)}
            error={noFolder ? 'Choose a folder.' : null}
          />
          <Button variant="default" size="sm" onClick={() => void browse()}>
            Browse…
          </Button>
        </div>
      )}
      {suggested !== undefined && <PlaceNote folder={location} />}
      <Checkbox
        label="Try with sample content"
        description="A small real site: pages, JSON, images and their history. Delete it whenever you like."
        checked={sample}
        onChange={(event) => setSample(event.currentTarget.checked)}
      />
      {failure && (
        <div role="alert" className={classes.problem} style={{ margin: 0 }}>
          <b>That did not work</b>
          <p>{failure}</p>
        </div>
      )}
      <Button type="submit" size="sm" loading={busy}>
        Start
      </Button>
    </form>
  )
}
