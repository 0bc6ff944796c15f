import { diskLevel, diskSentence, hasFewFiles, type WorkspaceHealth } from '../../common/health'
import type { DiskRoom, Store } from '../store/types'
import type { HealthTimes } from './times'

interface DiskWatchOptions {
  readonly store: Store
  readonly every: Pick<HealthTimes, 'disk' | 'afterChange'>
  readonly onChange: () => void
  readonly notify: (line: string) => void
}

type Disk = WorkspaceHealth['disk']

/** Looks at the room on the workspace's disk now and then, and after changes (W12). */
interface DiskWatch {
  /** Looks, and tells what is there now. */
  now(): Promise<Disk>
  look(): void
  close(): void
}

export function openDiskWatch({ store, every, onChange, notify }: DiskWatchOptions): DiskWatch {
  const lies = store.folder ? 'folder' : 'database'
  let latest: Disk = null
  let closed = false
  let soon: NodeJS.Timeout | undefined

  async function now(): Promise<Disk> {
    const room = await store.room().catch(() => null)
    const disk = room && told(room)
    if (closed || !isNews(latest, disk)) return disk
    const before = latest?.level ?? 'enough'
    latest = disk
    onChange()
    if (disk?.level !== before) say(disk)
    return disk
  }

  function say(disk: Disk): void {
    const sentence = disk && diskSentence(disk, lies)
    notify(sentence ? `${sentence.what} ${sentence.todo}` : hasRoomAgain[lies])
  }

  const look = () => void now()
  const timer = setInterval(look, every.disk).unref()
  const stop = store.subscribe(() => {
    soon ??= setTimeout(() => {
      soon = undefined
      look()
    }, every.afterChange).unref()
  })
  look()
  return {
    now,
    look,
    close() {
      closed = true
      clearInterval(timer)
      clearTimeout(soon)
      stop()
    }
  }
}

const told = (room: DiskRoom): Disk => ({
  level: diskLevel(room),
  free: room.free,
  total: room.total,
  files: hasFewFiles(room) ? room.files : null
})

const hasRoomAgain = {
  folder: 'The disk of this workspace has room again.',
  database: 'This workspace has room again.'
}

/** Another level, or a tenth less or more of what was told. */
function isNews(told: Disk, disk: Disk): boolean {
  const [before, after] = [told?.level ?? 'enough', disk?.level ?? 'enough']
  if (before !== after) return true
  if (after === 'enough' || !told || !disk) return false
  return Math.abs(told.free - disk.free) > told.free / 10
}
