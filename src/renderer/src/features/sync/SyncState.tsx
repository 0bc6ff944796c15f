import { UnstyledButton } from '@mantine/core'
import {
  IconCloudCheck,
  IconCloudExclamation,
  IconCloudOff,
  IconCloudPause,
  IconRefresh
} from '@tabler/icons-react'
import type { SyncPair } from '../../../../common/sync'
import { contentPath } from '../../../../common/content/paths'
import { openTool, useWorkbench } from '../../app/workbench'
import { useSync } from './use-sync'
import { stateWords, toneOf } from './words'

/** How the shown site stands to its server, in the status bar; nothing for a site without one. */
export function SyncState({ className }: { readonly className: string | undefined }) {
  const site = useWorkbench((state) => state.site)
  const { overview } = useSync()
  const pair = overview?.pairs.find(({ local }) => local === site || local.startsWith(`${site ?? ''}/`))
  if (!pair) return null
  return (
    <UnstyledButton
      className={className ?? ''}
      data-tone={toneOf(pair)}
      title={`${pair.local} and its server`}
      onClick={() => openTool('sync', contentPath(site ?? pair.local))}
    >
      <StateIcon pair={pair} size={14} />
      {stateWords(pair.status, pair.paused)}
    </UnstyledButton>
  )
}

export function StateIcon({ pair, size }: { readonly pair: SyncPair; readonly size: number }) {
  const { state, conflicts } = pair.status
  const props = { size, stroke: 1.5, 'aria-hidden': true } as const
  if (state === 'running') return <IconRefresh {...props} />
  if (state === 'offline') return <IconCloudOff {...props} />
  if (state === 'attention' || conflicts > 0) return <IconCloudExclamation {...props} />
  return pair.paused ? <IconCloudPause {...props} /> : <IconCloudCheck {...props} />
}
