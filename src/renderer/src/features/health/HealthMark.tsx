import { UnstyledButton } from '@mantine/core'
import { IconDeviceFloppy, IconHeartBroken } from '@tabler/icons-react'
import { diskSentence } from '../../../../common/health'
import { sizeOf } from '../../../../common/content/size'
import { runCommand } from '../../workbench/commands/commands'
import { useHealth } from './health-store'

/** Says in the status bar what is damaged, and that the disk is nearly full; nothing while all is well. */
export function HealthMark({ className }: { readonly className: string | undefined }) {
  const health = useHealth()
  const damaged = health?.check.last?.damaged ?? 0
  const disk = health?.disk
  const show = () => void runCommand('workspace.health')
  return (
    <>
      {damaged > 0 && (
        <UnstyledButton className={className ?? ''} data-tone="warn" onClick={show}>
          <IconHeartBroken size={14} stroke={1.5} aria-hidden="true" />
          {damaged === 1 ? '1 thing is damaged' : `${damaged} things are damaged`}
        </UnstyledButton>
      )}
      {disk && disk.level !== 'enough' && (
        <UnstyledButton
          className={className ?? ''}
          data-tone={disk.level === 'low' ? 'warn' : 'bad'}
          title={diskSentence(disk, health.lies)?.what}
          onClick={show}
        >
          <IconDeviceFloppy size={14} stroke={1.5} aria-hidden="true" />
          {`${sizeOf(disk.free)} left`}
        </UnstyledButton>
      )}
    </>
  )
}
