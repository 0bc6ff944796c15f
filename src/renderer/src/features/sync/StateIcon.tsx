import {
  IconCloudCheck,
  IconCloudExclamation,
  IconCloudOff,
  IconCloudPause,
  IconCloudUp,
  IconRefresh
} from '@tabler/icons-react'
import type { SyncPair } from '../../../../common/sync'

/** How a pair stands, as a sign. */
export function StateIcon({ pair, size }: { readonly pair: SyncPair; readonly size: number }) {
  const { state, conflicts } = pair.status
  const props = { size, stroke: 1.5, 'aria-hidden': true } as const
  if (state === 'running') return <IconRefresh {...props} />
  if (state === 'offline') return <IconCloudOff {...props} />
  if (state === 'attention' || conflicts > 0) return <IconCloudExclamation {...props} />
  if (pair.paused) return <IconCloudPause {...props} />
  return state === 'synced' ? <IconCloudCheck {...props} /> : <IconCloudUp {...props} />
}
