import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { GalleyError } from '../../common/errors'
import type { CallerHint, Service } from '../service/types'
import { createService } from '../service'
import type { SecretKeeper } from '../secrets'
import type { Store } from '../store/types'
import { openStore } from '../store'

interface OpenWorkspace {
  readonly location: string
  readonly store: Store
  readonly service: Service
}

export interface WorkspaceHostOptions {
  readonly appVersion: string
  readonly sampleFolder: string
  readonly indexProgram: string
  /** Opens an address in the system's browser. */
  readonly openAddress: (address: string) => Promise<void>
  /** Where a workspace keeps tokens of other services. */
  readonly secretsOf: (workspace: string) => SecretKeeper
}

/** Holds the one workspace that this app has open (W7), and its service. */
export class WorkspaceHost {
  #current: OpenWorkspace | null = null
  #queue: Promise<unknown> = Promise.resolve()
  readonly #options: WorkspaceHostOptions

  constructor(options: WorkspaceHostOptions) {
    this.#options = options
  }

  get location(): string | null {
    return this.#current?.location ?? null
  }

  /**
   * Opens a workspace, and then closes the one open until now. What cannot be opened leaves everything as it is.
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
      if (old) await stop(old)
    })
  }

  /** The service's answer to a request of the app's own windows, which act as the owner (A1). */
  fetch(request: Request): Promise<Response> {
    return this.#ask(request, 'owner')
  }

  /** The answer to others on this machine, who come with tokens (A2, A3). */
  fetchForOthers(request: Request): Promise<Response> {
    return this.#ask(request, 'anyone')
  }

  async #ask(request: Request, hint: CallerHint): Promise<Response> {
    const open = this.#current
    if (open) return open.service.fetch(request, hint)
    const body = { error: 'No workspace is open yet. Choose one first.', reason: 'no-workspace' }
    return Response.json(body, { status: 503 })
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
    const store = await openStore(location)
    try {
      const { secretsOf, ...options } = this.#options
      const service = createService({ store, ...options, secrets: secretsOf(store.workspace.id) })
      return { location, store, service }
    } catch (error) {
      await store.close()
      throw error
    }
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#queue.then(task)
    this.#queue = run.catch(() => undefined)
    return run
  }
}

async function stop({ service, store }: OpenWorkspace): Promise<void> {
  await service.close()
  await store.close()
}

function folderPath(location: string): string {
  const whole = /^~[/\\]/.test(location) ? join(homedir(), location.slice(2)) : location
  if (isAbsolute(whole)) return resolve(whole)
  throw new GalleyError('bad-path', 'Give the whole path of the folder, from the root of the disk.', {
    where: location
  })
}
