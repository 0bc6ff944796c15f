import { Button, CloseButton } from '@mantine/core'
import { IconCloudExclamation, IconDeviceFloppy } from '@tabler/icons-react'
import { useState } from 'react'
import { diskSentence, placeSentence } from '../../../../common/health'
import { runCommand } from '../../app/commands'
import { setPlaceSilenced, useHealth, useKeptHealth } from './health-store'
import classes from './health.module.css'

/** Says calmly that the disk is nearly full (W12), or that the workspace lies where things can go wrong (W13). */
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
  const { disk, place } = health
  const full = disk && diskSentence(disk)
  return (
    <div className={classes.banners}>
      {disk && full && !closed.has(disk.level) && (
        <section
          className={classes.banner}
          data-level={disk.level}
          aria-label="Room on the disk"
          role="status"
        >
          <IconDeviceFloppy size={16} stroke={1.5} aria-hidden="true" />
          <span className={classes.said}>
            {full.what} {full.todo}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => void runCommand('workspace.trash')}>
            Show trash
          </Button>
          {close(disk.level)}
        </section>
      )}
      {place && !place.silenced && !closed.has('place') && (
        <section className={classes.banner} aria-label="Place of the workspace" role="status">
          <IconCloudExclamation size={16} stroke={1.5} aria-hidden="true" />
          <span className={classes.said}>
            {placeSentence(place).what} {placeSentence(place).todo}
          </span>
          <Button size="compact-sm" variant="default" onClick={() => void setPlaceSilenced(true)}>
            Do not say this again
          </Button>
          {close('place')}
        </section>
      )}
    </div>
  )
}
