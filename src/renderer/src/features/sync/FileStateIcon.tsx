import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconArrowsSplit2,
  IconClock,
  IconCloudX,
  IconGitMerge,
  IconHandStop,
  IconPencil
} from '@tabler/icons-react'
import type { SyncFileState } from '../../../../common/sync'

const icons = {
  conflict: IconAlertTriangle,
  error: IconCloudX,
  clash: IconArrowsSplit2,
  held: IconHandStop,
  editing: IconPencil,
  'to-send': IconArrowUp,
  'to-fetch': IconArrowDown,
  'to-merge': IconGitMerge,
  unseen: IconClock
} as const

/** The sign of a state; its words stand beside it, or are said by whoever shows it. */
export function FileStateIcon({
  state,
  size = 14
}: {
  readonly state: SyncFileState
  readonly size?: number
}) {
  const Icon = icons[state]
  return <Icon size={size} stroke={1.75} aria-hidden="true" />
}
