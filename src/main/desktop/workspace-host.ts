import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { GalleyError } from '../../common/errors'
import type { TrustState } from '../../common/trust'
import { backUp, type Backup, type BackupOptions } from '../backup'
import type { CallerHint } from '../callers/types'
import type { Service } from '../service'
import { createService } from '../service'
import type { SecretKeeper } from '../secrets'
import type { Hold } from '../search'
import type { Store } from '../store/types'
import { openWorkspace, trustOf, type MachineTrust, type StartMarker, type WorkspaceIdentity } from '../trust'

interface OpenWorkspace {
  readonly location: string
  readonly store: Store
  readonly identity: WorkspaceIdentity
  state: TrustState
  /** Requests wait while it is made anew. */
  service: Promise<Service>
}

interface WorkspaceHostOptions {
  readonly appVersion: string
  readonly sampleFolder: string
  readonly workerProgram: string
  readonly checkProgram: string
  readonly roomProgram: string
  readonly holdSearch: Hold
  /** Where this computer keeps what its search indices are called. */
  readonly searchSeals: string
  /** Opens an address in the system's browser. */
  readonly openAddress: (address: string) => Promise<void>
  /** Where a workspace keeps tokens of other services. */
  readonly secretsOf: (workspace: string) => SecretKeeper
  /** What is trusted on this computer (T1). */
  readonly trust: MachineTrust
  readonly starts: StartMarker
  /** Told of the workspace that is open from now on, and when it is trusted more or less. */
  readonly onState: (state: TrustState) => void
  /** A line for people, in the log of the app. */
  readonly notify: (line: string) => void
}

/** Holds the one workspace that this app has open (W7), and its service. */
export class WorkspaceHost {
  #current: OpenWorkspace | null = null
  #queue: Promise<unknown> = Promise.resolve()
  readonly #options: WorkspaceHostOptions
  #settle: () => void = () => undefined
  readonly #settled = new Promise<void>((resolve) => (this.#settle = resolve))

  constructor(options: WorkspaceHostOptions) {
    this.#options = options
  }

  /** A window can be used: what would have competed with it at the start may begin. */
  windowSettled(): void {
    this.#settle()
  }

  get location(): string | null {
    return this.#current?.location ?? null
  }

  /** Null while no workspace is open. */
  get state(): TrustState | null {
    return this.#current?.state ?? null
  }

  /**
   * Opens a workspace, and then closes the one open until now. What cannot be opened leaves everything as it
   * is.
   * @param beforeSwap runs when the new one is open and the old one not yet closed; false keeps the old one
   * @throws GalleyError `in-use`, `read-only`, `no-access`, `not-a-workspace`, `cancelled` …
   */
  open(location: string, beforeSwap: () => Promise<boolean> = () => Promise.resolve(true)): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = folderPath(location)
      if (this.#current?.location === wanted) return
      const next = await this.#start(wanted)
      if (!(await beforeSwap())) {
        await stop(next)
        throw new GalleyError('cancelled', 'The workspace was not switched: some changes are not saved yet.')
      }
      const old = this.#current
      this.#current = next
      this.#options.onState(next.state)
      if (old) await stop(old)
    })
  }

  /**
   * Trusts the open workspace on this computer, or no longer, and switches on or off what hangs on that: no
   * window is loaded again, and requests wait for the moment that it takes (T1). Also lets one begin again
   * whose last start was cut off.
   * @throws GalleyError no-workspace · io-failed when it cannot be written down; then nothing changes
   */
  setTrusted(isTrusted: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const open = this.#current
      if (!open) throw noWorkspace()
      const { trust, onState } = this.#options
      if (isTrusted) await trust.add(open.identity)
      else await trust.removeAt(open.identity.path)
      const state = isTrusted ? 'trusted' : 'restricted'
      if (state === open.state) return
      open.state = state
      const before = await open.service
      open.service = before.close().then(() => this.#serviceOf(open.store, state))
      await open.service
      onState(state)
    })
  }

  /**
   * A backup of the open workspace, while it is written in (BK1). Closing the workspace ends it.
   * @throws GalleyError no-workspace, and as `backUp`
   */
  async backUp(folder: string, following: Pick<BackupOptions, 'onProgress' | 'signal'>): Promise<Backup> {
    const open = this.#current
    if (!open) throw noWorkspace()
    const { store } = open
    const options = { ...following, galley: this.#options.appVersion }
    if (!store.folder)
      throw new GalleyError(
        'bad-request',
        'This workspace is no folder of this computer. Back it up where it lies.'
      )
    await (await open.service).saveAll?.()
    return backUp(store.folder, folderPath(folder), options)
  }

  /** The service's answer to a request of the app's own windows, which act as the owner (A1). */
  fetch(request: Request): Promise<Response> {
    return this.#ask(request, 'owner')
  }

  /**
   * The answer to others on this machine, who come with tokens (A2, A3). A workspace that is not trusted has
   * none for them.
   */
  fetchForOthers(request: Request): Promise<Response> {
    return this.#ask(request, 'anyone')
  }

  async #ask(request: Request, hint: CallerHint): Promise<Response> {
    const open = this.#current
    if (open && (hint === 'owner' || open.state !== 'restricted'))
      return (await open.service).fetch(request, hint)
    const { message, reason } = noWorkspace()
    return Response.json({ error: message, reason }, { status: 503 })
  }

  /** Waits for what is under way and frees the workspace for other processes. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      const open = this.#current
      this.#current = null
      if (open) await stop(open)
    })
  }

  async #start(location: string): Promise<OpenWorkspace> {
    const { trust, starts, notify } = this.#options
    const wasCutOff = (await starts.begin(location)) > 0
    try {
      const { store, identity, isTrusted } = await openWorkspace(location, {
        trust,
        notify,
        scanAfter: this.#settled
      })
      try {
        const state = !isTrusted ? 'restricted' : wasCutOff ? 'held' : 'trusted'
        const service = Promise.resolve(this.#serviceOf(store, state))
        return { location, store, identity, state, service }
      } catch (error) {
        await store.close()
        throw error
      }
    } catch (error) {
      await starts.over()
      throw error
    }
  }

  #serviceOf(store: Store, state: TrustState): Service {
    const { appVersion, sampleFolder, openAddress, secretsOf, notify } = this.#options
    const { workerProgram, checkProgram, roomProgram, holdSearch, searchSeals } = this.#options
    return createService({
      relays: true,
      store,
      appVersion,
      sampleFolder,
      workerProgram,
      checkProgram,
      roomProgram,
      holdSearch,
      searchSeals,
      notify,
      openAddress,
      secrets: secretsOf(store.id),
      trust: trustOf(state, { howTo: 'Choose “Trust this workspace…” when you know where it comes from.' })
    })
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(task)
    this.#queue = run.catch(() => undefined)
    return run
  }
}

async function stop({ service, store }: OpenWorkspace): Promise<void> {
  await (await service).close()
  await store.close()
}

const noWorkspace = () => new GalleyError('no-workspace', 'No workspace is open yet. Choose one first.')

/** The folder that a person named; `~` is theirs. @throws GalleyError bad-path */
export function folderPath(location: string): string {
  const whole = /^~[/\\]/.test(location) ? join(homedir(), location.slice(2)) : location
  if (isAbsolute(whole)) return resolve(whole)
  throw new GalleyError('bad-path', 'Give the whole path of the folder, from the root of the disk.', {
    where: location
  })
}
