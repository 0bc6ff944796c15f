import type { ServiceEventBody } from '../../common/api/events'
import type { Access } from '../permissions/access'
import type { Caller } from '../callers/types'
import type { Store } from '../store/types'
import { openImportRunner } from './runner'
import { importLimits, type ImportLimits } from './limits'
import type { OwnHosts } from './own-network'
import type { Asked, Known, Step } from '../http/asked'
import type { Room } from '../http/room'
import { openRemotePictures } from './remote-picture'
import { openImportRoom } from './routes'
import type { SecretKeeper } from '../secrets'
import type { WorkspaceTrust } from '../trust'
import type { Workers } from '../workers'

export type { ImportJob } from './job'
export { askedBy } from './sources'
export { jobFiles } from './job-files'
export type { ImportLimits } from './limits'

interface ImportingParts {
  readonly store: Store
  readonly workers: Workers
  readonly tell: (event: ServiceEventBody) => Promise<void>
  readonly accessOf: (caller: Caller) => Access
  readonly appVersion: string
  /** Its name without the dot (N4). */
  readonly serviceFolder: () => Promise<string>
  readonly report: (error: unknown) => void
  readonly secrets: SecretKeeper
  readonly trust: WorkspaceTrust
  readonly limits?: Partial<ImportLimits> | undefined
  /** Of this machine's own network: what everybody may import from. */
  readonly hosts?: OwnHosts | undefined
  /** Whether it goes on with what was cut off; default true. */
  readonly resumes?: boolean
}

/**
 * Everything under `/import`: bringing content in from published sites (U4); and pictures of other servers for
 * pages (VE29).
 */
interface Importing {
  rooms(known: Step<Asked, Known>): readonly Room[]
  /** How many imports work on a step. */
  readonly underWay: () => number
  /** Ends what runs; it goes on when the workspace is opened again. */
  close(): Promise<void>
}

/** Opens it, and goes on with the imports that the end of a process cut off (IM7). */
export function openImporting({
  store,
  appVersion,
  secrets,
  limits,
  hosts = [],
  resumes = true,
  ...parts
}: ImportingParts): Importing {
  const all = { ...importLimits, ...limits }
  const runner = openImportRunner({
    ...parts,
    store,
    limits: all,
    secrets,
    hosts,
    userAgent: `Galley/${appVersion} (import)`
  })
  const resume = () => runner.resume().catch(parts.report)
  let resumed = resumes ? resume() : Promise.resolve()
  // what a process held that has ended is free only after a while; a folder has one at a time
  const again =
    resumes && !store.folder
      ? setInterval(() => (resumed = resumed.then(resume)), RESUMED_MS).unref()
      : undefined
  return {
    rooms: (known) => [
      openImportRoom(known, { runner, store, limits: all }),
      openRemotePictures(known, {
        trust: parts.trust,
        hosts,
        limits,
        userAgent: `Galley/${appVersion} (picture)`
      })
    ],
    underWay: runner.underWay,
    async close() {
      clearInterval(again)
      await runner.close()
      await resumed
    }
  }
}

const RESUMED_MS = 10_000
