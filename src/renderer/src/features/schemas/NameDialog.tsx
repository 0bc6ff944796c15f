import { Button, Group, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { schemaIdFor } from '../../../../common/formats/structured'
import { sentenceOf } from '../../api'
import classes from './schemas.module.css'

interface NameDialogProps {
  readonly label: string
  readonly button: string
  readonly initial: string
  readonly taken: readonly string[]
  /** More about what will happen. */
  readonly note?: string
  /** @param say told how far it is @param signal ends when the person does not want it any more */
  readonly onSubmit: (
    id: string,
    typed: string,
    say: (text: string) => void,
    signal: AbortSignal
  ) => Promise<void>
  readonly onDone: () => void
}

/** Asks what a schema is called; shows the file name that comes of it. */
export function NameDialog({ label, button, initial, taken, note, onSubmit, onDone }: NameDialogProps) {
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  const id = schemaIdFor(typed)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (id === '') return setProblem('Type a name with letters or digits.')
    if (taken.includes(id)) return setProblem(`“${id}” is already here.`)
    const working = new AbortController()
    stopping.current = working
    setBusy('Working…')
    try {
      await onSubmit(id, typed.trim(), setBusy, working.signal)
      onDone()
    } catch (error) {
      if (working.signal.aborted) return
      setProblem(sentenceOf(error))
      setBusy(null)
    }
  }
  return (
    <form className={classes.dialog} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={label}
        data-autofocus
        value={typed}
        description={
          id === '' ? 'Documents refer to the schema by its name.' : `Documents will refer to it as “${id}”.`
        }
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
      />
      {note !== undefined && <p className={classes.hint}>{note}</p>}
      {busy !== null && <p role="status">{busy}</p>}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={busy !== null}>
          {button}
        </Button>
      </Group>
    </form>
  )
}
