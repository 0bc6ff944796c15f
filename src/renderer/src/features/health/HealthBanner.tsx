import { Button, CloseButton } from '@mantine/core'
import { IconCloudExclamation, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { diskSentence, placeSentence } from '../../../../common/health'
import { runCommand } from '../../workbench/commands/commands'
import { WindowNotice } from '../../components/WindowNotice'
import { setPlaceSilenced, useHealth, useKeptHealth } from './health-store'
import { roomNames } from './room-names'
import classes from './health.module.css'

/**
 * Says calmly that the disk is nearly full (W12), or that the workspace lies where things can go wrong (W13).
 */
export function HealthBanner() {
  useKeptHealth()
  const health = useHealth()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const close = (what: string) => (
    <CloseButton
      size="sm"
      aria-label="Close this notice"
      onClick={() => setClosed((now) => new Set([...now, what]))}
    />
  )
  if (!health) return null
  const { lies, disk, place } = health
  const full = disk && diskSentence(disk, lies)
  return (
    <div className={classes.banners}>
      {disk && full && !closed.has(disk.level) && (
        <WindowNotice
          label={roomNames[lies]}
          icon={IconDeviceFloppy}
          role="status"
          tone={disk.level === 'very-low' ? 'bad' : 'warn'}
          text={`${full.what} ${full.todo}`}
        >
          <Button size="compact-sm" variant="default" onClick={() => void runCommand('workspace.trash')}>
            Show trash
          </Button>
          {close(disk.level)}
        </WindowNotice>
      )}
      {place && !place.silenced && !closed.has('place') && (
        <WindowNotice
          label="Place of the workspace"
          icon={IconCloudExclamation}
          role="status"
          text={`${placeSentence(place).what} ${placeSentence(place).todo}`}
        >
          <Button size="compact-sm" variant="default" onClick={() => void setPlaceSilenced(true)}>
            Do not say this again
          </Button>
          {close('place')}
        </WindowNotice>
      )}
    </div>
  )
}
