import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { setLocalApiPort, useLocalApi } from '../../workbench/local-api'
import classes from './SettingsDialog.module.css'

/** Which port the Local API takes (N2): one that the person chooses, or any free one. */
export function LocalApiPort() {
  const { port } = useLocalApi()
  const kept = port === undefined ? '' : String(port)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const text = typed ?? kept
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = portFrom(text)
    if (wanted === null) return setProblem('A port is a number from 1 to 65535.')
    setProblem(null)
    await setLocalApiPort(wanted)
    setTyped(null)
  }
  return (
    <form className={classes.port} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Port"
        description={
          port === undefined
            ? 'Any free port. The one in use is taken again at the next start, if it is free then.'
            : 'Always this one. Leave it empty for any free port.'
        }
        placeholder="Any free port"
        inputMode="numeric"
        value={text}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === kept}>
        Save port
      </Button>
    </form>
  )
}

/** Nothing typed means any free port, which is 0. Null for what is no port. */
function portFrom(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return 0
  const port = Number(typed)
  return /^\d{1,5}$/.test(typed) && port >= 1 && port <= 65_535 ? port : null
}
