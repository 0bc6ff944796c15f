import { findingsSentence, placeSentence, type RiskyPlace, type WorkspaceHealth } from '../../common/health'
import type { Store } from '../store/types'
import { openStoreChecks } from './checks'
import { openDiskWatch } from './disk-watch'
import { openKeptHealth } from './kept'
import { placeOf } from './place'
import { usualTimes, type HealthTimes } from './times'

export { placeOf } from './place'
export type { HealthTimes } from './times'

interface HealthOptions {
  readonly store: Store
  /** The built program of the thread that examines a folder; null: in this thread, with rests. */
  readonly program: string | null
  /** Whether this process is the one that examines the store by itself. */
  readonly examines: boolean
  /** The disk is otherwise than before. */
  readonly onChange: () => void
  /** An examination began or ended. */
  readonly onExamined: () => void
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

export function openHealth({ store, program, examines, notify, ...options }: HealthOptions): Health {
  const every = { ...usualTimes(store.folder !== null), ...options.times }
  const lies = store.folder ? 'folder' : 'database'
  const disk = openDiskWatch({ store, every, onChange: options.onChange, notify })
  const kept = openKeptHealth(store)
  const place = store.folder ? placeOf(store.folder.location).catch(() => null) : Promise.resolve(null)
  const checks = openStoreChecks({
    store,
    program,
    kept,
    every,
    byItself: examines,
    onChange: options.onExamined,
    onDamage: (check) => notifySentence(findingsSentence(check, lies), notify)
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
        lies,
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
      options.onChange()
    },
    async close() {
      disk.close()
      await checks.close()
      await Promise.allSettled([kept, place])
    }
  }
}

const nameOf = ({ kind, name }: RiskyPlace) => `${kind} ${name}`

function notifySentence(
  sentence: { readonly what: string; readonly todo: string } | null,
  notify: HealthOptions['notify']
): void {
  if (sentence) notify(`${sentence.what} ${sentence.todo}`)
}
