import { findingsSentence, placeSentence, type RiskyPlace, type WorkspaceHealth } from '../../common/health'
import type { Store } from '../store/types'
import { openStoreChecks } from './checks'
import { openDiskWatch, type DiskWatch } from './disk-watch'
import { openKeptHealth } from './kept'
import { placeOf } from './place'
import { usualTimes, type HealthTimes } from './times'

export { placeOf } from './place'
export type { HealthTimes } from './times'

interface HealthOptions {
  readonly store: Store
  /** The built program of the thread that examines; null: in this thread, with rests. */
  readonly program: string | null
  /** Something is otherwise than before. */
  readonly onChange: () => void
  /** A line for people, in the log. */
  readonly notify: (line: string) => void
  readonly times?: Partial<HealthTimes>
}

/**
 * How the open workspace fares: its store (W11), its disk (W12), its place (W13). It only looks, and holds up
 * nothing.
 */
export interface Health {
  state(): Promise<WorkspaceHealth>
  /** Examines the whole store now, unless that is under way. */
  check(): void
  /** Looks at the disk now: a write failed for lack of room. */
  look(): void
  /** Whether the place of the workspace is to be spoken of no more. */
  silencePlace(isSilenced: boolean): Promise<void>
  close(): Promise<void>
}

export function openHealth({ store, program, onChange, notify, ...options }: HealthOptions): Health {
  const every = { ...usualTimes, ...options.times }
  const disk = openDiskWatch({ store, every, onChange, notify })
  if (!store.folder) return diskAlone(disk)
  const { location } = store.folder
  const kept = openKeptHealth(store, location)
  const place = placeOf(location).catch(() => null)
  const checks = openStoreChecks({
    location,
    program,
    kept,
    every,
    onChange,
    onDamage: (check) => notifySentence(findingsSentence(check), notify)
  })
  void Promise.all([kept, place])
    .then(async ([known, found]) => {
      if (found && !(await known.isSilenced(nameOf(found)))) notifySentence(placeSentence(found), notify)
    })
    .catch(() => undefined) // told to whoever asks
  return {
    async state() {
      const [known, found] = await Promise.all([kept, place])
      return {
        check: await checks.state(known),
        disk: await disk.now(),
        place: found && { ...found, silenced: await known.isSilenced(nameOf(found)) }
      }
    },
    check: checks.begin,
    look: disk.look,
    async silencePlace(isSilenced) {
      const found = await place
      if (found) await (await kept).setSilenced(nameOf(found), isSilenced)
      onChange()
    },
    async close() {
      disk.close()
      await checks.close()
      await Promise.allSettled([kept, place])
    }
  }
}

/** Of a store that is no folder here: nothing of it can be examined by this program. */
function diskAlone(disk: DiskWatch): Health {
  return {
    state: async () => ({
      check: { running: false, last: null, failed: null },
      disk: await disk.now(),
      place: null
    }),
    check: () => undefined,
    look: disk.look,
    silencePlace: () => Promise.resolve(),
    close: () => Promise.resolve(disk.close())
  }
}

const nameOf = ({ kind, name }: RiskyPlace) => `${kind} ${name}`

function notifySentence(
  sentence: { readonly what: string; readonly todo: string } | null,
  notify: HealthOptions['notify']
): void {
  if (sentence) notify(`${sentence.what} ${sentence.todo}`)
}
