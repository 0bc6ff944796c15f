import { Button, CopyButton, Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { setLocalApi, useLocalApi } from '../../workbench/local-api'
import classes from './StatusBar.module.css'

/** Whether scripts and browsers of this machine reach the workspace, and the switch for it (N2). */
export function LocalApi() {
  const { origin, problem, restricted } = useLocalApi()
  const [busy, setBusy] = useState(false)
  const turn = async (on: boolean) => {
    setBusy(true)
    await setLocalApi(on)
    setBusy(false)
  }
  return (
    <Popover position="top-end" width={360} shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.item ?? ''}>
          {origin === null ? 'Local API off' : `Local API on ${new URL(origin).host}`}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.lead}>
          {restricted
            ? 'Off, because this workspace is not trusted: programs of this machine do not reach it.'
            : origin === null
              ? 'Off: this app opens no port. Turn it on to let scripts and browsers on this machine reach this workspace.'
              : 'On: programs on this machine reach this workspace at the address below. Writing needs a token; what is published is open, unless its site is protected.'}
        </p>
        {problem !== undefined && <p role="alert">{problem}</p>}
        <div className={classes.localApi}>
          {origin !== null && (
            <>
              <code>{origin}</code>
              <CopyButton value={origin}>
                {({ copied, copy }) => (
                  <Button variant="default" size="compact-xs" onClick={copy}>
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
            </>
          )}
          <Button
            variant={origin === null ? 'filled' : 'default'}
            size="compact-xs"
            loading={busy}
            disabled={restricted === true}
            onClick={() => void turn(origin === null)}
          >
            {origin === null ? 'Turn on' : 'Turn off'}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
