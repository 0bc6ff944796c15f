import { Button, Group } from '@mantine/core'
import { showTrust, useTrust } from '../trust'
import classes from './SettingsDialog.module.css'

/** Whether the workspace is trusted on this computer, and the way to what hangs on it (T1). */
export function WorkspaceTrust() {
  const info = useTrust()
  if (!info) return null
  const isTrusted = info.state !== 'restricted'
  return (
    <Group gap={8}>
      <p className={classes.note}>
        {isTrusted
          ? 'You trust this workspace on this computer.'
          : 'Not trusted on this computer: syncs, imports and sign-ins are off.'}
      </p>
      <Button variant="default" size="compact-sm" onClick={showTrust}>
        {isTrusted ? 'What does it do?' : 'What would it do?'}
      </Button>
    </Group>
  )
}
