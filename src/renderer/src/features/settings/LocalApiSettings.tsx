import { Button, CopyButton, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { setLocalApi, useLocalApi } from '../../workbench/local-api'
import { curlLine } from './curl'
import { LocalApiPort } from './LocalApiPort'
import classes from './SettingsDialog.module.css'

/** Whether programs of this machine reach the workspace (N2), where, and how. */
export function LocalApiSettings() {
  const { origin, problem, restricted } = useLocalApi()
  const [busy, setBusy] = useState(false)
  const turn = async (on: boolean) => {
    setBusy(true)
    await setLocalApi(on)
    setBusy(false)
  }
  return (
    <section className={classes.section} aria-labelledby="local-api-heading">
      <h2 id="local-api-heading">Local API</h2>
      <p className={classes.note}>
        While it is off, this app opens no port. While it is on, programs of this machine reach the workspace;
        writing needs an access token.
      </p>
      <Switch
        label="Local API"
        checked={origin !== null}
        disabled={busy || restricted === true}
        description={restricted ? 'Off, because this workspace is not trusted.' : undefined}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      {problem !== undefined && <p role="alert">{problem}</p>}
      <LocalApiPort />
      {origin !== null && (
        <>
          <Group gap={8}>
            <code className={classes.location}>{origin}</code>
            <CopyButton value={origin}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy address'}
                </Button>
              )}
            </CopyButton>
            <CopyButton value={curlLine(origin, '<TOKEN>')}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy as curl'}
                </Button>
              )}
            </CopyButton>
          </Group>
        </>
      )}
    </section>
  )
}
